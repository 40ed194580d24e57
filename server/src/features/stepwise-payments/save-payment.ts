import { createHash, randomUUID } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { isPayable, largestPayment } from '@portal/contract/owed'
import { mostAccountsPerPayment, paymentTexts } from '@portal/contract/payments'
import {
  type saveOverallPayment as saveOverallPaymentCall,
  type savePayment as savePaymentCall,
  stepwiseTexts,
} from '@portal/contract/stepwise-payments'
import { consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import { isHeld } from '../../payments/records/checkouts.ts'
import type { StoredDraft } from '../../payments/records/stored-checkout.ts'
import { payableItems } from '../../payments/submit/check-accounts.ts'
import { type PaymentDoor, type Payer, modeOf, paidByOf } from '../../payments/submit/payer.ts'
import { saveDraft, saveItem } from './drafts.ts'
import { findPayment, individualId, orSentence, refused } from './find-payment.ts'

/** User and mode are the session's, the source is the card's (docs/payments.md). @throws `too-many-tries` */
export async function saveOverallPayment(
  engine: PaymentDoor,
  payer: Payer,
  { amount }: { amount: Cents },
): Promise<ReplyOf<typeof saveOverallPaymentCall>> {
  const { session, clientAddress } = payer
  const tries = [
    ['draftsPerAddress', clientAddress],
    ['draftsPerSession', String(session.id)],
  ] as const
  await consumeAll(engine, tries)
  if (!isPayable(amount)) return refused(paymentTexts.amount)
  const overallId = await saveDraft(engine.db, {
    publicId: engine.newPublicId(),
    sessionId: session.id,
    paidBy: paidByOf(session),
    idempotencyKey: randomUUID(),
    contentHash: createHash('sha256').update(`draft of ${amount}`).digest('hex'),
    mode: modeOf(session),
    amount,
    at: engine.clock.now(),
  })
  return { status: 'True', overallId }
}

type Reply = ReplyOf<typeof savePaymentCall>

interface Wish {
  overall_id: string
  account_number: string
  amount: Cents
}

/** Or changes its amount, while the payment is not charged (docs/payments.md). */
export async function savePayment(engine: PaymentDoor, payer: Payer, wish: Wish): Promise<Reply> {
  const found = await findPayment(engine, payer.session.id, wish.overall_id)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const account = AccountNumber.safeParse(wish.account_number)
  if (!found.attempt) {
    if (found.state === 'EXPIRED') return refused(stepwiseTexts.expired)
    if (!account.success) return refused(checkoutProblems['account-not-open'].title)
    return saveIntoDraft(engine, payer, found, { accountId: account.data, amount: wish.amount })
  }
  // A repeat of what is already part of the payment.
  const { publicId, items } = found
  const isSaved = items.some(({ accountId, amount }) => accountId === account.data && amount === wish.amount)
  return isSaved && account.success
    ? { status: 'True', indivId: individualId(publicId, account.data) }
    : refused(stepwiseTexts.alreadyStarted)
}

async function saveIntoDraft(
  engine: PaymentDoor,
  { session }: Payer,
  draft: StoredDraft,
  request: { accountId: AccountNumber; amount: Cents },
): Promise<Reply> {
  if (request.amount <= 0) return refused(stepwiseTexts.amountNotPositive)
  if (request.amount > largestPayment) return refused(paymentTexts.amount)
  const payable = await orSentence(payableItems(engine, session, [request], null))
  if ('sentence' in payable) return refused(payable.sentence)
  if (await isHeld(engine.db, request.accountId)) return refused(checkoutProblems['account-being-paid'].title)
  const serviceLocation = payable.value[0]?.serviceLocation ?? ''
  const saved = await saveItem(engine.db, {
    ...request,
    draftId: draft.id,
    serviceLocation,
    most: mostAccountsPerPayment,
  })
  if (saved === 'full') return refused(stepwiseTexts.tooManyAccounts)
  if (saved === 'above') return refused(stepwiseTexts.aboveOverall)
  if (saved === 'notOpen') return refused(stepwiseTexts.alreadyStarted)
  return { status: 'True', indivId: individualId(draft.publicId, request.accountId) }
}
