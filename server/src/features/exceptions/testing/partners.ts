import { type BillingSystem, BillingSystemDown } from '../../../adapters/billing-system/port.ts'
import type { FoundDispute, FoundRefund } from '../../../adapters/payment-gateway/port-events.ts'
import type {
  PaymentGateway,
  ChargeResult,
  InquiryAnswer,
  ReportedTransaction,
  ReversalRequest,
  ReversalResult,
} from '../../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../../adapters/payment-gateway/testing/test-gateway.ts'

export interface DeskPartners {
  answer: ChargeResult | null
  found: InquiryAnswer
  /** When `found` is not the same for all. */
  search: ((reference: string) => InquiryAnswer | Promise<InquiryAnswer>) | null
  searches: number
  /** On any day. */
  reported: ReportedTransaction[]
  reversals: ReversalRequest[]
  /** About any dispute. */
  dispute: FoundDispute | null
  /** About any refund. */
  refund: FoundRefund | null
  refusal: Extract<ReversalResult, { outcome: 'refused' }>['reason'] | null
  /** 'down' when the billing system cannot be reached. */
  billing: string | null
  cancelling: string | null
}

export function goodPartners(): DeskPartners {
  return {
    answer: null,
    found: { outcome: 'nothing' },
    search: null,
    searches: 0,
    reported: [],
    reversals: [],
    dispute: null,
    refund: null,
    refusal: null,
    billing: null,
    cancelling: null,
  }
}

/** Cannot be trusted. */
export const noAnswer: ChargeResult = { outcome: 'unknown', reason: 'timeout', reply: null, operatorAlarm: false }

const answerWithoutFacts = {
  sequence: null,
  code: '00',
  message: 'Transaction Normal',
  bankCode: '100',
  bankMessage: 'Approved',
  avs: null,
  cvv2: null,
  record: null,
}

let tag = 0

export function gatewayOf(partners: DeskPartners): PaymentGateway {
  return testGateway({
    async charge() {
      if (partners.answer) return partners.answer
      tag += 1
      const reply = { ...answerWithoutFacts, tag: String(4_700 + tag), authorization: 'ET000001' }
      return { outcome: 'charged', reply }
    },
    async inquire({ reference }) {
      partners.searches += 1
      return (await partners.search?.(reference)) ?? partners.found
    },
    report: async () => ({ outcome: 'listed', transactions: partners.reported }),
    async reverse(request) {
      partners.reversals.push(request)
      const reply = { ...answerWithoutFacts, tag: String(8_000 + partners.reversals.length), authorization: 'ET000009' }
      if (partners.refusal) return { outcome: 'refused', reason: partners.refusal, reply, operatorAlarm: false }
      return { outcome: 'reversed', reply }
    },
    events: {
      read: () => ({ outcome: 'refused', reason: 'not here' }),
      list: async () => ({ outcome: 'listed', events: [] }),
      readDispute: async () => (partners.dispute ? { outcome: 'found', ...partners.dispute } : { outcome: 'nothing' }),
      readCharge: async () => ({ outcome: 'nothing' }),
      readRefund: async () => (partners.refund ? { outcome: 'found', ...partners.refund } : { outcome: 'nothing' }),
    },
  })
}

/** The ledger, unless it refuses. */
export function billingOf(
  ledger: BillingSystem,
  partners: DeskPartners,
): Pick<BillingSystem, 'recordPayment' | 'cancelPayment'> {
  return {
    async recordPayment(payment) {
      if (partners.billing === 'down') throw new BillingSystemDown('no connection')
      if (partners.billing) return { outcome: 'rejected', reason: partners.billing }
      return await ledger.recordPayment(payment)
    },
    async cancelPayment(cancellation) {
      if (partners.cancelling) return { outcome: 'rejected', reason: partners.cancelling }
      return await ledger.cancelPayment(cancellation)
    },
  }
}
