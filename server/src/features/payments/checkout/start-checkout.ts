import { createHash } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, sumCents } from '@portal/contract/money'
import {
  type Checkout,
  type CheckoutRequest,
  largestPayment,
  paymentTexts,
  smallestPayment,
  startCheckout as startCheckoutCall,
} from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { type CheckedAnswer, checkHumanAnswer } from '../../../foundation/human-check/human-check.ts'
import { refuse, refuseField } from '../../../http/problem.ts'
import { takePayment } from '../charge/take-payment.ts'
import type { Engine } from '../engine.ts'
import { portalPaymentsReader } from '../portal-payments.ts'
import { staleAt } from '../schedule.ts'
import type { Intent, StoredCheckout } from '../store.ts'
import { type CheckedCard, checkCard } from './check-card.ts'
import { type CheckoutAsker, clerkOf, modeOf, paidByOf } from './checkout-asker.ts'
import { takeCheckoutTry } from './checkout-tries.ts'
import { checkoutView } from './checkout-view.ts'
import { refuseGuestsWhenOff } from './pay-now-switch.ts'
import { aboutSome, type PayableItem, payableItems } from './payable-items.ts'
import { checkShownBalances } from './shown-balances.ts'
import { waitForOutcome } from './wait-for-outcome.ts'

/** What taking a payment works with. */
interface CheckoutParts {
  deps: Deps
  engine: Engine
  /** Whether the maintenance switch stops guests from paying (R16). */
  isPayNowOff: () => Promise<boolean>
}

/**
 * Takes one payment for a payer (`POST /api/v1/checkout`, R2). A repeat of the same key is answered with the same
 * checkout, whatever has changed since: the card may have expired at midnight, or Pay Now been switched off, and the
 * payer must still hear that the card was charged. Everything else is checked before anything is recorded or sent.
 */
export async function startCheckout(
  { deps, engine, isPayNowOff }: CheckoutParts,
  asker: CheckoutAsker,
  body: CheckoutRequest,
): Promise<Checkout> {
  const contentHash = hashOf(body)
  const earlier = await engine.store.findByKey(asker.session.id, asker.idempotencyKey)
  if (earlier) return answerRepeat(engine, asker, earlier, contentHash)

  await refuseGuestsWhenOff(isPayNowOff, asker.session)
  const card = rightCard(deps, body, engine.clock.now())
  const amount = checkAmount(body)
  const humanCheck = await checkHuman(deps, asker, body.humanCheck)
  const payable = await payableItems(deps, asker.session, body.accounts)
  await takeCheckoutTry(deps, asker, payable)
  const shown = await checkShownBalances(deps, body.accounts)
  if (shown.outcome === 'beingPaid') {
    const meanwhile = await engine.store.findByKey(asker.session.id, asker.idempotencyKey)
    if (meanwhile) return answerRepeat(engine, asker, meanwhile, contentHash)
    throw await beingPaid(deps, body)
  }
  const { newestPaid } = shown
  const intent = intentOf({ engine, asker, body, card, amount, contentHash, humanCheck, payable, newestPaid })
  const taken = await takePayment(engine, intent, body.card, asker)
  switch (taken.outcome) {
    case 'taken':
      return checkoutView(taken.checkout, asker.session)
    case 'existing':
      return answerRepeat(engine, asker, taken.checkout, contentHash)
    case 'humanCheckSpent':
      throw refuse(startCheckoutCall, 'human-check-failed')
    case 'paidMeanwhile':
      await checkShownBalances(deps, body.accounts)
      throw await beingPaid(deps, body)
    case 'accountHeld':
      throw await beingPaid(deps, body)
    case 'draftChanged':
      throw new Error('A payment that is made at once has no draft')
  }
}

/** The second of two equal requests waits for the first, and both get the same answer. */
async function answerRepeat(
  engine: Engine,
  { session }: CheckoutAsker,
  earlier: StoredCheckout,
  contentHash: string,
): Promise<Checkout> {
  if (earlier.contentHash !== contentHash) {
    throw refuse(startCheckoutCall, 'same-key-other-content', { checkout: earlier.publicId })
  }
  return checkoutView(await waitForOutcome(engine, earlier), session)
}

/** The refusal while another payment of some of the accounts is under way. */
async function beingPaid(deps: Deps, { accounts }: CheckoutRequest): Promise<Error> {
  const known = await portalPaymentsReader(deps)(accounts.map(({ accountId }) => accountId))
  const held = [...known].filter(([, { isBeingPaid }]) => isBeingPaid).map(([account]) => account)
  return refuse(startCheckoutCall, 'account-being-paid', aboutSome(held, accounts))
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

async function checkHuman(deps: Deps, asker: CheckoutAsker, answer: string): Promise<CheckedAnswer> {
  const binding = { sessionId: asker.session.id, purpose: 'checkout', key: asker.idempotencyKey } as const
  const checked = await checkHumanAnswer(deps, answer, binding)
  if (!checked) throw refuse(startCheckoutCall, 'human-check-failed')
  return checked
}

/**
 * A hash of the request that tells a repeat from another payment. It covers no more of the card than a receipt shows,
 * and not the balances that the payer was shown.
 */
function hashOf({ accounts, card, confirmationEmail }: CheckoutRequest): string {
  const content = [
    accounts.map(({ accountId, amount }) => [accountId, amount]),
    [card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode],
    confirmationEmail ?? null,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function intentOf(parts: {
  engine: Engine
  asker: CheckoutAsker
  body: CheckoutRequest
  card: CheckedCard
  amount: Cents
  contentHash: string
  humanCheck: CheckedAnswer
  payable: PayableItem[]
  newestPaid: ReadonlyMap<AccountNumber, number>
}): Intent {
  const { engine, asker, body, card, amount, contentHash, humanCheck, payable, newestPaid } = parts
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
    items: payable.map((item) => ({ ...item, newestPaid: newestPaid.get(item.accountId) ?? null })),
    reference: engine.newReference(),
    humanCheck,
    clerk: clerkOf(asker),
    at,
    staleAt: staleAt(at, engine.chargeTimeoutMilliseconds, engine.pace),
  }
}
