import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../world/ports.ts'

/** Where Debian installs it. */
const program = '/usr/sbin/pgbouncer'

/** Whether PgBouncer is here; installs Debian's package when it is not, as root on Debian. */
export function hasPgbouncer(): boolean {
  if (works()) return true
  if (process.getuid?.() !== 0) return false
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], options)
  return works()
}

function works(): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/** A running PgBouncer that lets connections take turns at the sessions of a database. */
export interface Pgbouncer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before a database of the tests.
 * @param settings lines of its configuration, such as `ignore_startup_parameters = options`
 */
export async function startPgbouncer(databaseUrl: string, settings: readonly string[]): Promise<Pgbouncer> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const host = url.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `portal = host=${host} dbname=${url.pathname.slice(1)} user=${url.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    ...settings,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  // Like PostgreSQL it refuses to run as root, and only PostgreSQL's user may enter the folder of its socket.
  const { uid, gid } = await stat(host)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  if (process.getuid?.() === 0) await chown(folder, uid, gid)
  const child = spawn(program, ['-q', file], { ...user, stdio: 'ignore' })
  await listening(port)
  return {
    url: `postgres://portal@127.0.0.1:${port}/portal`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** @throws Error when nothing listens there within ten seconds. */
async function listening(port: number): Promise<void> {
  for (let left = 100; ; left--) {
    const socket = connect(port, '127.0.0.1')
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    if (left === 0) throw new Error('PgBouncer does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
