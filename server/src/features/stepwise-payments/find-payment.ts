import { checkoutProblems } from '@portal/contract/checkout-problems'
import { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { findByContent, findOwn, openDrafts } from '../../payments/records/checkouts.ts'
import type { StoredCheckout, StoredDraft, StoredItem } from '../../payments/records/stored-checkout.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { Refusal } from '../../refusal.ts'

/** Of this session, as far as it has come. */
export type FoundPayment = StoredCheckout | StoredDraft

/** By overallId; null also for somebody else's. */
export async function findPayment(engine: PaymentDoor, sessionId: number, named: string): Promise<FoundPayment | null> {
  const overallId = readOverallId(named)
  return overallId && (await findOwn(engine.db, sessionId, overallId))
}

/** By indivId, with its payment. */
export async function findItem(
  engine: PaymentDoor,
  sessionId: number,
  indivId: string,
): Promise<{ payment: FoundPayment; item: StoredItem } | null> {
  const named = readIndividualId(indivId)
  const payment = named && (await findPayment(engine, sessionId, named.overallId))
  const item = payment?.items.find(({ accountId }) => accountId === named?.accountId)
  return payment && item ? { payment, item } : null
}

/** By `custome_ref`, else the only open one or, repeated, the one charged alike (docs/payments.md). */
export async function findPaymentToCharge(
  engine: PaymentDoor,
  sessionId: number,
  customerReference: string,
  contentHash: string,
): Promise<FoundPayment | null> {
  if (readOverallId(customerReference)) return findPayment(engine, sessionId, customerReference)
  const [draft, ...others] = await openDrafts(engine.db, sessionId)
  if (draft) return others.length === 0 ? draft : null
  return findByContent(engine.db, sessionId, contentHash)
}

/** Of an indivId. */
const separator = '.'

/** The overallId, which cannot be guessed, and the account number; the same however often it is saved. */
export function individualId(overallId: CheckoutPublicId, accountId: AccountNumber): string {
  return `${overallId}${separator}${accountId}`
}

/** Null when it cannot be one. */
export function readOverallId(text: string): CheckoutPublicId | null {
  return CheckoutPublicId.safeParse(text.trim().toLowerCase()).data ?? null
}

/** Null when it cannot be one. */
function readIndividualId(text: string): { overallId: CheckoutPublicId; accountId: AccountNumber } | null {
  const [overall = '', account = '', ...more] = text.split(separator)
  const overallId = readOverallId(overall)
  const accountId = AccountNumber.safeParse(account).data
  return overallId && accountId && more.length === 0 ? { overallId, accountId } : null
}

/** 200 with a sentence for the payer (R4). */
export function refused(description: string): { status: 'False'; description: string } {
  return { status: 'False', description }
}

/** For rules shared with `POST /api/v1/checkout`: refusals become sentences (R4), unless the call has that problem. */
export async function orSentence<T>(rule: Promise<T>): Promise<{ value: T } | { sentence: string }> {
  try {
    return { value: await rule }
  } catch (error) {
    const sentence = error instanceof Refusal ? sentenceOf(error) : null
    if (sentence === null) throw error
    return { sentence }
  }
}

function sentenceOf({ problemName, text, extras }: Refusal): string | null {
  if (extras.errors) return extras.errors[0]?.message ?? null
  if (extras.balances) return stepwiseTexts.balanceChanged(extras.balances)
  if (problemName === 'idempotency-key-reused') return stepwiseTexts.alreadyStarted
  const isOfBoth = Object.hasOwn(payeezyCall.problems, problemName)
  return Object.hasOwn(checkoutProblems, problemName) && !isOfBoth ? text.title : null
}
