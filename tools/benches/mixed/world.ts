import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, connect } from '@portal/server/database/connect.ts'
import { startMailCatcher } from '../../mail-catcher/catcher.ts'
import { startGatewayProcess } from '../../world/gateway.ts'
import { freePorts } from '../../world/ports.ts'
import { type Proxy, startProxy } from '../../world/proxy.ts'
import { settingsFor } from '../../world/server.ts'
import { settingsUnderLoad } from '../checkout/load.ts'
import { startFilled } from './database.ts'
import { type PortalProcess, startPortal } from './portal.ts'
import { parentOf } from './processes.ts'

/** A whole utility on this machine: PostgreSQL, three server processes, nginx in front of them, and the partners. */
export interface MixedWorld {
  connection: Connection
  servers: PortalProcess[]
  proxy: Proxy
  /** The process ids behind each figure of processor time. */
  processes: { servers: number[]; nginx: number[]; postgresql: number[]; gateway: number[]; load: number[] }
  /** What the servers complained about, and how often. */
  complaints: Map<string, number>
  close(): Promise<void>
}

const serverCount = 3

/** @param folder keeps the filled database, if it is to stay */
export async function startMixedWorld(
  folder: string,
  accounts: number,
  say: (line: string) => void,
): Promise<MixedWorld> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    return { ...(await start(folder, accounts, say, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(
  folder: string,
  accounts: number,
  say: (line: string) => void,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<MixedWorld, 'close'>> {
  const postgres = await startFilled(folder, accounts, say)
  closers.push(() => postgres.stop())
  const connection = connect(postgres.url, { connections: 4 })
  closers.push(connection.close)
  const run = join(folder, `run-${process.pid}`)
  await mkdir(run)
  closers.push(() => rm(run, { recursive: true, force: true }))
  // Kept with the database, because its numbers continue where they ended.
  const gateway = await startGatewayProcess(join(folder, 'books'))
  closers.push(() => gateway.close())
  const mail = await startMailCatcher({ folder: join(run, 'mails') })
  closers.push(() => mail.close())

  // The second port is the proxy's, too, for plain HTTP.
  const [port = 0, , ...others] = await freePorts(2 + 2 * serverCount)
  const [serverPorts, inspectorPorts] = [others.slice(0, serverCount), others.slice(serverCount)]
  const complaints = new Map<string, number>()
  const settings = {
    ...settingsFor(postgres.url, gateway.url),
    ...settingsUnderLoad,
    // As in production. Every visitor has an address of their own, so nobody reaches a limit.
    RATE_LIMIT_FACTOR: '1',
    TRUSTED_PROXIES: '1',
    PUBLIC_URL: `https://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}`,
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: join(run, 'compiled'),
  }
  const servers: PortalProcess[] = []
  for (const [nth, serverPort] of serverPorts.entries()) {
    const server = await startPortal({ ...settings, PORT: String(serverPort) }, inspectorPorts[nth] ?? 0, complaints)
    closers.push(server.stop)
    servers.push(server)
  }
  const addresses = servers.map(({ address }) => address)
  const proxy = await startProxy(run, port, addresses)
  closers.push(() => proxy.close())
  const { rows } = await connection.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processes = {
    servers: servers.map(({ pid }) => pid),
    nginx: [proxy.pid],
    postgresql: [parentOf(rows[0]?.pid ?? 0)],
    gateway: [gateway.pid],
    load: [process.pid],
  }
  return { connection, servers, proxy, processes, complaints }
}
