import { Command } from 'commander'

/** The nouns. Each file is loaded only when its noun is used, so that every command starts fast. */
const nouns: readonly { name: string; summary: string; load: () => Promise<{ build(command: Command): void }> }[] = [
  { name: 'source', summary: 'webhook endpoints and their signing secrets', load: () => import('./source.ts') },
  { name: 'destination', summary: 'systems in which effects happen', load: () => import('./destination.ts') },
  { name: 'binding', summary: 'which action runs for which events', load: () => import('./binding.ts') },
  { name: 'event', summary: 'look at events and act on them', load: () => import('./event.ts') },
  { name: 'delivery', summary: 'requests that reached us, refused ones too', load: () => import('./delivery.ts') },
  { name: 'conflict', summary: 'same identity, different content', load: () => import('./conflict.ts') },
  { name: 'uncertain', summary: 'operations whose outcome nobody knows', load: () => import('./uncertain.ts') },
  { name: 'report', summary: 'the operator report', load: () => import('./report.ts') },
  { name: 'user', summary: 'people and their roles', load: () => import('./user.ts') },
  {
    name: 'verify',
    summary: 'replay the ledger and compare it with the current states',
    load: () => import('./verify.ts'),
  },
  { name: 'demo', summary: 'the demo data', load: () => import('./demo.ts') },
]

const help = `
Exit codes: 0 done · 1 refused or failed, nothing changed · 2 wrong usage · 3 no database reachable

Examples:
  $ npm run -s ledger -- source create --slug stripe-live --provider stripe --account acct_1 --secret whsec_…
  $ npm run -s ledger -- event list --state failed
  $ npm run -s ledger -- event show stripe acct_1 evt_123 --json
  $ npm run -s ledger -- event retry 4711 --reason "destination is back"
  $ npm run -s ledger -- verify

The database is the one DATABASE_URL names, else that of the product running on the data folder (LEDGER_DATA_DIR).`

/** The whole command line. Of the nouns only those that \`args\` names are filled in; the others are listed. */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('ledger')
    .description('Looks at and acts on a Replay Ledger.')
    .option('--json', 'print one JSON value: bigints as decimal strings, times in UTC, digests in hex')
    .option('--as <email>', 'act as this account, with its role (default: an admin named after your system account)')
    .addHelpText('after', help)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError('(add --help for what is possible)')
  for (const noun of nouns) {
    const command = program.command(noun.name).summary(noun.summary).description(noun.summary)
    command.configureHelp({ showGlobalOptions: true })
    if (args.includes(noun.name)) (await noun.load()).build(command)
  }
  return program
}
