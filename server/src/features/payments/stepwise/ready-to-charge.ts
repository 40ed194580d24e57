import { sumCents } from '@portal/contract/money'
import { countTag } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { CheckedAnswer } from '../../../foundation/human-check/human-check.ts'
import { recallHumanCheck } from '../../../foundation/human-check/remembered.ts'
import { refuse } from '../../../http/problem.ts'
import { checkBalances } from '../checkout/being-paid.ts'
import { type CheckedCard, checkCard } from '../checkout/check-card.ts'
import { clerkOf, paidByOf } from '../checkout/checkout-asker.ts'
import { takeCheckoutTry } from '../checkout/checkout-tries.ts'
import { refusingForGood } from '../checkout/final-refusal.ts'
import { refuseGuestsWhenOff } from '../checkout/pay-now-switch.ts'
import { type PayableItem, payableItems } from '../checkout/payable-items.ts'
import { staleAt } from '../schedule.ts'
import type { IntendedItem, Intent, Turn } from '../store.ts'
import type { AskedCharge } from './asked-charge.ts'
import type { Client, StepwiseDeps } from './stepwise-deps.ts'
import type { StoredDraft } from './stepwise-store.ts'

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
    staleAt: staleAt(at, engine.chargeTimeoutMilliseconds, engine.pace),
  }
}
