import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { databaseConnections, metrics, readyForCalls } from '../metrics.ts'

/** Whether a process takes calls; turned off when it is asked to stop. */
export interface Readiness {
  isReady: boolean
  /** Whether its clock agrees with the database's, to within seconds. */
  isClockRight: boolean
}

const pingLimit = 2000

/**
 * What monitoring asks a process: `/healthz`, whether it runs; `/readyz`, whether to send it calls (no while it is
 * stopping, has no database or a read-only one, or its clock is wrong); `/metrics`, its figures for Prometheus.
 */
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

/**
 * Once the process has been asked to stop, each reply closes its connection. A proxy reuses connections: when one
 * closes just as a call is sent, the call is lost, and a proxy does not send a payment a second time.
 */
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
