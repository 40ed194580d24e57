import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { databaseConnections, metrics, readyForCalls } from '../metrics.ts'

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

  app.get('/healthz', { schema }, async () => ({ status: 'up' }))

  app.get('/readyz', { schema }, async (_request, reply) => {
    const status = await readinessOf(deps, readiness)
    return await reply.code(status === 'ready' ? 200 : 503).send({ status })
  })

  app.get('/metrics', { schema }, async (_request, reply) => {
    databaseConnections.set({ state: 'open' }, deps.pool.totalCount)
    databaseConnections.set({ state: 'idle' }, deps.pool.idleCount)
    databaseConnections.set({ state: 'waited for' }, deps.pool.waitingCount)
    readyForCalls.set((await readinessOf(deps, readiness)) === 'ready' ? 1 : 0)
    return await reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** A proxy that reuses a connection as it closes loses the call, and does not send a payment twice. */
export function closeConnectionsWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!readiness.isReady) reply.header('connection', 'close')
  })
}

type Status = 'ready' | 'stopping' | 'no database' | 'read-only database' | 'wrong clock'

async function readinessOf(deps: Pick<Deps, 'db' | 'clock'>, { isReady, isClockRight }: Readiness): Promise<Status> {
  if (!isReady) return 'stopping'
  const database = await databaseInTime(deps)
  if (database !== 'ready') return database
  return isClockRight ? 'ready' : 'wrong clock'
}

/** A standby that has not been promoted answers every query but takes no payment. */
async function databaseInTime({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Status> {
  const answered = sql<{ read_only: string }>`select current_setting('transaction_read_only') as read_only`
    .execute(db)
    .then(
      ({ rows }): Status => (rows[0]?.read_only === 'off' ? 'ready' : 'read-only database'),
      (): Status => 'no database',
    )
  const tooLate = new AbortController()
  const waited = clock.sleep(pingLimit, tooLate.signal).then((): Status => 'no database')
  try {
    return await Promise.race([answered, waited])
  } finally {
    tooLate.abort()
  }
}
