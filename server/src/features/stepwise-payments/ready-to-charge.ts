import { createHash } from 'node:crypto'
import { CardDetails, cardMessages } from '@portal/contract/card'
import { sayWhatIsWrong } from '@portal/contract/input-texts'
import { type Cents, sumCents } from '@portal/contract/money'
import { countTag } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import type { CheckedAnswer } from '../../foundation/human-check/human-check.ts'
import { recallHumanCheck } from '../../foundation/human-check/remembered.ts'
import { refuse } from '../../http/problem.ts'
import type { IntendedItem, Intent, Turn } from '../../payments/checkout.ts'
import { staleAt } from '../../payments/schedule.ts'
import { type PayableItem, checkBalances, payableItems } from '../../payments/submit/check-accounts.ts'
import { type CheckedCard, checkCard } from '../../payments/submit/check-payment.ts'
import { clerkOf, paidByOf, refuseGuestsWhenOff, takeCheckoutTry } from '../../payments/submit/payer.ts'
import { refusingForGood } from '../../payments/submit/submit-payment.ts'
import type { Client, StepwiseDeps } from './client.ts'
import type { StoredDraft } from './drafts.ts'

/**
 * Checks everything about the charge of a draft before anything is recorded or sent.
 * @returns the intent to charge for it and its accounts, or the sentence that says why not.
 * @throws a Refusal, or BillingSystemDown.
 */
export async function readyToCharge(
  parts: StepwiseDeps,
  client: Client,
  draft: StoredDraft,
  { asked, turn }: { asked: AskedCharge; turn: Turn },
): Promise<{ intent: Intent; payable: PayableItem[] } | { sentence: string }> {
  const { deps, engine } = parts
  return refusingForGood(engine, turn, async () => {
    await refuseGuestsWhenOff(parts.isPayNowOff, client.session)
    const checked = checkCard(deps.profile, asked.card, engine.clock.now())
    if (!checked.isRight) return { sentence: checked.message }
    if (draft.state === 'EXPIRED') return { sentence: stepwiseTexts.expired }
    if (!addsUp(draft, asked)) return { sentence: stepwiseTexts.notAddingUp }
    const humanCheck = await recallHumanCheck(deps, client.session.id, 'checkout')
    if (!humanCheck) throw refuse(payeezyCall, 'human-check-missing')
    // The client cannot say what it showed, so the payer knows what this session was shown, and nothing of what was paid
    // after the payment was begun (docs/decisions/021).
    const payable = await payableItems(deps, client.session, draft.items, draft.begunAt)
    await takeCheckoutTry(deps, { ...client, idempotencyKey: draft.idempotencyKey }, payable)
    const newestPaid = await checkBalances(deps, payable)
    const items = payable.map((item) => ({ ...item, newestPaid: newestPaid.get(item.accountId) ?? 0 }))
    return { intent: intentOf(parts, client, { draft, asked, turn, kept: checked.card, humanCheck, items }), payable }
  })
}

/** The saved accounts, the payment and the client agree on what is paid. */
function addsUp({ amount, items }: StoredDraft, asked: AskedCharge): boolean {
  const saved = sumCents(items.map((item) => item.amount))
  return saved === amount && amount === asked.amount && countTag(items.length) === asked.paymentCount
}

interface Agreed {
  draft: StoredDraft
  asked: AskedCharge
  turn: Turn
  kept: CheckedCard
  humanCheck: CheckedAnswer
  items: (IntendedItem & PayableItem)[]
}

function intentOf(
  { engine }: StepwiseDeps,
  client: Client,
  { draft, asked, turn, kept, humanCheck, items }: Agreed,
): Intent {
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
    turn: turn.nth,
    clerk: clerkOf(client),
    draft: { id },
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
  }
}

/** The body of a `payeezy` call. */
export type PayeezyBody = z.output<NonNullable<typeof payeezyCall.body>>

/** A requested charge that has passed the checks which need no database. */
export interface AskedCharge {
  amount: Cents
  paymentCount: string
  card: CardDetails
  contentHash: string
}

/** The card under the names of this call, or the sentence of A§5 for what is wrong with how it is written. */
export function readAsked(body: PayeezyBody): AskedCharge | { sentence: string } {
  const card = CardDetails.safeParse(
    {
      cardHolderName: body.card_holder,
      cardNumber: body.card_num,
      validExpDate: body.exp_date,
      cvv: body.CAVV,
      billingZipCode: body.zip_code,
    },
    { error: sayWhatIsWrong },
  )
  if (!card.success) return { sentence: card.error.issues[0]?.message ?? cardMessages.numberFormat }
  const asked = { amount: body.amount, paymentCount: body.payment_count.trim().toUpperCase(), card: card.data }
  return { ...asked, contentHash: hashOf(asked) }
}

/**
 * A hash of the request that tells a repeat from another payment. It covers no more of the card than a receipt shows.
 */
function hashOf({ amount, paymentCount, card }: Pick<AskedCharge, 'amount' | 'paymentCount' | 'card'>): string {
  const content = [amount, paymentCount, card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
