import { randomBytes, randomUUID } from 'node:crypto'
import { CheckoutPublicId } from '@portal/contract/ids'
import { newShortNumber } from '@portal/contract/short-number'
import type { BillingSystem } from '../adapters/billing-system/port.ts'
import type { PaymentGateway } from '../adapters/payment-gateway/port.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { maintenanceReader } from '../foundation/maintenance.ts'
import { emailWork } from '../messages/outbox/message.ts'
import { type Monitoring, makeMonitoring } from './monitoring.ts'
import type { ReversalStart } from './records/reversals.ts'

export interface Engine {
  db: Db
  /** Where cards are charged. It alone knows of the payments that it took. */
  gateway: PaymentGateway
  billing: BillingSystem
  clock: Clock
  profile: Deps['profile']
  publicUrl: string
  /** Multiplies every wait of the engine's schedules and its leases (`leaseMilliseconds`); 1 in production. */
  pace: number
  newReference(): string
  /** For a payment whose tag nobody can read out; else null. */
  newShortNumber(): string | null
  newPublicId(): CheckoutPublicId
  /** Hints that postings or emails are due. */
  wake(work: string): void
  monitoring: Monitoring
  /** Whether System Maintenance has stopped the run that charges saved cards. */
  isRunStopped(): Promise<boolean>
}

export function makeEngine(deps: Deps): Engine {
  const readFlags = maintenanceReader(deps)
  return {
    db: deps.db,
    gateway: deps.paymentGateway,
    billing: deps.billing,
    clock: deps.clock,
    profile: deps.profile,
    publicUrl: deps.config.PUBLIC_URL,
    pace: deps.config.PAYMENT_PACE,
    newReference: () => deps.paymentGateway.newReference(randomBytes),
    newShortNumber: () => (deps.paymentGateway.hasReadableTags ? null : newShortNumber(randomBytes)),
    newPublicId: () => CheckoutPublicId.parse(randomUUID()),
    wake: deps.wake,
    monitoring: makeMonitoring(deps),
    isRunStopped: async () => (await readFlags()).autoPay,
  }
}

export function startReversal({ gateway, newReference }: Engine): ReversalStart {
  return { kind: gateway.reversalKinds[0], reference: newReference() }
}

/** The names by which to wake the engine's work. */
export const inquiryWork = 'inquiries'

export const postingWork = 'postings'

export const cancellationWork = 'cancellations'

export const reversalWork = 'reversals'

export const eventWork = 'gateway events'

export const autopayWork = 'autopay'

export const planningWork = 'autopay-plans'

/** Emails and planned charges may be due. */
export function wakeAutopay(engine: Pick<Engine, 'wake'>): void {
  engine.wake(emailWork)
  engine.wake(planningWork)
  engine.wake(autopayWork)
}
