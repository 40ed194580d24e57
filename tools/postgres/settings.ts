const common = {
  listen_addresses: '',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

const durably = {
  max_connections: '100',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
}

/** Everything that waits for a disk is off, because a test cluster is made anew for each run. */
const forTests = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  log_checkpoints: 'off',
}

/** What docs/deployment.md says for a machine of its own with 8 GB. */
const onItsOwnMachine = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
}

/** What decides the settings. */
export interface PostgresSettings {
  /** False only for tests: nothing waits for the disk. */
  durable: boolean
  /** Whether it may take as much memory as a large utility's PostgreSQL has. */
  ownMachine: boolean
  socketFolder: string
}

/** PostgreSQL's settings as parameters of its command line. */
export function settingsFor({ durable, ownMachine, socketFolder }: PostgresSettings): string[] {
  const settings = {
    ...common,
    ...(durable ? durably : forTests),
    ...(ownMachine ? onItsOwnMachine : {}),
    // A list of folders. The path is quoted because it may contain a comma.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
