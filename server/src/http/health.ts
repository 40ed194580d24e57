import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { databaseConnections, metrics } from '../metrics.ts'

/** Whether a process takes calls; turned off when it is asked to stop. */
export interface Readiness {
  isReady: boolean
  /** Its clock is that of the database, within seconds. */
  isClockRight: boolean
}

const pingLimit = 2000

/**
 * What machines ask a process: `/healthz`, whether it runs; `/readyz`, whether to send it calls (no while it is
 * stopping, has no database, or its clock is wrong); `/metrics`, its figures for Prometheus.
 */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'pool' | 'clock'>,
  readiness: Readiness,
): void {
  const schema = { hide: true }

  app.get('/healthz', { schema }, async () => ({ status: 'up' }))

  app.get('/readyz', { schema }, async (_request, reply) => {
    if (!readiness.isReady) return await reply.code(503).send({ status: 'stopping' })
    if (!(await answersInTime(deps))) return await reply.code(503).send({ status: 'no database' })
    if (!readiness.isClockRight) return await reply.code(503).send({ status: 'wrong clock' })
    return await reply.send({ status: 'ready' })
  })

  app.get('/metrics', { schema }, async (_request, reply) => {
    databaseConnections.set({ state: 'open' }, deps.pool.totalCount)
    databaseConnections.set({ state: 'idle' }, deps.pool.idleCount)
    databaseConnections.set({ state: 'waited for' }, deps.pool.waitingCount)
    return await reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

async function answersInTime({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const tooLate = new AbortController()
  const waited = clock.sleep(pingLimit, tooLate.signal).then(() => false)
  try {
    return await Promise.race([answered, waited])
  } finally {
    tooLate.abort()
  }
}
