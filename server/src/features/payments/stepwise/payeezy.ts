import type { ReplyOf } from '@portal/contract/call'
import { checkoutProblems } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { refuse } from '../../../http/problem.ts'
import { takePayment } from '../charge/take-payment.ts'
import { refuseOvertaken } from '../checkout/being-paid.ts'
import { refusingForGood } from '../checkout/final-refusal.ts'
import { checkedOrOvertaken } from '../checkout/overtaken.ts'
import type { PayableItem } from '../checkout/payable-items.ts'
import { readByPublicId } from '../checkout/read-checkouts.ts'
import { nextTurn } from '../checkout/turns.ts'
import { waitForOutcome } from '../checkout/wait-for-outcome.ts'
import type { Intent, StoredCheckout, Turn } from '../store.ts'
import { type AskedCharge, type PayeezyBody, readAsked } from './asked-charge.ts'
import { findPaymentToCharge } from './find-payment-to-charge.ts'
import { payeezyReply } from './payeezy-reply.ts'
import { readyToCharge } from './ready-to-charge.ts'
import { orSentence } from './refusal-text.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'

type Result = ReplyOf<typeof payeezyCall>['result']

/**
 * Charges the card of one payment of this session, once (docs/payments.md): through the same intent, the same one
 * request to the gateway and the same records as `POST /api/v1/checkout`. A repeat is answered from what is recorded,
 * even when the card has expired or Pay Now was switched off since.
 * @throws `maintenance`, `human-check-missing`, `human-check-failed` when another payment has just used it up,
 *   `too-many-tries`; nothing has been charged then.
 */
export async function payeezy(parts: StepwiseDeps, client: Client, body: PayeezyBody): Promise<Result> {
  const asked = readAsked(body)
  if ('sentence' in asked) return refused(asked.sentence)
  const found = await findPaymentToCharge(parts, client.session.id, body.custome_ref ?? '', asked.contentHash)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  if ('checkout' in found) return answerRepeat(parts, found.checkout, asked)
  const { draft } = found
  const turn = await nextTurn(parts.engine.db, draft.sessionId, draft.idempotencyKey)
  const checks = readyToCharge(parts, client, draft, { asked, turn })
  const ready = await orSentence(checkedOrOvertaken(checks, () => readByPublicId(parts.engine.db, draft.publicId)))
  if ('sentence' in ready) return refused(ready.sentence)
  if ('overtakenBy' in ready.value) return answerRepeat(parts, ready.value.overtakenBy, asked)
  const { checked } = ready.value
  return 'sentence' in checked ? refused(checked.sentence) : charge(parts, client, { ...checked, turn }, asked)
}

async function charge(
  parts: StepwiseDeps,
  client: Client,
  { intent, payable, turn }: { intent: Intent; payable: PayableItem[]; turn: Turn },
  asked: AskedCharge,
): Promise<Result> {
  const taken = await takePayment(parts.engine, intent, asked.card, client)
  switch (taken.outcome) {
    case 'taken':
      return payeezyReply(taken.checkout)
    case 'existing':
      return answerRepeat(parts, taken.checkout, asked)
    case 'humanCheckSpent':
      throw refuse(payeezyCall, 'human-check-failed')
    case 'paidMeanwhile':
    case 'accountHeld': {
      const { deps, engine } = parts
      const why = refusingForGood(engine, turn, () => refuseOvertaken(deps, payable, taken.outcome))
      const told = await orSentence(why)
      return 'sentence' in told ? refused(told.sentence) : told.value
    }
    case 'turnTaken':
      return refused(checkoutProblems['repeat-refused'].title)
    case 'draftChanged':
      return refused(stepwiseTexts.notAddingUp)
  }
}

/** The second of two equal requests waits for the first, and both get the same answer. */
async function answerRepeat({ engine }: StepwiseDeps, earlier: StoredCheckout, asked: AskedCharge): Promise<Result> {
  if (earlier.contentHash !== asked.contentHash) return refused(stepwiseTexts.alreadyStarted)
  return payeezyReply(await waitForOutcome(engine, earlier))
}
