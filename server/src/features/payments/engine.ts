import { randomBytes, randomUUID } from 'node:crypto'
import { CheckoutPublicId } from '@portal/contract/ids'
import type { CheckoutOutcome } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { PaymentRecords } from '../../adapters/billing-system/port.ts'
import type { CardGateway, ChargeVerdict } from '../../adapters/card-gateway/port.ts'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import * as metrics from '../../metrics.ts'
import { postgresCancellations, postgresReversals, postgresStore } from './postgres-store.ts'
import type { CancellationStore } from './posting/cancellation-store.ts'
import type { ReversalStore } from './reversals/reversal-store.ts'
import type { PaymentStore } from './store.ts'

/**
 * Everything the payment engine works with. No type here is a database or a network, so the simulation can replace
 * both.
 */
export interface Engine {
  store: PaymentStore
  reversals: ReversalStore
  cancellations: CancellationStore
  gateway: CardGateway
  billing: PaymentRecords
  clock: Clock
  profile: UtilityProfile
  /** Multiplies every wait of the engine's schedules and its leases (`leaseMilliseconds`); 1 in production. */
  pace: number
  /** How long one charge may take, in milliseconds; its intent becomes stale some time after that. */
  chargeTimeoutMilliseconds: number
  newReference(): string
  newPublicId(): CheckoutPublicId
  /** Hints that postings or letters are due. */
  wake(work: string): void
  watch: PaymentWatch
}

/** What the engine tells those who watch over it. */
export interface PaymentWatch {
  /** Something a person has to look at. */
  alarm(message: string, facts: Record<string, string | number | null>): void
  charged(verdict: ChargeVerdict['outcome'], milliseconds: number): void
  checkedOut(outcome: CheckoutOutcome): void
  posted(result: 'recorded' | 'rejected' | 'failed'): void
  undecided(count: number): void
  /** The gateway could not be asked what became of a charge. */
  searchFailed(reference: string, reason: string): void
}

/** The engine over PostgreSQL and the real partners. */
export function makeEngine(deps: Deps): Engine {
  return {
    store: postgresStore(deps.db),
    reversals: postgresReversals(deps.db),
    cancellations: postgresCancellations(deps.db),
    gateway: deps.cardGateway,
    billing: deps.billing,
    clock: deps.clock,
    profile: deps.profile,
    pace: deps.config.PAYMENT_PACE,
    chargeTimeoutMilliseconds: deps.config.CARD_GATEWAY_TIMEOUT_SECONDS * 1000,
    newReference: () => referenceOf(() => randomBytes(16)),
    newPublicId: () => CheckoutPublicId.parse(randomUUID()),
    wake: deps.wake,
    watch: watchOf(deps),
  }
}

function watchOf({ log }: Deps): PaymentWatch {
  return {
    alarm: (message, facts) => log.error({ alarm: true, ...facts }, message),
    charged: (verdict, milliseconds) => metrics.chargeSeconds.observe({ verdict }, milliseconds / 1000),
    checkedOut: (outcome) => metrics.checkouts.inc({ outcome }),
    posted: (result) => metrics.postings.inc({ result }),
    undecided: (count) => metrics.unknownOutcomes.set(count),
    searchFailed: (reference, reason) =>
      log.warn({ reference, reason }, 'The gateway could not be searched for a charge'),
  }
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * `G` and 16 random characters of Crockford base 32: 80 bits, unique for ever. A fixed length keeps the gateway's
 * substring search from finding one inside another; one with a long run of digits is passed over, because it could be
 * mistaken for a card number wherever texts are scrubbed.
 */
export function referenceOf(random: () => Uint8Array): string {
  for (;;) {
    const text = [...random()].map((byte) => crockford[byte % 32]).join('')
    if (!/\d{9}/.test(text)) return `G${text}`
  }
}
