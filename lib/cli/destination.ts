import { type Command, Option } from 'commander'
import { each, wholeNumber } from './arguments.ts'
import { exitCodes, Stop } from './exit.ts'
import { onLedger } from './on-ledger.ts'
import { readSecretFile } from './read-secret.ts'
import { table } from './table.ts'

interface CreateOptions {
  slug: string
  url: string
  repeat: 'idempotency-key' | 'lookup' | 'none'
  name?: string
  keyHeader?: string
  keyRetention?: number
  absenceIsProof?: true
  settle?: number
  policy?: 'avoid-duplicate' | 'avoid-omission'
  timeout?: number
  header?: string[]
  headersFile?: string
}

export function build(destination: Command): void {
  buildCreate(destination)
  buildList(destination)
}

function buildCreate(destination: Command): void {
  destination
    .command('create')
    .description('Configure a system in which effects happen, and how it can be repeated or asked afterwards.')
    .requiredOption('--slug <slug>', 'its name')
    .requiredOption('--url <url>', 'http or https address below which requests go')
    .addOption(
      new Option('--repeat <how>', 'how it is safe to find out or to send again after a lost answer')
        .choices(['idempotency-key', 'lookup', 'none'])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'a name for people')
    .option('--key-header <name>', 'header that carries the idempotency key (default: idempotency-key)')
    .option('--key-retention <seconds>', 'how long it remembers a key (default: 86400)', wholeNumber(0, 315_360_000))
    .option('--absence-is-proof', '"not found" proves that nothing happened, once settled')
    .option(
      '--settle <seconds>',
      'how long after an attempt "not found" begins to count (default: 120)',
      wholeNumber(0, 2_592_000),
    )
    .addOption(
      new Option(
        '--policy <policy>',
        'what to do where nothing can be asked or repeated (default: avoid-duplicate)',
      ).choices(['avoid-duplicate', 'avoid-omission']),
    )
    .option('--timeout <ms>', 'longest wait for an answer (default: 10000)', wholeNumber(100, 120_000))
    .option('--header <header>', 'header for authentication, "Name: value" (repeatable; stored encrypted)', each)
    .option('--headers-file <path>', 'such headers in a file, one a line, or - for standard input')
    .addHelpText(
      'after',
      `
Example:
  $ npm run -s ledger -- destination create --slug tickets --url https://tickets.example.com/api \\
      --repeat idempotency-key --header "Authorization: Bearer …"`,
    )
    .action(
      onLedger<CreateOptions>(async ({ pool, print, person, key }, { options }) => {
        const { createDestination } = await import('#lib/commands/create-destination.ts')
        const { url, keyRetention, settle, timeout, header, headersFile, ...rest } = options
        const headers = headersOf(header ?? [], headersFile)
        const input = {
          ...rest,
          baseUrl: url,
          keyRetentionSeconds: keyRetention,
          settleSeconds: settle,
          timeoutMs: timeout,
          headers,
        }
        const sealing = Object.keys(headers).length === 0 ? undefined : await key()
        return print.outcome(await createDestination(pool, await person(), input, sealing))
      }),
    )
}

function buildList(destination: Command): void {
  destination
    .command('list')
    .description('List the destinations and how each can be repeated or asked.')
    .action(
      onLedger(async ({ pool, print }) => {
        const { listDestinations } = await import('./queries/list-destinations.ts')
        const destinations = await listDestinations(pool)
        print.show(destinations, () =>
          table(
            destinations,
            {
              slug: (row) => row.slug,
              repeat: (row) => row.repeat,
              policy: (row) => row.policy,
              'absence is proof': (row) => (row.absenceIsProof ? `after ${row.settleSeconds} s` : 'no'),
              'timeout ms': (row) => row.timeoutMs,
              headers: (row) => row.hasHeaders,
              url: (row) => row.baseUrl,
            },
            { none: 'No destination yet. Make the first one with `destination create`.' },
          ),
        )
        return undefined
      }),
    )
}

function headersOf(given: readonly string[], file: string | undefined): Record<string, string> {
  const lines = [
    ...given,
    ...(file === undefined
      ? []
      : readSecretFile(file)
          .split(/\r?\n/)
          .filter((line) => line.trim() !== '')),
  ]
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw new Stop(exitCodes.usage, 'Nothing was done: a header must be given as "Name: value".')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}
