import type { ReplyOf } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import { decimalCents, parseDecimalCents } from '@portal/contract/money'
import { cardCharge, paymentMethodCode, paymentTexts } from '@portal/contract/payments'
import { type makePayment as makePaymentCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import { postingWork } from '../../payments/engine.ts'
import { readByPublicId } from '../../payments/records/checkouts.ts'
import type { StoredCheckout, StoredItem } from '../../payments/records/stored-checkout.ts'
import { payerOutcomeOf } from '../../payments/states.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { type Client, differences, noteDifferences } from './compare-claims.ts'
import { findItem, readOverallId, refused } from './find-payment.ts'

type Body = z.output<NonNullable<typeof makePaymentCall.body>>
type Result = ReplyOf<typeof makePaymentCall>['result']

const longestWait = 10_000
const pause = 250

/** Hurries the posting along and waits for it, but never posts itself (docs/payments.md). */
export async function makePayment(engine: PaymentDoor, client: Client, body: Body): Promise<Result> {
  const found = await findItem(engine, client.session.id, body.individual_id)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const { payment: checkout, item } = found
  if (!checkout.attempt) return refused(stepwiseTexts.notCharged)
  if (readOverallId(body.overall_id) !== checkout.publicId) return refused(stepwiseTexts.noSuchPayment)
  if (item.postingState === null) return refused(postingRefusal(checkout))
  const outcome = payerOutcomeOf[checkout.state]
  if (outcome === 'reversed' || outcome === 'refunded') return refused(stepwiseTexts[outcome])
  const fields = differences(claimsOf(body, checkout, item))
  if (fields.length > 0) {
    noteDifferences(client, { call: 'make-payment', checkout: checkout.publicId, fields })
    return refused(stepwiseTexts.differs)
  }
  return answerPosting(await waitForPosting(engine, checkout, item))
}

/** Nothing is posted without a charge. */
function postingRefusal({ state }: StoredCheckout): string {
  return payerOutcomeOf[state] === 'beingConfirmed' ? paymentTexts.doNotPayAgain : stepwiseTexts.notCharged
}

function claimsOf(body: Body, { sourceCode, attempt }: StoredCheckout, item: StoredItem) {
  const charge = parseDecimalCents(body.cardCharge)
  return {
    accountId: { said: body.accountId, recorded: item.accountId },
    amount: { said: decimalCents(body.amount), recorded: decimalCents(item.amount) },
    method: { said: body.method, recorded: paymentMethodCode },
    cardCharge: { said: charge === null ? body.cardCharge : decimalCents(charge), recorded: cardCharge },
    paymentSource: { said: body.paymentSource, recorded: sourceCode },
    receiptNum: { said: body.receiptNum, recorded: item.receiptNumber ?? '' },
    authNum: { said: body.authNum, recorded: attempt.authorizationNumber ?? '' },
  }
}

async function waitForPosting(
  engine: PaymentDoor,
  { publicId }: StoredCheckout,
  item: StoredItem,
): Promise<StoredItem['postingState']> {
  const until = later(engine.clock.now(), longestWait)
  let state = item.postingState
  while (state !== 'POSTED' && state !== 'REJECTED' && engine.clock.now() < until) {
    engine.wake(postingWork)
    await engine.clock.sleep(pause)
    const checkout = await readByPublicId(engine.db, publicId)
    state = checkout?.items.find(({ id }) => id === item.id)?.postingState ?? state
  }
  return state
}

function answerPosting(state: StoredItem['postingState']): Result {
  if (state === 'POSTED') return { status: 'Success' }
  return refused(state === 'REJECTED' ? stepwiseTexts.billingRefused : stepwiseTexts.notPostedYet)
}
