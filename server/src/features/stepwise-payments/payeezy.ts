import type { ReplyOf } from '@portal/contract/call'
import { maskCardNumber } from '@portal/contract/card'
import { checkoutProblems } from '@portal/contract/checkout'
import { decimalCents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { refuse } from '../../http/problem.ts'
import { takePayment } from '../../payments/charge/take-payment.ts'
import type { Intent, StoredCheckout, Turn } from '../../payments/checkout.ts'
import { nextTurn, readByPublicId } from '../../payments/records/checkouts.ts'
import { payerOutcomeOf } from '../../payments/states.ts'
import { type PayableItem, refuseOvertaken } from '../../payments/submit/check-accounts.ts'
import { checkedOrOvertaken, refusingForGood, waitForOutcome } from '../../payments/submit/submit-payment.ts'
import { type Client, type StepwiseDeps, refused } from './client.ts'
import { findPaymentToCharge, orSentence } from './find-payment.ts'
import { type AskedCharge, type PayeezyBody, readAsked, readyToCharge } from './ready-to-charge.ts'

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

type Reply = ReplyOf<typeof payeezyCall>['result']

/** The reply about a charge, from what is recorded. An unknown outcome is never reported as a refusal (R19). */
export function payeezyReply(checkout: StoredCheckout): Reply {
  switch (payerOutcomeOf[checkout.state]) {
    case 'approved':
      return { status: 'True', data: dataOf(checkout, 'true') }
    case 'declined':
      return { status: 'True', data: dataOf(checkout, 'false') }
    case 'serverFailed':
      return refused(paymentTexts.failed)
    case 'beingConfirmed':
      return refused(`${paymentTexts.beingConfirmed} ${paymentTexts.doNotPayAgain} (${checkout.attempt.reference})`)
    case 'reversed':
      return refused(stepwiseTexts.reversed)
  }
}

function dataOf(
  { amount, attempt }: StoredCheckout,
  approved: 'true' | 'false',
): Extract<Reply, { status: 'True' }>['data'] {
  return {
    Transaction_Approved: approved,
    Transaction_Tag: attempt.transactionTag ?? '',
    Reference_No: attempt.reference,
    SequenceNo: attempt.sequenceNumber ?? '',
    Authorization_Num: attempt.authorizationNumber ?? '',
    EXact_Message: attempt.message ?? '',
    Bank_Message: attempt.bankMessage ?? '',
    CardType: attempt.brand,
    CardHoldersName: attempt.cardHolder,
    Card_Number: maskCardNumber(attempt.lastFour),
    DollarAmount: decimalCents(amount),
    Currency: 'USD',
    CTR: attempt.gatewayRecord ?? '',
  }
}
