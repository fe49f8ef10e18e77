import type { Command } from 'commander'
import { each, hours, jsonObject, wholeNumber } from './arguments.ts'
import { onLedger } from './on-ledger.ts'
import { secretsOf } from './read-secret.ts'
import { table } from './table.ts'

interface CreateOptions {
  slug: string
  provider: string
  account: string
  secret?: string[]
  secretFile?: string[]
  name?: string
  config?: Record<string, unknown>
  type?: string[]
  recordOnly?: true
  bodyLimit?: number
  conflictStatus?: number
  rejectedStatus?: number
}

export function build(source: Command): void {
  buildCreate(source)
  buildList(source)
  buildRotateSecret(source)
}

function buildCreate(source: Command): void {
  source
    .command('create')
    .description('Configure a webhook endpoint. It takes deliveries within a second or two.')
    .requiredOption('--slug <slug>', 'its name in the address: /api/webhooks/<slug>')
    .requiredOption('--provider <name>', 'stripe, github, standard-webhooks, generic-hmac or demo')
    .requiredOption('--account <account>', 'the scope of event ids, for requests that name no account')
    .option('--secret <secret>', 'signing secret (repeat it for several that are valid at once)', each)
    .option('--secret-file <path>', 'signing secret in a file, or - for standard input', each)
    .option('--name <name>', 'a name for people')
    .option('--config <json>', "the provider's settings as a JSON object", jsonObject)
    .option('--type <type>', 'accept only this type of event (repeatable)', each)
    .option('--record-only', 'record and complete its events without any action')
    .option('--body-limit <bytes>', 'largest body it takes', wholeNumber(1024, 33_554_432))
    .option('--conflict-status <status>', 'answer to same identity, different content', wholeNumber(200, 499))
    .option('--rejected-status <status>', 'answer to authentic but unusable requests', wholeNumber(200, 499))
    .addHelpText(
      'after',
      `
Examples:
  $ npm run -s ledger -- source create --slug stripe-live --provider stripe --account acct_1 --secret whsec_…
  $ npm run -s ledger -- source create --slug shop --provider generic-hmac --account shop \\
      --secret-file - --config '{"header":"x-shop-signature","prefix":"","encoding":"base64"}' < secret.txt`,
    )
    .action(
      onLedger<CreateOptions>(async ({ pool, print, person, key }, { options }) => {
        const { createSource } = await import('#lib/commands/create-source.ts')
        const { secret, secretFile, type, bodyLimit, ...rest } = options
        const input = { ...rest, secrets: secretsOf(options), acceptedTypes: type, bodyLimitBytes: bodyLimit }
        return print.outcome(await createSource(pool, await person(), input, await key()))
      }),
    )
}

function buildList(source: Command): void {
  source
    .command('list')
    .description('List the endpoints, with the last characters of their valid secrets.')
    .action(
      onLedger(async ({ pool, print }) => {
        const { listSources } = await import('./queries/list-sources.ts')
        const sources = await listSources(pool)
        print.show(sources, () =>
          table(
            sources,
            {
              slug: (row) => row.slug,
              provider: (row) => row.provider,
              account: (row) => row.account,
              secrets: (row) => row.secrets.map((secret) => secret.hint).join(' '),
              types: (row) => row.acceptedTypes.join(' ') || 'all',
              actions: (row) => (row.recordOnly ? 'record only' : row.bindings),
              path: (row) => `${row.path}${row.disabledAt === null ? '' : ' (disabled)'}`,
            },
            { none: 'No source yet. Make the first one with `source create`.' },
          ),
        )
        return undefined
      }),
    )
}

function buildRotateSecret(source: Command): void {
  source
    .command('rotate-secret')
    .description('Add a new signing secret; the old ones stay valid for the overlap.')
    .argument('[slug]', 'the source')
    .option('--slug <slug>', 'the source')
    .option('--secret <secret>', 'the new signing secret', each)
    .option('--secret-file <path>', 'the new signing secret in a file, or - for standard input', each)
    .option('--overlap-hours <hours>', 'how long the old secrets stay valid; 0 ends them at once', hours, 24)
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- source rotate-secret stripe-live --secret whsec_… --overlap-hours 24',
    )
    .action(
      onLedger<{ slug?: string; secret?: string[]; secretFile?: string[]; overlapHours: number }, [string | undefined]>(
        async ({ pool, print, person, key }, { operands, options }) => {
          const { rotateSecret } = await import('#lib/commands/rotate-secret.ts')
          const [secret = ''] = secretsOf(options)
          const input = { slug: operands[0] ?? options.slug ?? '', secret, overlapHours: options.overlapHours }
          return print.outcome(await rotateSecret(pool, await person(), input, await key()))
        },
      ),
    )
}
