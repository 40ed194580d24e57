import { epochOf } from '@portal/contract/dates'
import { dollars } from '@portal/contract/money'
import { blockedAfter } from '@portal/server/payments/planned/rules.ts'
import { must } from './broken-promise.ts'
import type { LiveCheckout } from './live.ts'
import type { GatewayOfWorld } from './partners/books.ts'
import type { CheckoutRecord } from './records.ts'

/**
 * What is promised of payments from bank accounts (docs/payments.md), beside what holds of every payment: the ledger adds
 * up to zero (`invariants.ts`), and what AutoPay promises (`autopay-promises.ts`).
 */

type Asked = Pick<GatewayOfWorld, 'intents'>

/** Longer than a process that checked before may stand still until it sends. */
const grace = 4 * 3_600_000

/** What the gateway could still charge, if somebody asked. */
const open = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']

/** At every moment. @param isMisjudged two people have said wrongly that nothing was charged */
export function checkBankPayment({ intents = [] }: Asked, checkout: LiveCheckout, isMisjudged: boolean): void {
  const { attempt, credited, postings, accounts, reference, tag } = checkout
  if (credited === null) return
  const live = intents.filter((each) => each.reference === reference && /succeeded|processing/.test(each.status))
  must(live.length <= 1, 'one payment has two debits', checkout)
  const isCredited = attempt === 'PROCESSING' && credited === 'submission'
  if (isCredited) must(postings === accounts, 'submitted, and not credited as its policy says', checkout)
  const isEarly = ['INTENT', 'UNKNOWN', 'ESCALATED', 'VERIFYING', 'PROCESSING'].includes(attempt) && !isCredited
  must(!isEarly || postings === 0, 'credited before its policy says', checkout)
  const isOver = attempt === 'RETURNED' || attempt === 'NOT_CHARGED' || attempt === 'DECLINED'
  const left = intents.find((each) => each.tag === tag)?.status ?? ''
  must(!isOver || isMisjudged || !open.includes(left), `it is over, and could still be debited: ${left}`, checkout)
}

/** At rest. */
export function checkBankPayments(gateway: Asked, checkouts: readonly CheckoutRecord[]): void {
  for (const checkout of checkouts.filter(({ isFromBank }) => isFromBank)) {
    checkCleared(checkout)
    checkReadings(checkout)
    checkAuthorized(checkout)
    checkEnd(gateway, checkout)
  }
  checkReturns(checkouts)
}

/** Nobody reads of a receipt before the bank has paid, and of a submitted payment only once it is. */
function checkReadings(checkout: CheckoutRecord): void {
  const { events } = checkout
  const first = (subject: string, to: string, kind: string | null = null): number => {
    const found = events.findIndex((each) => each.subject === subject && each.to === to && each.kind === kind)
    return found < 0 ? Infinity : found
  }
  for (const [kind, state] of [
    ['payment-confirmation', 'CHARGED'],
    ['bank-submitted', 'PROCESSING'],
    ['bank-verify', 'VERIFYING'],
  ] as const) {
    const told = first('email', 'QUEUED', kind)
    must(told === Infinity || first('attempt', state) < told, `${kind} was mailed before ${state}`, checkout)
  }
}

/** Nothing is left on its way, and what was charged is there. */
function checkCleared(checkout: CheckoutRecord): void {
  const sumOf = (book: string) =>
    checkout.ledger.filter((entry) => entry.book === book).reduce((sum, { amount }) => sum + amount, 0)
  must(sumOf('clearing') === 0, `${sumOf('clearing')} is still on its way`, checkout)
  const held = sumOf('card') + sumOf('disputed')
  must(checkout.state !== 'PAID' || held === checkout.amount, `${held} is in the books as charged`, checkout)
}

/** Nothing is debited without words that were accepted before it was sent, and that name what was debited. */
function checkAuthorized(checkout: CheckoutRecord): void {
  const { agreed, amount, isPlanned, sentAt } = checkout
  if (isPlanned) return
  must(agreed !== null && agreed.at <= sentAt, 'debited without an authorization', checkout)
  must(agreed?.words.includes(dollars(amount)) ?? false, `${dollars(amount)} was debited, and not authorized`, checkout)
}

/** Whatever was lost, late, repeated or killed: it stands as the gateway says. */
function checkEnd({ intents }: Asked, checkout: CheckoutRecord): void {
  const { attempt, returned } = checkout
  const status = intents?.find(({ tag }) => tag === attempt.tag)?.status
  if (status === undefined || attempt.state === 'ESCALATED') return
  const ends: Readonly<Record<string, readonly string[]>> = {
    succeeded: ['CHARGED', 'REVERSING', 'REVERSED'],
    unused: ['NOT_CHARGED', 'DECLINED'],
    canceled: returned === null ? ['NOT_CHARGED', 'DECLINED'] : ['RETURNED'],
  }
  must(ends[status]?.includes(attempt.state) ?? false, `the gateway says ${status}`, checkout)
}

const returnsToBlock = 2

/** No bank account is debited after a return for good, and no account of the utility after two returns. */
function checkReturns(checkouts: readonly CheckoutRecord[]): void {
  const returned = checkouts.filter((each) => each.returned !== null)
  for (const sent of checkouts.filter(({ isFromBank }) => isFromBank)) {
    const before = returned.filter(
      ({ decidedAt, id }) => decidedAt !== null && id !== sent.id && epochOf(decidedAt) + grace < epochOf(sent.sentAt),
    )
    const ofBank = before.filter(({ fingerprint }) => fingerprint === sent.fingerprint)
    const final = ofBank.find((each) => each.returned !== null && blockedAfter[each.returned] !== null)
    must(!final, `debited after a return for good: ${final?.returned}`, sent)
    for (const { accountId } of sent.items) {
      const many = before.filter(({ items }) => items.some((item) => item.accountId === accountId)).length
      must(many < returnsToBlock, `${accountId} was paid from a bank after ${many} returns`, sent)
    }
  }
}
