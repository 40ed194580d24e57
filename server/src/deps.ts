import type pg from 'pg'
import type { Logger } from 'pino'
import type { BillingSystem } from './adapters/billing-system/port.ts'
import type { CardGateway } from './adapters/card-gateway/port.ts'
import type { MailTransport } from './adapters/email/port.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/connect.ts'
import type { WorkLoops } from './foundation/work/loop.ts'
import type { Config } from './settings/config.ts'
import type { ServerProfile } from './settings/profile.ts'

/** Everything that a use case may need, made by `wire.ts` or by a test. */
export interface Deps {
  config: Config
  profile: ServerProfile
  db: Db
  /** The same database for COPY, which Kysely does not support. */
  pool: pg.Pool
  /** The same database for rate limits. A power cut may lose their last second. */
  counters: pg.Pool
  clock: Clock
  log: Logger
  cardGateway: CardGateway
  billing: BillingSystem
  mail: MailTransport
  /** Tells the background work that something may be due. Does nothing in a process without a worker. */
  wake: WorkLoops['wake']
}
