import { Problem } from '#lib/db/problem.ts'

/** The major version this product is tested on; `npm ci` installs it as a dependency. */
const NODE_MAJOR = 24

export function checkNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major === NODE_MAJOR) return
  throw new Problem(
    `This runs on Node ${process.versions.node}; Replay Ledger needs Node ${NODE_MAJOR}, which \`npm ci\` installs for it.\n` +
      'Start it with `npm start`. If you did, the installation left out install scripts: run `npm ci --ignore-scripts=false`.',
  )
}
