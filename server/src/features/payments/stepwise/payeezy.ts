import { createHash } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import { CardDetails, cardMessages } from '@portal/contract/card'
import { type Cents, sumCents } from '@portal/contract/money'
import { checkoutProblems, countTag } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import type { Db } from '../../../database/connect.ts'
import type { CheckedAnswer } from '../../../foundation/human-check/human-check.ts'
import { recallHumanCheck } from '../../../foundation/human-check/remembered.ts'
import { refuse } from '../../../http/problem.ts'
import { takePayment } from '../charge/take-payment.ts'
import { type CheckedCard, checkCard } from '../checkout/check-card.ts'
import { clerkOf, paidByOf } from '../checkout/checkout-asker.ts'
import { takeCheckoutTry } from '../checkout/checkout-tries.ts'
import { refuseGuestsWhenOff } from '../checkout/pay-now-switch.ts'
import { type PayableItem, payableItems } from '../checkout/payable-items.ts'
import { waitForOutcome } from '../checkout/wait-for-outcome.ts'
import { staleAt } from '../schedule.ts'
import type { IntendedItem, Intent, StoredCheckout } from '../store.ts'
import { findPaymentToCharge } from './find-payment-to-charge.ts'
import { newestPaidBefore } from './paid-before.ts'
import { payeezyReply } from './payeezy-reply.ts'
import { orSentence } from './refusal-text.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'
import type { StoredDraft } from './stepwise-store.ts'

type Body = z.output<NonNullable<typeof payeezyCall.body>>
type Result = ReplyOf<typeof payeezyCall>['result']

/** A requested charge that has passed the checks which need no database. */
interface Asked {
  amount: Cents
  paymentCount: string
  card: CardDetails
  contentHash: string
}

/**
 * Charges the card of one payment of this session, once (docs/payments.md): through the same intent, the same one
 * request to the gateway and the same records as `POST /api/v1/checkout`. A repeat is answered from what is recorded,
 * even when the card has expired or Pay Now was switched off since.
 * @throws `maintenance`, `human-check-missing`, `human-check-failed` when another payment has just used it up,
 *   `too-many-tries`; nothing has been charged then.
 */
export async function payeezy(parts: StepwiseDeps, client: Client, body: Body): Promise<Result> {
  const asked = readAsked(body)
  if ('sentence' in asked) return refused(asked.sentence)
  const found = await findPaymentToCharge(parts, client.session.id, body.custome_ref ?? '', asked.contentHash)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  if ('checkout' in found) return answerRepeat(parts, found.checkout, asked)
  const { draft } = found
  await refuseGuestsWhenOff(parts.isPayNowOff, client.session)
  const checked = checkCard(parts.deps.profile, asked.card, parts.engine.clock.now())
  if (!checked.isRight) return refused(checked.message)
  if (draft.state === 'EXPIRED') return refused(stepwiseTexts.expired)
  if (!addsUp(draft, asked)) return refused(stepwiseTexts.notAddingUp)

  const humanCheck = await recallHumanCheck(parts.deps, client.session.id, 'checkout')
  if (!humanCheck) return answerUnverified(parts, draft, asked)
  const payable = await orSentence(payableItems(parts.deps, client.session, draft.items))
  if ('sentence' in payable) return refused(payable.sentence)
  await takeCheckoutTry(parts.deps, { ...client, idempotencyKey: draft.idempotencyKey }, payable.value)
  const items = await withNewestPaid(parts.deps.db, draft, payable.value)
  const intent = intentOf(parts, client, { draft, asked, kept: checked.card, humanCheck, items })
  return charge(parts, client, intent, asked)
}

