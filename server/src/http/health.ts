import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { codeOf, fullDisk, readOnly } from '../foundation/database-failures.ts'
import { databaseConnections, metrics, readyForCalls } from '../metrics.ts'
import { outage } from '../refusal.ts'

/** Turned off when the process is asked to stop. */
export interface Readiness {
  isReady: boolean
  /** Agrees with the database's, to within seconds. */
  isClockRight: boolean
}

const pingLimit = 2000

/** `/healthz`: it runs; `/readyz`: send it calls; `/metrics`: for Prometheus. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'pool' | 'clock'>,
  readiness: Readiness,
): void {
  const schema = { hide: true }
  const askDatabase = databaseProbe(deps)
  const status = async (): Promise<Status> => {
    if (!readiness.isReady) return 'stopping'
    const database = await askDatabase()
    return database === 'ready' && !readiness.isClockRight ? 'wrong clock' : database
  }

  app.get('/healthz', { schema }, async () => ({ status: 'up' }))

  app.get('/readyz', { schema }, async (_request, reply) => {
    const now = await status()
    return await reply.code(now === 'ready' ? 200 : 503).send({ status: now })
  })

  app.get('/metrics', { schema }, async (_request, reply) => {
    databaseConnections.set({ state: 'open' }, deps.pool.totalCount)
    databaseConnections.set({ state: 'idle' }, deps.pool.idleCount)
    databaseConnections.set({ state: 'waited for' }, deps.pool.waitingCount)
    readyForCalls.set((await status()) === 'ready' ? 1 : 0)
    return await reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** A proxy that reuses a connection as it closes loses the call, and does not send each call again. */
export function closeConnectionsWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!readiness.isReady) reply.header('connection', 'close')
  })
}

/** What it charges is refused, and locks the terminal for the others; what it dates is wrong. */
export function refuseByWrongClock(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.needsRightClock && !readiness.isClockRight) throw outage
  })
}

type Status = 'ready' | 'stopping' | 'no database' | 'read-only database' | 'full disk' | 'wrong clock'

/** One question at a time: anybody may ask, each answer writes, and while writes hang, each would keep a connection. */
function databaseProbe({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<Status> {
  let underWay: Promise<Status> | null = null
  return async () => {
    underWay ??= writeRow(db).finally(() => {
      underWay = null
    })
    const tooLate = new AbortController()
    const waited = clock.sleep(pingLimit, tooLate.signal).then((): Status => 'no database')
    try {
      return await Promise.race([underWay, waited])
    } finally {
      tooLate.abort()
    }
  }
}

/** A standby that was not promoted, and a full disk, answer every query but take no payment. */
async function writeRow(db: Deps['db']): Promise<Status> {
  try {
    await sql`select write_readiness_probe()`.execute(db)
    return 'ready'
  } catch (error) {
    const code = codeOf(error)
    if (code === fullDisk) return 'full disk'
    return code === readOnly ? 'read-only database' : 'no database'
  }
}
