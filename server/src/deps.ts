import type pg from 'pg'
import type { Logger } from 'pino'
import type { BillingSystem } from './adapters/billing-system/port.ts'
import type { EmailTransport } from './adapters/email/port.ts'
import type { PaymentGateway } from './adapters/payment-gateway/port.ts'
import type { TextMessages } from './adapters/text-messages/port.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/connect.ts'
import type { Config } from './settings/config.ts'
import type { ServerProfile } from './settings/profile.ts'

export interface Deps {
  config: Config
  profile: ServerProfile
  db: Db
  pool: pg.Pool
  counters: pg.Pool
  clock: Clock
  log: Logger
  paymentGateway: PaymentGateway
  billing: BillingSystem
  mail: EmailTransport
  /** Null where no one sends texts: then no page speaks of them. */
  texts: TextMessages | null
  /** Work may be due. Does nothing in a process without a worker. */
  wake: (work: string) => void
}