async function charge(parts: StepwiseDeps, client: Client, intent: Intent, asked: Asked): Promise<Result> {
  const taken = await takePayment(parts.engine, intent, asked.card, client)
  switch (taken.outcome) {
    case 'taken':
      return payeezyReply(taken.checkout)
    case 'existing':
      return answerRepeat(parts, taken.checkout, asked)
    case 'humanCheckSpent':
      throw refuse(payeezyCall, 'human-check-failed')
    case 'paidMeanwhile':
      return refused(stepwiseTexts.paidMeanwhile)
    case 'accountHeld':
      return refused(checkoutProblems['account-being-paid'].title)
    case 'draftChanged':
      return refused(stepwiseTexts.notAddingUp)
  }
}

/**
 * The client does not say which balances it has shown, so the payer is assumed to know what was paid before the payment
 * was begun; an account that was paid since then is not charged (docs/decisions/021).
 */
async function withNewestPaid(
  db: Db,
  draft: StoredDraft,
  payable: readonly PayableItem[],
): Promise<(IntendedItem & PayableItem)[]> {
  const known = await newestPaidBefore(
    db,
    payable.map(({ accountId }) => accountId),
    draft.begunAt,
  )
  return payable.map((item) => ({ ...item, newestPaid: known.get(item.accountId) ?? 0 }))
}

/**
 * An equal request a moment earlier may have used up the verification.
 * @throws `human-check-missing` when there was none.
 */
async function answerUnverified(parts: StepwiseDeps, { publicId }: StoredDraft, asked: Asked): Promise<Result> {
  const charged = await parts.engine.store.read(publicId)
  if (!charged) throw refuse(payeezyCall, 'human-check-missing')
  return answerRepeat(parts, charged, asked)
}

/** The second of two equal requests waits for the first, and both get the same answer. */
async function answerRepeat({ engine }: StepwiseDeps, earlier: StoredCheckout, asked: Asked): Promise<Result> {
  if (earlier.contentHash !== asked.contentHash) return refused(stepwiseTexts.alreadyStarted)
  return payeezyReply(await waitForOutcome(engine, earlier))
}

/** The card under the names of this call, or the sentence of A§5 for what is wrong with how it is written. */
function readAsked(body: Body): Asked | { sentence: string } {
  const card = CardDetails.safeParse({
    cardHolderName: body.card_holder,
    cardNumber: body.card_num,
    validExpDate: body.exp_date,
    cvv: body.CAVV,
    billingZipCode: body.zip_code,
  })
  if (!card.success) return { sentence: card.error.issues[0]?.message ?? cardMessages.numberFormat }
  const asked = { amount: body.amount, paymentCount: body.payment_count.trim().toUpperCase(), card: card.data }
  return { ...asked, contentHash: hashOf(asked) }
}

/**
 * A hash of the request that tells a repeat from another payment. It covers no more of the card than a receipt shows.
 */
function hashOf({ amount, paymentCount, card }: Pick<Asked, 'amount' | 'paymentCount' | 'card'>): string {
  const content = [amount, paymentCount, card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** The saved accounts, the payment and the client agree on what is paid. */
function addsUp({ amount, items }: StoredDraft, asked: Asked): boolean {
  const saved = sumCents(items.map((item) => item.amount))
  return saved === amount && amount === asked.amount && countTag(items.length) === asked.paymentCount
}

interface Agreed {
  draft: StoredDraft
  asked: Asked
  kept: CheckedCard
  humanCheck: CheckedAnswer
  items: (IntendedItem & PayableItem)[]
}

function intentOf({ engine }: StepwiseDeps, client: Client, { draft, asked, kept, humanCheck, items }: Agreed): Intent {
  const at = engine.clock.now()
  const { id, publicId, sessionId, idempotencyKey, mode, amount } = draft
  const { contentHash } = asked
  return {
    ...kept,
    sessionId,
    paidBy: paidByOf(client.session),
    idempotencyKey,
    publicId,
    contentHash,
    mode,
    amount,
    confirmationEmail: items[0]?.emailAddress ?? null,
    items,
    reference: engine.newReference(),
    humanCheck,
    clerk: clerkOf(client),
    draft: { id },
    at,
    staleAt: staleAt(at, engine.chargeTimeoutMilliseconds, engine.pace),
  }
}
