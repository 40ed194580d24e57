import { sumCents } from '@portal/contract/money'
import { countTag } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { Db } from '../../../database/connect.ts'
import type { CheckedAnswer } from '../../../foundation/human-check/human-check.ts'
import { recallHumanCheck } from '../../../foundation/human-check/remembered.ts'
import { refuse } from '../../../http/problem.ts'
import { spendingWhenDown } from '../checkout/billing-down.ts'
import { type CheckedCard, checkCard } from '../checkout/check-card.ts'
import { clerkOf, paidByOf } from '../checkout/checkout-asker.ts'
import { takeCheckoutTry } from '../checkout/checkout-tries.ts'
import { refuseGuestsWhenOff } from '../checkout/pay-now-switch.ts'
import { type PayableItem, payableItems } from '../checkout/payable-items.ts'
import { staleAt } from '../schedule.ts'
import type { IntendedItem, Intent } from '../store.ts'
import type { AskedCharge } from './asked-charge.ts'
import { newestPaidBefore } from './paid-before.ts'
import type { Client, StepwiseDeps } from './stepwise-deps.ts'
import type { StoredDraft } from './stepwise-store.ts'

/**
 * Checks everything about the charge of a draft before anything is recorded or sent.
 * @returns the intent to charge for it, or the sentence that says why not.
 * @throws a Refusal, or BillingSystemDown.
 */
export async function readyToCharge(
  parts: StepwiseDeps,
  client: Client,
  draft: StoredDraft,
  asked: AskedCharge,
): Promise<{ intent: Intent } | { sentence: string }> {
  await refuseGuestsWhenOff(parts.isPayNowOff, client.session)
  const checked = checkCard(parts.deps.profile, asked.card, parts.engine.clock.now())
  if (!checked.isRight) return { sentence: checked.message }
  if (draft.state === 'EXPIRED') return { sentence: stepwiseTexts.expired }
  if (!addsUp(draft, asked)) return { sentence: stepwiseTexts.notAddingUp }

  const humanCheck = await recallHumanCheck(parts.deps, client.session.id, 'checkout')
  if (!humanCheck) throw refuse(payeezyCall, 'human-check-missing')
  const payable = await spendingWhenDown(
    parts.deps.db,
    humanCheck,
    async () => await payableItems(parts.deps, client.session, draft.items),
  )
  await takeCheckoutTry(parts.deps, { ...client, idempotencyKey: draft.idempotencyKey }, payable)
  const items = await withNewestPaid(parts.deps.db, draft, payable)
  return { intent: intentOf(parts, client, { draft, asked, kept: checked.card, humanCheck, items }) }
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

/** The saved accounts, the payment and the client agree on what is paid. */
function addsUp({ amount, items }: StoredDraft, asked: AskedCharge): boolean {
  const saved = sumCents(items.map((item) => item.amount))
  return saved === amount && amount === asked.amount && countTag(items.length) === asked.paymentCount
}

interface Agreed {
  draft: StoredDraft
  asked: AskedCharge
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
