interface Settings {
  readonly port: number
  /** Off only for tests, whose data nobody misses. */
  readonly durable: boolean
}

/** PostgreSQL's command-line settings for one machine shared with the product. */
export function serverSettings({ port, durable }: Settings): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    // Room for bursts of deliveries (2.7 kB of WAL each) without a checkpoint in the middle.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // Short statements only: compiling them costs more than running them.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] %a ',
    // Row contents stand in the DETAIL of an error and in the text of a statement: neither may reach the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durable ? { fsync: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
