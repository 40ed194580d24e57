import {
  type CardDetails,
  cardBrandOf,
  cardMessages,
  cardNumberError,
  isExpiryGood,
  sourceCodeOf,
} from '@portal/contract/card'
import { type CheckoutRequest, startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, sumCents } from '@portal/contract/money'
import { largestPayment, paymentTexts, smallestPayment } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { Deps } from '../../deps.ts'
import { type CheckedAnswer, checkHumanAnswer } from '../../foundation/human-check/human-check.ts'
import { refuse, refuseField } from '../../http/problem.ts'
import type { Intent, Turn } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { staleAt } from '../schedule.ts'
import { type AskedAccounts, type PayableItem, checkBalances, payableItems } from './check-accounts.ts'
import { type Payer, clerkOf, modeOf, paidByOf, refuseGuestsWhenOff, takeCheckoutTry } from './payer.ts'

/** What taking a payment works with. */
export interface CheckoutParts {
  deps: Deps
  engine: Engine
  /** Whether the maintenance switch stops guests from paying (R16). */
  isPayNowOff: () => Promise<boolean>
}

/**
 * Checks everything about a payment before anything is recorded or sent.
 * @returns the intent to charge for it, and what it was compared with.
 * @throws a Refusal, or BillingSystemDown.
 */
export async function checkedIntent(
  { deps, engine, isPayNowOff }: CheckoutParts,
  asker: Payer,
  body: CheckoutRequest,
  { contentHash, turn }: { contentHash: string; turn: Turn },
): Promise<{ intent: Intent; asked: AskedAccounts }> {
  await refuseGuestsWhenOff(isPayNowOff, asker.session)
  const card = rightCard(deps, body, engine.clock.now())
  const amount = checkAmount(body)
  const humanCheck = await checkHuman(deps, asker, body.humanCheck)
  const payable = await payableItems(deps, asker.session, body.accounts, null)
  await takeCheckoutTry(deps, asker, payable)
  const asked = askedFor(body, payable)
  const newestPaid = await checkBalances(deps, asked)
  const intent = intentOf({ engine, asker, body, card, amount, contentHash, turn, humanCheck, payable, newestPaid })
  return { intent, asked }
}

/** What the payer asks for, with what the payer knows of it. */
function askedFor(body: CheckoutRequest, payable: readonly PayableItem[]): AskedAccounts {
  const said = new Map(body.accounts.map(({ accountId, amountDue }) => [accountId, amountDue]))
  return payable.map(({ accountId, known }) => ({ accountId, known, amountDue: said.get(accountId) }))
}

function rightCard({ profile }: Deps, { card }: CheckoutRequest, now: Instant): CheckedCard {
  const checked = checkCard(profile, card, now)
  if (checked.isRight) return checked.card
  throw refuseField(`card.${checked.field}`, checked.message)
}

/** One payment is from $1.00 to $99,999.99, and names each account once. */
function checkAmount({ accounts }: CheckoutRequest): Cents {
  // Each amount by itself first: the sum of unbounded amounts could be too large to be exact.
  if (accounts.some((account) => account.amount > largestPayment)) throw refuseField('accounts', paymentTexts.amount)
  const amount = sumCents(accounts.map((account) => account.amount))
  if (amount < smallestPayment || amount > largestPayment) throw refuseField('accounts', paymentTexts.amount)
  if (new Set(accounts.map((account) => account.accountId)).size < accounts.length) {
    throw refuseField('accounts', paymentTexts.accountTwice)
  }
  return amount
}

async function checkHuman(deps: Deps, asker: Payer, answer: string): Promise<CheckedAnswer> {
  const binding = { sessionId: asker.session.id, purpose: 'checkout', key: asker.idempotencyKey } as const
  const checked = await checkHumanAnswer(deps, answer, binding)
  if (!checked) throw refuse(startCheckoutCall, 'human-check-failed')
  return checked
}

function intentOf(parts: {
  engine: Engine
  asker: Payer
  body: CheckoutRequest
  card: CheckedCard
  amount: Cents
  contentHash: string
  turn: Turn
  humanCheck: CheckedAnswer
  payable: PayableItem[]
  newestPaid: ReadonlyMap<AccountNumber, number>
}): Intent {
  const { engine, asker, body, card, amount, contentHash, turn, humanCheck, payable, newestPaid } = parts
  const at = engine.clock.now()
  const emailOnFile = payable[0]?.emailAddress ?? null
  return {
    ...card,
    sessionId: asker.session.id,
    paidBy: paidByOf(asker.session),
    idempotencyKey: asker.idempotencyKey,
    contentHash,
    publicId: engine.newPublicId(),
    mode: modeOf(asker.session),
    amount,
    confirmationEmail: body.confirmationEmail === undefined ? emailOnFile : body.confirmationEmail || null,
    items: payable.map((item) => ({ ...item, newestPaid: newestPaid.get(item.accountId) ?? 0 })),
    reference: engine.newReference(),
    humanCheck,
    turn: turn.nth,
    clerk: clerkOf(asker),
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
  }
}

/** The card data that may be stored. */
export type CheckedCard = Pick<Intent, 'brand' | 'lastFour' | 'cardHolder' | 'sourceCode'>

type Checked = { isRight: true; card: CheckedCard } | { isRight: false; field: keyof CardDetails; message: string }

/** Checks the card rules of A§5 that need the profile or today's date. The contract has checked the format already. */
export function checkCard(profile: UtilityProfile, card: CardDetails, now: Instant): Checked {
  const numberError = cardNumberError(card.cardNumber, profile)
  const brand = cardBrandOf(card.cardNumber, profile)
  if (numberError || !brand) {
    return { isRight: false, field: 'cardNumber', message: numberError ?? cardMessages.numberFormat }
  }
  const month = dateIn(profile.timeZone, now).slice(0, 7)
  if (!isExpiryGood(card.validExpDate, month)) {
    return { isRight: false, field: 'validExpDate', message: cardMessages.expiry }
  }
  const lastFour = card.cardNumber.slice(-4)
  return { isRight: true, card: { brand, lastFour, cardHolder: card.cardHolderName, sourceCode: sourceCodeOf[brand] } }
}
