import { createHash } from 'node:crypto'
import { cardMessages } from '@portal/contract/card'
import { startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { type Cents, sumCents } from '@portal/contract/money'
import { isPayable, largestPayment } from '@portal/contract/owed'
import { countTag, paymentTexts } from '@portal/contract/payments'
import { payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { ChargeRequest } from '../../adapters/payment-gateway/port.ts'
import { type CheckedAnswer, checkHumanAnswer, recallHumanCheck } from '../../foundation/human-check.ts'
import { refuse, refuseField } from '../../refusal.ts'
import { chargedBy } from '../charge/begin-checkout.ts'
import type { IntendedItem, Intent } from '../charge/intent.ts'
import type { Engine } from '../engine.ts'
import type { Authorization } from '../records/accepted-words.ts'
import type { Turn } from '../records/checkouts.ts'
import type { StoredDraft } from '../records/stored-checkout.ts'
import { staleAt } from '../schedule.ts'
import { type AskedAccount, type PayableItem, checkBalances, payableItems } from './check-accounts.ts'
import { checkAuthorization } from './check-authorization.ts'
import { cancelVerifying, checkBank } from './check-bank.ts'
import { checkFee } from './check-fee.ts'
import {
  type PaymentDoor,
  type Payer,
  clerkOf,
  modeOf,
  paidByOf,
  refuseGuestsWhenOff,
  takeCheckoutTry,
} from './payer.ts'
import { type AskedMethod, type CheckedMethod, checkCard, readAsked, refuseOtherEntry } from './read-method.ts'

/** What is charged, with what is recorded before. */
export interface CheckedPayment {
  intent: Intent
  items: PayableItem[]
  tender: ChargeRequest['tender']
}

/** One payment as it is asked for, in one call or step by step. */
export interface PaymentOrder {
  payer: Payer
  /** Names this payment among those of the session. */
  idempotencyKey: string
  /** Tells a repeat from another payment (`hashOf`). */
  contentHash: string
  accounts: readonly AskedAccount[]
  card: AskedMethod
  /** The words that authorize the debit of a bank account, as the payer was shown them. */
  authorization?: string | undefined
  /** The service fee that the payer was shown. A draft has none: its client cannot show any (A§9). */
  fee?: Cents
  /** Where the confirmation goes. Left out: to the first account's address on file; empty: nowhere. */
  email?: string | undefined
  /** Beside bank payments that are on their way. */
  payAnyway?: boolean | undefined
  /** The answer that comes with the payment, or the one that the session has handed in before. */
  humanCheck: { answer: string } | 'remembered'
  /** What was put together step by step, and what the client takes it for. */
  draft?: StoredDraft & { claimed: { amount: Cents; countTag: string } }
  hasLeft?: () => boolean
}

/** Checks everything, in this order, before anything is recorded or sent. @throws a Refusal, or BillingSystemDown */
export async function checkPayment(engine: PaymentDoor, order: PaymentOrder, turn: Turn): Promise<CheckedPayment> {
  const { payer, accounts, draft } = order
  await refuseGuestsWhenOff(engine.isPayNowOff, payer.session)
  refuseOtherEntry(engine, order.card)
  const typed = 'cardNumber' in order.card ? checkCard(engine.profile, order.card, engine.clock.now()) : null
  const amount = draft ? checkDraft(draft) : checkAmounts(accounts)
  const humanCheck = await checkHuman(engine, order)
  const payable = await payableItems(engine, payer.session, accounts, draft?.begunAt ?? null)
  await takeCheckoutTry(engine, payer, payable)
  const read = await readAsked(engine, payer, order.card)
  const card = read ?? typed
  if (!card) throw refuseField('card', cardMessages.number)
  const items = await checkBalances(engine, payable, {
    payAnyway: order.payAnyway ?? false,
    isByBank: card.bank !== undefined,
  })
  if (card.bank) await checkBank(engine, card.bank, amount)
  const fee = draft ? null : checkFee(engine.profile, order, card.bank ? 'bank' : 'card', amount)
  const authorization = card.bank && checkAuthorization(engine, order, chargedBy({ amount, fee }))
  if (order.payAnyway) await cancelVerifying(engine, payable)
  const intent = intentOf(engine, order, { turn, card, amount, fee, humanCheck, items, authorization })
  if ('savedMethod' in order.card) {
    if (!intent.savedMethod) throw refuse(startCheckoutCall, 'saved-card-gone')
    return { intent, items, tender: intent.savedMethod }
  }
  return { intent, items, tender: order.card }
}

function checkAmounts(accounts: readonly AskedAccount[]): Cents {
  // Each amount by itself first: the sum of unbounded amounts could be too large to be exact.
  if (accounts.some((account) => account.amount > largestPayment)) throw refuseField('accounts', paymentTexts.amount)
  const amount = sumCents(accounts.map((account) => account.amount))
  if (!isPayable(amount)) throw refuseField('accounts', paymentTexts.amount)
  if (new Set(accounts.map((account) => account.accountId)).size < accounts.length) {
    throw refuseField('accounts', paymentTexts.accountTwice)
  }
  return amount
}

/** The draft must be open, and its accounts, its amount and the client must agree on what is paid. */
function checkDraft({ state, amount, items, claimed }: NonNullable<PaymentOrder['draft']>): Cents {
  if (state === 'EXPIRED') throw refuseField('draft', stepwiseTexts.expired)
  const saved = sumCents(items.map((item) => item.amount))
  const addsUp = saved === amount && amount === claimed.amount && countTag(items.length) === claimed.countTag
  if (!addsUp) throw refuseField('draft', stepwiseTexts.notAddingUp)
  return amount
}

async function checkHuman(
  engine: PaymentDoor,
  { payer, idempotencyKey, humanCheck }: Pick<PaymentOrder, 'payer' | 'idempotencyKey' | 'humanCheck'>,
): Promise<CheckedAnswer> {
  const sessionId = payer.session.id
  if (humanCheck === 'remembered') {
    const remembered = await recallHumanCheck(engine, sessionId, 'checkout')
    if (!remembered) throw refuse(payeezyCall, 'human-check-missing')
    return remembered
  }
  const binding = { sessionId, purpose: 'checkout', key: idempotencyKey } as const
  const checked = await checkHumanAnswer(engine, humanCheck.answer, binding)
  if (!checked) throw refuse(startCheckoutCall, 'human-check-failed')
  return checked
}

interface Checked {
  turn: Turn
  authorization: Authorization | undefined
  card: CheckedMethod
  amount: Cents
  fee: Intent['fee']
  humanCheck: CheckedAnswer
  items: (PayableItem & IntendedItem)[]
}

function intentOf(engine: Engine, order: PaymentOrder, checked: Checked): Intent {
  const { turn, card, amount, fee, humanCheck, items, authorization } = checked
  const at = engine.clock.now()
  const { payer, idempotencyKey, contentHash, email, draft } = order
  return {
    ...card,
    ...(authorization && { authorization }),
    sessionId: payer.session.id,
    paidBy: paidByOf(payer.session),
    idempotencyKey,
    contentHash,
    publicId: draft?.publicId ?? engine.newPublicId(),
    mode: modeOf(payer.session),
    amount,
    fee,
    confirmationEmail: email === undefined ? (items[0]?.emailAddress ?? null) : email || null,
    items,
    gateway: engine.gateway.name,
    reference: engine.newReference(),
    humanCheck,
    turn: turn.nth,
    clerk: clerkOf(payer),
    ...(draft && { draft: { id: draft.id } }),
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
  }
}

/** Tells a repeat from another payment. Of the card, the content may have `shownOfMethod` and no more. */
export function hashOf(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
