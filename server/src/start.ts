import type { FastifyInstance } from 'fastify'
import { backgroundWork, createApp } from './app.ts'
import { requireSuitableDatabase, UnsuitableDatabase } from './database/connect.ts'
import { prepareHashing } from './foundation/credentials/hashing.ts'
import { byRightClock, clockCheck } from './foundation/work/clock-check.ts'
import { type WorkLoops, startWork } from './foundation/work/loop.ts'
import { pageWatch } from './http/page-watch.ts'
import { createLog } from './log.ts'
import { type Config, WrongSetting } from './settings/config.ts'
import { wire } from './wire.ts'

export interface Running {
  /** Where it listens, `http://127.0.0.1:3000`. */
  address: string
  /** Interrupts nothing. A payment under way takes little longer than `CARD_GATEWAY_TIMEOUT_SECONDS`. */
  stop(): Promise<void>
}

/** @throws WrongSetting for the profile, its texts or the address to listen on; UnsuitableDatabase */
export async function start(config: Config): Promise<Running> {
  const log = createLog(config.LOG_LEVEL)
  let loops: WorkLoops | null = null
  const { deps, close } = await wire(config, log, (name) => loops?.wake(name))
  await orClose(refuseUnsuitable(config.DATABASE_URL), close)
  // The clock counts as wrong until it has been compared with the database's.
  const readiness = { isReady: true, isClockRight: false }
  const clock = clockCheck(deps, (isRight) => {
    readiness.isClockRight = isRight
  })
  // Or the first payer after a start would be refused.
  await clock.isRight().catch(() => false)
  const app = await orClose(createApp(deps, readiness), close)
  const address = await orClose(listen(app, config), close)
  void prepareHashing().catch((error) => log.error({ err: error }, 'Password hashing failed to start'))
  const works = config.WORKER ? backgroundWork(deps).map((work) => byRightClock(clock, work)) : []
  const onError = (work: string, error: unknown): void => log.error({ err: error, work }, 'Work failed')
  const watched = config.WORKER && app.serves.has('pages') && app.isSecure ? [pageWatch(app, deps)] : []
  loops = startWork(deps.clock, [clock.work, ...watched, ...works], onError)
  return {
    address,
    async stop() {
      readiness.isReady = false
      log.info('Stopping: finishing what is under way')
      await Promise.all([deps.clock.sleep(config.DRAIN_SECONDS * 1000).then(() => app.close()), loops?.stop()])
      await close()
      log.info('Stopped')
    },
  }
}

/** A database that does not answer may not have started yet: `/readyz` says so. */
async function refuseUnsuitable(databaseUrl: string): Promise<void> {
  await requireSuitableDatabase(databaseUrl).catch((error: unknown) => {
    if (error instanceof UnsuitableDatabase) throw error
  })
}

/** Open connections would keep a process alive that cannot start. */
async function orClose<Result>(step: Promise<Result>, close: () => Promise<void>): Promise<Result> {
  try {
    return await step
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'EADDRINUSE') throw new WrongSetting(`PORT: ${PORT} on ${HOST} is already in use`)
    throw new WrongSetting(`HOST, PORT: this machine cannot listen on ${PORT} of ${HOST} (${error.message})`)
  }
}
