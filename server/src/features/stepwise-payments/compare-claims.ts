import type { ReplyOf } from '@portal/contract/call'
import type { CheckoutPublicId } from '@portal/contract/ids'
import { wholeReceipt } from '@portal/contract/payments'
import {
  type updateOverallPayment as updateOverallPaymentCall,
  type updatePayment as updatePaymentCall,
  stepwiseTexts,
} from '@portal/contract/stepwise-payments'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { type StoredCheckout, type StoredItem, receiptTagOf } from '../../payments/records/stored-checkout.ts'
import { itemStatusOf } from '../../payments/states.ts'
import type { PaymentDoor, Payer } from '../../payments/submit/payer.ts'
import { findItem, findPayment, refused } from './find-payment.ts'

type OverallBody = z.output<NonNullable<typeof updateOverallPaymentCall.body>>
type OverallResult = ReplyOf<typeof updateOverallPaymentCall>['result']

/** Changes nothing (docs/payments.md). The two messages are the partners' own and are not compared. */
export async function updateOverallPayment(
  engine: PaymentDoor,
  client: Client,
  body: OverallBody,
): Promise<OverallResult> {
  const found = await findPayment(engine, client.session.id, body.overAllId)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const data = found.attempt ? overallTruth(found) : draftTruth.overall
  const receipts = found.items.flatMap((item) => item.receiptNumber ?? [])
  const fields = differences({
    receipt: { said: namedReceipt(body.receipt, receipts, data.receipt), recorded: data.receipt },
    transaction_tag: { said: body.transaction_tag, recorded: data.transaction_tag },
    pay_eezy_seq_num: { said: body.pay_eezy_seq_num, recorded: data.pay_eezy_seq_num },
    auth_no: { said: body.auth_no, recorded: data.auth_no },
    ccb_status: { said: body.ccb_status, recorded: data.ccb_status },
  })
  if (fields.length === 0) return { status: 'Success', data }
  noteDifferences(client, { call: 'update-overall-payment', checkout: found.publicId, fields })
  return { ...refused(stepwiseTexts.differs), data }
}

/** A client may name the whole payment's receipt, or those of all its accounts. */
function namedReceipt(said: string, receipts: readonly string[], whole: string): string {
  const named = said.split(',').map((one) => one.trim())
  const isEveryOne = named.length === receipts.length && receipts.every((receipt) => named.includes(receipt))
  return isEveryOne ? whole : said
}

type IndividualBody = z.output<NonNullable<typeof updatePaymentCall.body>>
type IndividualResult = ReplyOf<typeof updatePaymentCall>['result']

/** Changes nothing (docs/payments.md). */
export async function updatePayment(
  engine: PaymentDoor,
  client: Client,
  body: IndividualBody,
): Promise<IndividualResult> {
  const found = await findItem(engine, client.session.id, body.indivId)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const { payment, item } = found
  const data = payment.attempt ? individualTruth(payment, item) : draftTruth.individual
  const fields = differences({
    status: { said: body.status, recorded: data.status },
    receipt: { said: body.receipt, recorded: data.receipt },
  })
  if (fields.length === 0) return { status: 'Success', data }
  noteDifferences(client, { call: 'update-payment', checkout: payment.publicId, fields })
  return { ...refused(stepwiseTexts.differs), data }
}

export interface Client extends Payer {
  log: FastifyBaseLogger
}

/** By field name of the call's body. */
type Claims = Readonly<Record<string, { said: string; recorded: string }>>

export function differences(claims: Claims): string[] {
  return Object.entries(claims).flatMap(([name, { said, recorded }]) => (said === recorded ? [] : [name]))
}

/** A security event, by mistake or on purpose. Names the fields, never the claims. */
export function noteDifferences(
  { session, log }: Client,
  about: { call: string; checkout: CheckoutPublicId; fields: string[] },
): void {
  log.warn({ security: true, session: session.id, ...about }, 'Client data does not match our records')
}

/** Under the names of `update-overall-payment`. */
type OverallTruth = Extract<ReplyOf<typeof updateOverallPaymentCall>['result'], { status: 'Success' }>['data']
/** Under the names of `update-payment`. */
type IndividualTruth = Extract<ReplyOf<typeof updatePaymentCall>['result'], { status: 'Success' }>['data']

/** The billing status is worked out, never stored: '1' when billing holds all accounts' payments (A§4). */
export function overallTruth({ state, items, attempt }: StoredCheckout): OverallTruth {
  return {
    receipt: state === 'PAID' ? wholeReceipt(receiptTagOf(attempt, attempt.transactionTag) ?? '') : '',
    transaction_tag: attempt.transactionTag ?? '',
    pay_eezy_seq_num: attempt.sequenceNumber ?? '',
    auth_no: attempt.authorizationNumber ?? '',
    process_message: attempt.message ?? '',
    bank_response: attempt.bankMessage ?? '',
    ccb_status: items.every((item) => item.postingState === 'POSTED') ? '1' : '0',
  }
}

/** Saved, and nothing more has happened to it (A§4). */
export const draftTruth: { overall: OverallTruth; individual: IndividualTruth } = {
  overall: {
    receipt: '',
    transaction_tag: '',
    pay_eezy_seq_num: '',
    auth_no: '',
    process_message: '',
    bank_response: '',
    ccb_status: '0',
  },
  individual: { status: 'saved', receipt: '' },
}

/** A§4 */
export function individualTruth({ attempt }: StoredCheckout, item: StoredItem): IndividualTruth {
  return { status: itemStatusOf[attempt.state], receipt: item.receiptNumber ?? '' }
}
