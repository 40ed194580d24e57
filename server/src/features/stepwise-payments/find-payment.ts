import { checkoutProblems } from '@portal/contract/checkout'
import { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { Refusal } from '../../http/problem.ts'
import type { DraftItem } from '../../payments/charge/begin-checkout.ts'
import type { StoredCheckout, StoredItem } from '../../payments/checkout.ts'
import { findByContent, readByPublicId } from '../../payments/records/checkouts.ts'
import type { StepwiseDeps } from './client.ts'
import { type StoredDraft, openDrafts, readDraft } from './drafts.ts'

/** A payment of this session as far as it has come, or null: somebody else's payment looks like none at all. */
export type FoundPayment = { draft: StoredDraft } | { checkout: StoredCheckout } | null

/** The payment that the overallId of a client names. */
export async function findPayment({ deps }: StepwiseDeps, sessionId: number, named: string): Promise<FoundPayment> {
  const overallId = readOverallId(named)
  if (!overallId) return null
  // In this order: a draft that is charged between the two queries is found by the second.
  const draft = await readDraft(deps.db, overallId)
  if (draft) return draft.sessionId === sessionId ? { draft } : null
  const checkout = await readByPublicId(deps.db, overallId)
  return checkout?.sessionId === sessionId ? { checkout } : null
}

/** One account's payment with the payment it belongs to. */
type FoundItem = { draft: StoredDraft; item: DraftItem } | { checkout: StoredCheckout; item: StoredItem } | null

/** The account's payment that the indivId of a client names. */
export async function findItem(parts: StepwiseDeps, sessionId: number, individualId: string): Promise<FoundItem> {
  const named = readIndividualId(individualId)
  const found = named && (await findPayment(parts, sessionId, named.overallId))
  if (!found) return null
  if ('draft' in found) {
    const item = found.draft.items.find(({ accountId }) => accountId === named.accountId)
    return item ? { ...found, item } : null
  }
  const item = found.checkout.items.find(({ accountId }) => accountId === named.accountId)
  return item ? { ...found, item } : null
}

/**
 * The payment that a `payeezy` call is about (docs/payments.md): the one named in `custome_ref`. Without an overallId
 * there, it is the only payment that the session has open or, for a repeat, the one charged with the same content.
 */
export async function findPaymentToCharge(
  parts: StepwiseDeps,
  sessionId: number,
  customerReference: string,
  contentHash: string,
): Promise<FoundPayment> {
  if (readOverallId(customerReference)) return findPayment(parts, sessionId, customerReference)
  const [draft, ...others] = await openDrafts(parts.deps.db, sessionId)
  if (draft) return others.length === 0 ? { draft } : null
  const checkout = await findByContent(parts.deps.db, sessionId, contentHash)
  return checkout && { checkout }
}

/** The account part of an indivId follows this. */
const separator = '.'

/**
 * Identifies one account's payment to the browser: the overallId, which cannot be guessed, and the account number. It
 * is the same however often the account is saved.
 */
export function individualId(overallId: CheckoutPublicId, accountId: AccountNumber): string {
  return `${overallId}${separator}${accountId}`
}

/** What an overallId of a client names, or null when it cannot be one. */
export function readOverallId(text: string): CheckoutPublicId | null {
  return CheckoutPublicId.safeParse(text.trim().toLowerCase()).data ?? null
}

/** What an indivId of a client names, or null when it cannot be one. */
export function readIndividualId(text: string): { overallId: CheckoutPublicId; accountId: AccountNumber } | null {
  const [overall = '', account = '', ...more] = text.split(separator)
  const overallId = readOverallId(overall)
  const accountId = AccountNumber.safeParse(account).data
  return overallId && accountId && more.length === 0 ? { overallId, accountId } : null
}

/**
 * Runs a rule shared with `POST /api/v1/checkout`. What that call refuses as a problem of its own, these calls answer
 * as a sentence (R4).
 * @returns the sentence when the rule refused.
 */
export async function orSentence<T>(rule: Promise<T>): Promise<{ value: T } | { sentence: string }> {
  try {
    return { value: await rule }
  } catch (error) {
    if (error instanceof Refusal && Object.hasOwn(checkoutProblems, error.problemName)) {
      const { balances } = error.extras
      return { sentence: balances ? stepwiseTexts.balanceChanged(balances) : error.text.title }
    }
    throw error
  }
}
