import type { ReplyOf } from '@portal/contract/call'
import { stepwiseTexts, type updatePayment as updatePaymentCall } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import { differences, noteDifferences } from './claims.ts'
import { findItem } from './find-payment.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'
import { draftTruth, individualTruth } from './stored-truth.ts'

type Body = z.output<NonNullable<typeof updatePaymentCall.body>>
type Result = ReplyOf<typeof updatePaymentCall>['result']

/**
 * Compares what a client says of one account's payment with what is recorded; it changes nothing (docs/payments.md).
 */
export async function updatePayment(parts: StepwiseDeps, client: Client, body: Body): Promise<Result> {
  const found = await findItem(parts, client.session.id, body.indivId)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const data = 'draft' in found ? draftTruth.individual : individualTruth(found.checkout, found.item)
  const fields = differences({
    status: { said: body.status, recorded: data.status },
    receipt: { said: body.receipt, recorded: data.receipt },
  })
  if (fields.length === 0) return { status: 'Success', data }
  const { publicId } = 'draft' in found ? found.draft : found.checkout
  noteDifferences(client, { call: 'update-payment', checkout: publicId, fields })
  return { ...refused(stepwiseTexts.differs), data }
}
