import type { ReplyOf } from '@portal/contract/call'
import {
  stepwiseTexts,
  type updateOverallPayment as updateOverallPaymentCall,
} from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import { differences, noteDifferences } from './claims.ts'
import { findPayment } from './find-payment.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'
import { draftTruth, overallTruth } from './stored-truth.ts'

type Body = z.output<NonNullable<typeof updateOverallPaymentCall.body>>
type Result = ReplyOf<typeof updateOverallPaymentCall>['result']

/**
 * Compares what a client says of a payment with what is recorded (docs/payments.md). It changes nothing: the server
 * has written its own record. The two messages are the partners' own and are not compared.
 */
export async function updateOverallPayment(parts: StepwiseDeps, client: Client, body: Body): Promise<Result> {
  const found = await findPayment(parts, client.session.id, body.overAllId)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const data = 'draft' in found ? draftTruth.overall : overallTruth(found.checkout)
  const receipts = 'draft' in found ? [] : found.checkout.items.flatMap((item) => item.receiptNumber ?? [])
  const fields = differences({
    receipt: { said: namedReceipt(body.receipt, receipts, data.receipt), recorded: data.receipt },
    transaction_tag: { said: body.transaction_tag, recorded: data.transaction_tag },
    pay_eezy_seq_num: { said: body.pay_eezy_seq_num, recorded: data.pay_eezy_seq_num },
    auth_no: { said: body.auth_no, recorded: data.auth_no },
    ccb_status: { said: body.ccb_status, recorded: data.ccb_status },
  })
  if (fields.length === 0) return { status: 'Success', data }
  const { publicId } = 'draft' in found ? found.draft : found.checkout
  noteDifferences(client, { call: 'update-overall-payment', checkout: publicId, fields })
  return { ...refused(stepwiseTexts.differs), data }
}

/** A client may name the whole payment's receipt, or those of all its accounts. */
function namedReceipt(said: string, receipts: readonly string[], whole: string): string {
  const named = said.split(',').map((one) => one.trim())
  const isEveryOne = named.length === receipts.length && receipts.every((receipt) => named.includes(receipt))
  return isEveryOne ? whole : said
}
