import { randomBytes, randomUUID } from 'node:crypto'
import { CardDetails } from '@portal/contract/card'
import { epochOf, Instant, instantOf } from '@portal/contract/dates'
import { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { cents, sumCents } from '@portal/contract/money'
import { newShortNumber } from '@portal/contract/short-number'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import {
  type BillingCancellation,
  type BillingPayment,
  type PaymentRecords,
  BillingSystemDown,
} from '../../adapters/billing-system/port.ts'
import type { GatewayEvents } from '../../adapters/payment-gateway/port-events.ts'
import type {
  PaymentGateway,
  ChargeRequest,
  ChargeResult,
  InquiryAnswer,
  ReportResult,
  ReversalRequest,
  ReversalResult,
} from '../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/connect.ts'
import { defaultProfile } from '../../testing/profile.ts'
import type { Intent } from '../charge/intent.ts'
import type { Engine } from '../engine.ts'
import { staleAt } from '../schedule.ts'

/** A payment engine over a real database, with partners that do what a test says and a clock that stands still. */
export interface EngineWorld {
  engine: Engine
  clock: Clock & { pass(milliseconds: number): void }
  gateway: {
    charges: ChargeRequest[]
    answer: (request: ChargeRequest) => Promise<ChargeResult>
    books: InquiryAnswer
    reversals: ReversalRequest[]
    answerReversal: (request: ReversalRequest) => Promise<ReversalResult>
    report: ReportResult
    /** It tells nothing by itself, unless a test says so. */
    events: GatewayEvents | undefined
  }
  billing: {
    payments: BillingPayment[]
    cancelled: BillingCancellation[]
    isDown: boolean
    losesReplies: boolean
    paidOtherwise: boolean
    /** Why the billing system refuses every payment; null when it does not. */
    refuses: string | null
    /** Why it cancels none; null likewise. */
    keeps: string | null
  }
  alarms: string[]
}

/** The default profile under another name. */
const testProfile = {
  ...defaultProfile,
  name: 'Test Water',
  shortName: 'TW',
  customerServiceEmail: 'help@water.example',
  paymentDescription: 'water service',
  refundPolicy: 'Ask customer service for a refund.',
}

const noReply = {
  code: '00',
  message: 'Transaction Normal',
  bankCode: '100',
  bankMessage: 'Approved',
  avs: null,
  cvv2: 'M',
  record: null,
}

export function charged(tag: string): ChargeResult {
  return { outcome: 'charged', reply: { ...noReply, tag, authorization: 'ET000001', sequence: '000001' } }
}

export function declined(tag: string): ChargeResult {
  const reply = { ...noReply, tag, authorization: null, sequence: '000002', bankCode: '302', bankMessage: 'Declined' }
  return { outcome: 'declined', reply }
}

export function reversed(tag: string): ReversalResult {
  return { outcome: 'reversed', reply: { ...noReply, tag, authorization: 'ET000003', sequence: '000003' } }
}

export const unknown = {
  outcome: 'unknown',
  reason: 'timeout',
  reply: null,
  operatorAlarm: false,
} as const satisfies ChargeResult

export function engineWorld(db: Db): EngineWorld {
  const clock = standingClock()
  const alarms: string[] = []
  const gateway: EngineWorld['gateway'] = {
    charges: [],
    answer: async () => charged(String(1_000 + gateway.charges.length)),
    books: { outcome: 'nothing' },
    reversals: [],
    answerReversal: async () => reversed(String(2_000 + gateway.reversals.length)),
    report: { outcome: 'unavailable', reason: 'the test has not said what the gateway lists' },
    events: undefined,
  }
  const billing: EngineWorld['billing'] = {
    payments: [],
    cancelled: [],
    isDown: false,
    losesReplies: false,
    paidOtherwise: false,
    refuses: null,
    keeps: null,
  }
  const engine: Engine = {
    db,
    gateway: scriptedGateway(gateway),
    billing: { ...ledgerBilling(db, 'GWA'), ...scriptedBilling(billing) },
    clock,
    profile: testProfile,
    publicUrl: 'https://portal.utility.example',
    pace: 1,
    newReference: () => testGateway().newReference(randomBytes),
    newShortNumber: () => (engine.gateway.hasReadableTags ? null : newShortNumber(randomBytes)),
    newPublicId: () => CheckoutPublicId.parse(randomUUID()),
    wake: () => undefined,
    monitoring: {
      alarm: (message, facts) => alarms.push(`${message}: ${JSON.stringify(facts)}`),
      charged: () => undefined,
      checkedOut: () => undefined,
      posted: () => undefined,
      undecided: () => undefined,
      searchFailed: () => undefined,
      outcomeFound: () => undefined,
      cardUnclear: () => undefined,
    },
    isRunStopped: async () => false,
  }
  return { engine, clock, gateway, billing, alarms }
}

function standingClock(): EngineWorld['clock'] {
  let now = epochOf(Instant.parse('2026-06-01T02:00:00.000Z'))
  return {
    now: () => instantOf(now),
    sleep: async (milliseconds) => {
      now += milliseconds
    },
    pass(milliseconds) {
      now += milliseconds
    },
  }
}

function scriptedGateway(script: EngineWorld['gateway']): PaymentGateway {
  const gateway = testGateway({
    async charge(request) {
      script.charges.push(request)
      return script.answer(request)
    },
    inquire: async () => script.books,
    async reverse(request) {
      script.reversals.push(request)
      return script.answerReversal(request)
    },
    report: async () => script.report,
  })
  return Object.defineProperty(gateway, 'events', { get: () => script.events })
}

function scriptedBilling(script: EngineWorld['billing']): PaymentRecords {
  const isCancelled = (receipt: string) => script.cancelled.some((cancelled) => cancelled.receipt === receipt)
  const holding = (receipt: string) => script.payments.find((payment) => payment.receipt === receipt)
  return {
    async recordPayment(payment) {
      if (script.isDown) throw new BillingSystemDown('no connection')
      if (script.refuses !== null) return { outcome: 'rejected', reason: script.refuses }
      if (!holding(payment.receipt)) script.payments.push(payment)
      if (script.losesReplies) throw new BillingSystemDown('no reply')
      return { outcome: 'recorded', billingReference: `P${script.payments.length}` }
    },
    async cancelPayment(cancellation) {
      if (script.isDown) throw new BillingSystemDown('no connection')
      if (!holding(cancellation.receipt)) return { outcome: 'rejected', reason: 'There is no such payment' }
      if (script.keeps !== null) return { outcome: 'rejected', reason: script.keeps }
      if (!isCancelled(cancellation.receipt)) script.cancelled.push(cancellation)
      if (script.losesReplies) throw new BillingSystemDown('no reply')
      return { outcome: 'cancelled' }
    },
    wasPaidOtherwise: async () => script.paidOtherwise,
    async findPayment(receipt) {
      if (script.isDown) throw new BillingSystemDown('no connection')
      const held = holding(receipt)
      return held ? { billingReference: 'P1', amount: held.amount, isCancelled: isCancelled(receipt) } : null
    },
  }
}

export const testCard = CardDetails.parse({
  cardHolderName: 'Maria Cruz',
  cardNumber: '4111111111111111',
  validExpDate: '1230',
  cvv: '987',
  billingZipCode: '96913',
})

/** What a payer who knows of every payment says is the newest. */
export const knowsAll = Number.MAX_SAFE_INTEGER

/** An intent of one or more accounts, each paying the same amount. */
export function intentFor(engine: Engine, accounts: string[], overrides: Partial<Intent> = {}): Intent {
  const at: Instant = engine.clock.now()
  const items = accounts.map((accountId) => ({
    accountId: AccountNumber.parse(accountId),
    amount: cents(4_250),
    serviceLocation: '12 Marine Corps Dr, Tamuning, GU',
    newestPaid: knowsAll,
  }))
  return {
    sessionId: 7,
    paidBy: null,
    idempotencyKey: randomUUID(),
    contentHash: 'content',
    publicId: engine.newPublicId(),
    mode: 'Online',
    sourceCode: 'CCV',
    amount: sumCents(items.map((item) => item.amount)),
    confirmationEmail: 'maria@example.com',
    items,
    gateway: engine.gateway.name,
    reference: engine.newReference(),
    brand: 'Visa',
    lastFour: '1111',
    cardHolder: 'Maria Cruz',
    humanCheck: { id: randomUUID(), expiresAt: at },
    turn: 0,
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
    ...overrides,
  }
}
