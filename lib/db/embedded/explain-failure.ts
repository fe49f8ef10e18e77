import { Problem } from '../problem.ts'

/** Why a server did not come up, as far as starting it again may help. */
export type Failure =
  | { readonly kind: 'port_taken' | 'still_stopping' }
  | { readonly kind: 'problem'; readonly problem: Problem }

const explanations: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/, 'The disk is full. Make room and start again; nothing acknowledged is lost.'],
  [
    /invalid permissions|wrong ownership/,
    'The data folder must belong to the account PostgreSQL runs under, with mode 0700.',
  ],
  [
    /incompatible with server|initialized by PostgreSQL version/,
    'The data folder was written by another build of PostgreSQL.',
  ],
  [
    /could not create shared memory|could not map anonymous shared memory/,
    'The machine does not have the 200 MB of free memory PostgreSQL asks for.',
  ],
  [
    /valid checkpoint record|invalid page|PANIC|could not find the database system|could not open file "(global|base|pg_)/,
    'Its files are damaged. Do not delete them: copy the folder, then put back a backup, or ask someone who knows PostgreSQL (pg_resetwal is the last resort and loses data).',
  ],
]

/** Judges what the server wrote before it ended. */
export function explainFailure(folder: string, logFile: string, output: string): Failure {
  if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(output))
    return { kind: 'port_taken' }
  if (/pre-existing shared memory block|lock file .* already exists|terminate any old server processes/.test(output)) {
    return { kind: 'still_stopping' }
  }
  const known = explanations.find(([pattern]) => pattern.test(output))?.[1]
  const lines = output
    .trim()
    .split('\n')
    .slice(-6)
    .map((line) => `  ${line}`)
  return {
    kind: 'problem',
    problem: new Problem(
      [
        `The embedded PostgreSQL (data in ${folder}) did not start.`,
        ...(known ? [known] : []),
        'It said last:',
        ...lines,
        `All of it: ${logFile}`,
      ].join('\n'),
    ),
  }
}
