import { Argument, type Command, Option } from 'commander'
import { type Role, roles } from '#lib/commands/permissions.ts'
import { onLedger } from './on-ledger.ts'
import { readSecretFile } from './read-secret.ts'
import { table } from './table.ts'

interface PasswordOptions {
  password?: string
  passwordFile?: string
}

type CreateOptions = PasswordOptions & { role: Role; name?: string; email?: string }

export function build(user: Command): void {
  buildCreate(user)
  buildList(user)
  buildSetRole(user)
  buildAccess(user)
}

function buildCreate(user: Command): void {
  withPassword(
    user
      .command('create')
      .description('Create an account. Without a password one is made and printed once.')
      .argument('[email]', 'the address it signs in with')
      .option('--email <email>', 'the address it signs in with')
      .addOption(new Option('--role <role>', 'what it may do').choices(roles).makeOptionMandatory())
      .option('--name <name>', "the person's name"),
  )
    .addHelpText('after', '\nExample:\n  $ npm run -s ledger -- user create ann@example.com --role operator')
    .action(
      onLedger<CreateOptions, [string | undefined]>(async ({ pool, print, person }, { operands, options }) => {
        const { createUser } = await import('#lib/commands/create-user.ts')
        const email = operands[0] ?? options.email ?? ''
        const input = { email, role: options.role, name: options.name, password: passwordOf(options) }
        return print.outcome(await createUser(pool, await person(), input), passwordNote)
      }),
    )
}

function buildList(user: Command): void {
  user
    .command('list')
    .description('List the accounts.')
    .action(
      onLedger(async ({ pool, print }) => {
        const { listUsers } = await import('./queries/list-users.ts')
        const users = await listUsers(pool)
        print.show(users, () =>
          table(
            users,
            {
              email: (row) => row.email,
              role: (row) => row.role,
              name: (row) => row.name,
              created: (row) => row.createdAt,
              'last sign-in': (row) => row.lastSignInAt,
              disabled: (row) => row.disabledAt ?? 'no',
            },
            { none: 'No account yet. Make the first one with `user create`.' },
          ),
        )
        return undefined
      }),
    )
}

function buildSetRole(user: Command): void {
  user
    .command('set-role')
    .description('Change what an account may do, from its next request on.')
    .argument('<email>', 'the account')
    .addArgument(new Argument('<role>', 'the new role').choices(roles))
    .action(
      onLedger<object, [string, Role]>(async ({ pool, print, person }, { operands }) => {
        const { setRole } = await import('#lib/commands/set-role.ts')
        return print.outcome(await setRole(pool, await person(), { email: operands[0], role: operands[1] }))
      }),
    )
}

function buildAccess(user: Command): void {
  user
    .command('disable')
    .description('Shut an account out and end its sessions.')
    .argument('<email>', 'the account')
    .action(
      onLedger<object, [string]>(async ({ pool, print, person }, { operands }) => {
        const { disableUser } = await import('#lib/commands/disable-user.ts')
        return print.outcome(await disableUser(pool, await person(), { email: operands[0] }))
      }),
    )

  user
    .command('enable')
    .description('Let a disabled account sign in again.')
    .argument('<email>', 'the account')
    .action(
      onLedger<object, [string]>(async ({ pool, print, person }, { operands }) => {
        const { enableUser } = await import('#lib/commands/enable-user.ts')
        return print.outcome(await enableUser(pool, await person(), { email: operands[0] }))
      }),
    )

  withPassword(
    user
      .command('set-password')
      .description('Give an account a new password and end its sessions. Without one it is made and printed once.')
      .argument('<email>', 'the account'),
  ).action(
    onLedger<PasswordOptions, [string]>(async ({ pool, print, person }, { operands, options }) => {
      const { setPassword } = await import('#lib/commands/set-password.ts')
      const input = { email: operands[0], password: passwordOf(options) }
      return print.outcome(await setPassword(pool, await person(), input), passwordNote)
    }),
  )
}

function withPassword(command: Command): Command {
  return command
    .option('--password <password>', 'the password, at least 12 characters')
    .option('--password-file <path>', 'the password in a file, or - for standard input')
}

function passwordOf(options: PasswordOptions): string | undefined {
  return options.passwordFile === undefined ? options.password : readSecretFile(options.passwordFile)
}

function passwordNote({ generatedPassword }: { generatedPassword: string | null }): string {
  return generatedPassword === null ? '' : `Password, shown only now: ${generatedPassword}`
}
