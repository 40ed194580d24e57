import type { BankCredit } from '@portal/contract/bank-accounts'
import type { CardDetails, CardToken } from '@portal/contract/card'
import { instantOf } from '@portal/contract/dates'
import type { ServiceFees } from '@portal/contract/fees'
import { CheckoutPublicId, type AccountNumber } from '@portal/contract/ids'
import { newShortNumber } from '@portal/contract/short-number'
import type { BillingSystem } from '@portal/server/adapters/billing-system/port.ts'
import type { BankToken } from '@portal/server/adapters/payment-gateway/port-bank-accounts.ts'
import type { PaymentGateway } from '@portal/server/adapters/payment-gateway/port.ts'
import type { Clock } from '@portal/server/clock.ts'
import type { Db, Tx } from '@portal/server/database/connect.ts'
import { draftSweep } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { Work } from '@portal/server/foundation/work/loop.ts'
import { pausingAgreements } from '@portal/server/payments/agreements/agreements.ts'
import { pauseWork } from '@portal/server/payments/agreements/pause-blocked.ts'
import { readPortalPayments } from '@portal/server/payments/balances.ts'
import type { Intent } from '@portal/server/payments/charge/intent.ts'
import { takePayment, type Taken } from '@portal/server/payments/charge/take-payment.ts'
import type { Engine } from '@portal/server/payments/engine.ts'
import { gatewayEventLoops } from '@portal/server/payments/gateway-events/act-on-events.ts'
import { resolutionLoop } from '@portal/server/payments/manual/check-resolutions.ts'
import { cancellationLoop, postingLoop } from '@portal/server/payments/posting/post-to-billing.ts'
import type { Turn } from '@portal/server/payments/records/checkouts.ts'
import { storeEvents } from '@portal/server/payments/records/gateway-events.ts'
import { resolveLoop } from '@portal/server/payments/recovery/resolve-unknown.ts'
import { reversalLoop } from '@portal/server/payments/reversals/send-reversals.ts'
import { autopayLoops } from '@portal/server/payments/run/run.ts'
import { methodReads } from '@portal/server/payments/saved-methods/method-reads.ts'
import { keepingOf } from '@portal/server/payments/saved-methods/methods.ts'
import { refusingForGood } from '@portal/server/payments/submit/submit-payment.ts'
import { refuseCommonly } from '@portal/server/refusal.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import type { Kind } from './live.ts'
import type { Receiver } from './partners/stripe-later.ts'
import type { Random } from './random.ts'

interface Surroundings {
  db: Db
  gateway: PaymentGateway
  billing: BillingSystem
  mostPerHour: number
  isRunStopped(): boolean
  /** What a payer gives. */
  typedCard(): Promise<CardDetails | CardToken>
  typedBank(lastFour: string): Promise<BankToken>
  credit(): BankCredit
  serviceFees: ServiceFees
  clock: Clock
  random: Random
  newUuid(): string
  alarm(message: string): void
}

/** The product's own code in one server process, as far as payments need it. */
export interface Product {
  engine: Engine
  works: Partial<Record<Kind, Work>>
  takePayment(intent: Intent, clock: Clock): Promise<Taken>
  /** Refuses a payment for good, as for too many tries. */
  refuse(turn: Turn): Promise<void>
  /** Takes what the gateway tells, as `features/gateway-events` does. */
  hear: Receiver
  /** Null where the gateway keeps no cards. */
  autopay: Engine | null
  /** Something that a person does, in a transaction of its own. */
  inTransaction<Result>(act: (tx: Tx) => Promise<Result>): Promise<Result>
}

export function productIn(surroundings: Surroundings): Product {
  const { db } = surroundings
  const engine = engineIn(surroundings)
  const [events, catchUp] = gatewayEventLoops(engine)
  const autopay = engine.gateway.savedMethods ? engine : null
  const [plans, charges] = autopay ? autopayLoops(autopay) : []
  const keeping = keepingOf(engine)
  return {
    engine,
    works: {
      postings: postingLoop(engine),
      lookUps: resolveLoop(engine),
      resolutions: resolutionLoop(engine),
      reversals: reversalLoop(engine),
      cancellations: cancellationLoop(engine),
      drafts: draftSweep(engine),
      ...(events && catchUp && { events, catchUp }),
      ...(plans && charges && { plans, autopay: charges, pauses: pauseWork(engine) }),
      ...(keeping && { methodReads: methodReads(keeping, pausingAgreements(engine)) }),
    },
    autopay,
    takePayment: async (intent, clock) =>
      await takePayment(
        { ...engine, clock },
        intent,
        await (intent.bank ? surroundings.typedBank(intent.lastFour) : surroundings.typedCard()),
        null,
      ),
    refuse: async (turn) => await refuse(engine, turn),
    hear: async (body, headers) => {
      const told = engine.gateway.events?.read(body, headers)
      if (told?.outcome === 'refused') throw new Error(told.reason)
      if (told?.outcome === 'read') await storeEvents(db, engine.gateway.name, [told.event], engine.clock.now())
      return true
    },
    inTransaction: async (act) => await db.transaction().execute(act),
  }
}

/** What a payer who looks accounts up learns of their payments: the newest of each, 0 for none. */
export async function newestPaid(
  db: Db,
  accounts: readonly AccountNumber[],
): Promise<ReadonlyMap<AccountNumber, number>> {
  const clock = { now: () => instantOf(0), sleep: async () => undefined }
  const known = await readPortalPayments({ db, clock, profile: simulatedUtility }, accounts)
  return new Map([...known].map(([account, payments]) => [account, payments.newestPaid]))
}

function engineIn(surroundings: Surroundings): Engine {
  const { db, gateway, billing, clock, random, newUuid, mostPerHour, isRunStopped, alarm } = surroundings
  const nothing = (): void => undefined
  return {
    db,
    gateway,
    billing,
    clock,
    profile: {
      ...simulatedUtility,
      autoPay: { ...simulatedUtility.autoPay, mostPerHour },
      get bankPayments() {
        return { credit: surroundings.credit(), sourceCode: 'ACH' }
      },
      serviceFees: [...surroundings.serviceFees],
    },
    publicUrl: 'https://portal.utility.example',
    pace: 1,
    newReference: () => gateway.newReference((bytes) => random.bytes(bytes)),
    // Of few, so that some are taken.
    newShortNumber: () =>
      gateway.hasReadableTags ? null : newShortNumber(() => Uint8Array.from([0, 0, 0, 0, 0, ...random.bytes(2)])),
    newPublicId: () => CheckoutPublicId.parse(newUuid()),
    wake: nothing,
    monitoring: {
      alarm,
      charged: nothing,
      checkedOut: nothing,
      posted: nothing,
      undecided: nothing,
      searchFailed: nothing,
      outcomeFound: nothing,
      cardUnclear: nothing,
    },
    isRunStopped: async () => isRunStopped(),
  }
}

async function refuse(engine: Engine, turn: Turn): Promise<void> {
  const refusal = refusingForGood(engine, turn, async () => {
    throw refuseCommonly('too-many-tries')
  })
  await refusal.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'Refusal')) throw error
  })
}

/** The utility of the simulated worlds, with only what emails print and the time zone. */
export const simulatedUtility = { ...readProfile(), name: 'Simulated Water', timeZone: 'Pacific/Guam' }
