import { z } from 'zod'

const whole = (least: number, most: number, otherwise: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(otherwise),
  expects: `a whole number from ${least} to ${most}`,
  example: String(otherwise),
})

const isUrl = (text: string, ...protocols: string[]) => URL.canParse(text) && protocols.includes(new URL(text).protocol)

/**
 * Every setting there is. `expects` and `example` are what a person is told when a value is wrong; a secret's value is
 * never repeated. An empty value counts as absent.
 */
const variables = {
  PORT: whole(1, 65_535, 3000),
  HOST: {
    schema: z
      .string()
      .regex(/^[\w.:-]{1,253}$/)
      .default('127.0.0.1'),
    expects: 'an address or host name to listen on',
    example: '0.0.0.0',
  },
  LEDGER_URL: {
    schema: z
      .string()
      .refine((text) => isUrl(text, 'http:', 'https:') && new URL(text).pathname === '/' && new URL(text).search === '')
      .transform((text) => new URL(text).origin)
      .optional(),
    expects: 'the address people open, without a path',
    example: 'https://ledger.example.com',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine((text) => isUrl(text, 'postgres:', 'postgresql:'))
      .optional(),
    expects: 'a PostgreSQL address',
    example: 'postgresql://user:password@host:5432/database',
    secret: true,
  },
  LEDGER_DATA_DIR: { schema: z.string().default('.data'), expects: 'a folder', example: '.data' },
  LEDGER_KEY: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/)
      .transform((text) => Buffer.from(text, 'base64'))
      .optional(),
    expects: '32 random bytes in base64 (make them with `openssl rand -base64 32`)',
    example: '<44 characters>',
    secret: true,
  },
  ADMIN_EMAIL: {
    schema: z
      .email()
      .transform((text) => text.toLowerCase())
      .default('admin@example.com'),
    expects: 'an e-mail address',
    example: 'admin@example.com',
  },
  ADMIN_PASSWORD: {
    schema: z.string().min(12).max(256).optional(),
    expects: 'a password of 12 to 256 characters',
    example: '<at least 12 characters>',
    secret: true,
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    expects: 'one of trace, debug, info, warn, error, fatal, silent',
    example: 'info',
  },
  LOG_FORMAT: {
    schema: z.enum(['auto', 'json', 'text']).default('auto'),
    expects: 'one of auto (text on a terminal, JSON elsewhere), json, text',
    example: 'json',
  },
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('production'),
    expects: 'one of production, development, test',
    example: 'production',
  },
  WORKER_CONCURRENCY: whole(1, 4096, 128),
  WORKER_CLAIM_BATCH: whole(1, 1000, 100),
  LEASE_SECONDS: whole(2, 3600, 30),
  POLL_MS: whole(10, 60_000, 500),
  EVENT_ATTEMPTS_MAX: whole(1, 1000, 8),
  BACKOFF_BASE_MS: whole(1, 3_600_000, 2000),
  BACKOFF_CAP_MS: whole(1, 86_400_000, 300_000),
  INBOX_QUEUE_MAX: whole(1, 1_000_000, 2000),
  INBOX_BATCH_MAX: whole(1, 1000, 100),
  // Tests only: see lib/worker/points.ts.
  LEDGER_TEST_POINT: {
    schema: z
      .string()
      .regex(/^[a-z_]{1,32}:(kill|stop|pause-\d{1,6})(:[1-9]\d{0,5})?$/)
      .optional(),
    expects: 'a point of the worker and what happens there',
    example: 'after_intent:kill',
  },
} as const satisfies Record<string, { schema: z.ZodType; expects: string; example: string; secret?: true }>

type Name = keyof typeof variables
type Values = { [K in Name]: z.output<(typeof variables)[K]['schema']> }

/** The configuration, parsed. */
export interface Env {
  readonly port: number
  readonly host: string
  /** The public origin, without a trailing slash. */
  readonly ledgerUrl: string
  /** Absent: the embedded database is used. */
  readonly databaseUrl: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** The 32-byte master key. Absent: the key file in the data folder is used. */
  readonly ledgerKey: Buffer | undefined
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly logLevel: Values['LOG_LEVEL']
  readonly logFormat: Values['LOG_FORMAT']
  readonly nodeEnv: Values['NODE_ENV']
  readonly workerConcurrency: number
  readonly workerClaimBatch: number
  readonly leaseSeconds: number
  readonly pollMs: number
  readonly eventAttemptsMax: number
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  readonly inboxQueueMax: number
  readonly inboxBatchMax: number
  readonly testPoint: string | undefined
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Parses a set of variables. Throws one {@link ConfigurationError} that lists everything that is wrong. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const given = source[name]?.trim() || undefined
    const parsed = variable.schema.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else wrong.push(complaint(name, given, variable))
  }
  const env = shape(values as Values)
  if (wrong.length === 0 && env.backoffCapMs < env.backoffBaseMs) {
    wrong.push(`BACKOFF_CAP_MS is ${env.backoffCapMs}. It must not be below BACKOFF_BASE_MS (${env.backoffBaseMs}).`)
  }
  if (wrong.length > 0) {
    throw new ConfigurationError(
      `The configuration is wrong; nothing was started.\n${wrong.map((line) => `  • ${line}`).join('\n')}`,
    )
  }
  return env
}

function complaint(
  name: string,
  given: string | undefined,
  variable: { expects: string; example: string; secret?: true },
) {
  const value = variable.secret ? 'is not usable' : `is ${JSON.stringify(given?.slice(0, 80))}`
  return `${name} ${value}. It must be ${variable.expects}, for example ${name}=${variable.example}.`
}

function shape(values: Values): Env {
  const { LEDGER_DATA_DIR: folder } = values
  return {
    port: values.PORT,
    host: values.HOST,
    ledgerUrl: values.LEDGER_URL ?? `http://127.0.0.1:${values.PORT}`,
    databaseUrl: values.DATABASE_URL,
    dataDir: folder?.startsWith('/') ? folder : `${process.cwd()}/${folder}`,
    ledgerKey: values.LEDGER_KEY,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    nodeEnv: values.NODE_ENV,
    workerConcurrency: values.WORKER_CONCURRENCY,
    workerClaimBatch: values.WORKER_CLAIM_BATCH,
    leaseSeconds: values.LEASE_SECONDS,
    pollMs: values.POLL_MS,
    eventAttemptsMax: values.EVENT_ATTEMPTS_MAX,
    backoffBaseMs: values.BACKOFF_BASE_MS,
    backoffCapMs: values.BACKOFF_CAP_MS,
    inboxQueueMax: values.INBOX_QUEUE_MAX,
    inboxBatchMax: values.INBOX_BATCH_MAX,
    testPoint: values.LEDGER_TEST_POINT,
  }
}

let loaded: Env | undefined

/** This process's configuration: the environment, and a `.env` file in the working folder for what it leaves out. */
export function loadEnv(): Env {
  if (!loaded) {
    readDotEnv()
    loaded = parseEnv(process.env)
  }
  return loaded
}

function readDotEnv() {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The environment for a child process: ours, with these changes. */
export function childEnv(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...changes }
}
