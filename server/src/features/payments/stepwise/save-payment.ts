import type { ReplyOf } from '@portal/contract/call'
import { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { checkoutProblems, largestPayment, mostAccountsPerPayment, paymentTexts } from '@portal/contract/payments'
import { type savePayment as savePaymentCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { payableItems } from '../checkout/payable-items.ts'
import { isBeingPaid } from '../is-being-paid.ts'
import { saveItem } from './draft-queries.ts'
import { findPayment } from './find-payment.ts'
import { individualId } from './ids.ts'
import { orSentence } from './refusal-text.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'
import type { StoredDraft } from './stepwise-store.ts'

type Reply = ReplyOf<typeof savePaymentCall>

/** What a client asks to be paid. */
interface Wish {
  overall_id: string
  account_number: string
  amount: Cents
}

/**
 * Puts one account into a payment of this session that has not been charged, or changes its amount (docs/payments.md).
 */
export async function savePayment(parts: StepwiseDeps, client: Client, wish: Wish): Promise<Reply> {
  const found = await findPayment(parts, client.session.id, wish.overall_id)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const account = AccountNumber.safeParse(wish.account_number)
  if ('draft' in found) {
    if (found.draft.state === 'EXPIRED') return refused(stepwiseTexts.expired)
    if (!account.success) return refused(checkoutProblems['account-not-open'].title)
    return saveIntoDraft(parts, client, found.draft, { accountId: account.data, amount: wish.amount })
  }
  // A repeat of what is already part of the payment.
  const { publicId, items } = found.checkout
  const isSaved = items.some(({ accountId, amount }) => accountId === account.data && amount === wish.amount)
  return isSaved && account.success
    ? { status: 'True', indivId: individualId(publicId, account.data) }
    : refused(stepwiseTexts.alreadyStarted)
}

async function saveIntoDraft(
  { deps }: StepwiseDeps,
  { session }: Client,
  draft: StoredDraft,
  asked: { accountId: AccountNumber; amount: Cents },
): Promise<Reply> {
  if (asked.amount <= 0) return refused(stepwiseTexts.amountNotPositive)
  if (asked.amount > largestPayment) return refused(paymentTexts.amount)
  const payable = await orSentence(payableItems(deps, session, [asked], null))
  if ('sentence' in payable) return refused(payable.sentence)
  if (await isBeingPaid(deps.db, asked.accountId)) return refused(checkoutProblems['account-being-paid'].title)
  const serviceLocation = payable.value[0]?.serviceLocation ?? ''
  const saved = await saveItem(deps.db, { ...asked, draftId: draft.id, serviceLocation, most: mostAccountsPerPayment })
  if (saved === 'full') return refused(stepwiseTexts.tooManyAccounts)
  if (saved === 'above') return refused(stepwiseTexts.aboveOverall)
  if (saved === 'notOpen') return refused(stepwiseTexts.alreadyStarted)
  return { status: 'True', indivId: individualId(draft.publicId, asked.accountId) }
}
