import { epochOf } from '@portal/contract/dates'
import { cents, decimalCents } from '@portal/contract/money'
import type { BillingPayment } from '@portal/server/adapters/billing-system/port.ts'
import type { AttemptState, PostingState } from '@portal/server/database/tables/payments.ts'
import type { RecordedCharge } from '@portal/server/features/reconciliation/books.ts'
import { gatewayDiscrepancies } from '@portal/server/features/reconciliation/gateway-discrepancies.ts'
import type { ManualFinding } from '@portal/server/payments/manual/compare-finding.ts'
import { checkoutStateOf, isOpen, isUndecided } from '@portal/server/payments/states.ts'
import { checkBankPayment, checkBankPayments } from './bank-promises.ts'
import { must } from './broken-promise.ts'
import { checkDisputes, standsAgain } from './dispute-promises.ts'
import type { LiveCheckout } from './live.ts'
import { checkMoves } from './moves.ts'
import { listed, liveCharges, type GatewayOfWorld, type GatewayRow } from './partners/books.ts'
import { type CheckoutRecord, isMoveTo, wasCharged } from './records.ts'
import type { Press, Told } from './world.ts'

/** The books of everybody, and what people saw and said: of a simulated world, or of a storm of real processes. */
export interface Evidence {
  gateway: Pick<GatewayOfWorld, 'rows' | 'posts' | 'reversalPosts' | 'disputes' | 'intents' | 'givenUpEarly'>
  billing: {
    payments: readonly Pick<BillingPayment, 'receipt' | 'accountId' | 'amount'>[]
    cancelled: ReadonlySet<string>
  }
  live: { checkouts: LiveCheckout[] }
  /** By the reference that it would charge under. */
  presses: ReadonlyMap<string, Press>
  misjudged: ReadonlyMap<number, ManualFinding>
  told: readonly Told[]
}

/** What must be true at every moment (docs/payments.md). */
export function checkAlways(simulated: Evidence): void {
  const { gateway, live, presses } = simulated
  const recorded = new Set(live.checkouts.map(({ reference }) => reference))
  for (const [reference, posts] of gateway.posts) {
    must(posts === 1, `${reference} was sent ${posts} times`)
    must(recorded.has(reference), `${reference} was sent and nobody knows of it`)
  }
  for (const [reference, posts] of gateway.reversalPosts) {
    must(posts === 1, `${reference}, a void or refund, was sent ${posts} times`)
  }
  must(!gateway.givenUpEarly, `${gateway.givenUpEarly}: its payer had ten days for small deposits`)
  const keys = live.checkouts.flatMap(({ reference }) => presses.get(reference)?.key ?? [])
  must(new Set(keys).size === keys.length, 'one key has two checkouts')
  for (const checkout of live.checkouts) checkOne(simulated, checkout)
}

function checkOne(simulated: Evidence, checkout: LiveCheckout): void {
  const { rows } = simulated.gateway
  const { attempt, reference, tag, amount } = checkout
  const live = liveCharges(rows, reference)
  must(checkout.state === checkoutStateOf[attempt], 'a checkout stands otherwise than its attempt', checkout)
  if (attempt === 'CHARGED') {
    const standing = [...live, ...goneUntold(rows, checkout)]
    const own = standing.filter((charge) => charge.tag === tag && charge.amount === amount)
    const isRight = own.length === 1 || isMisjudged(simulated, checkout)
    must(isRight, 'PAID without a live charge of that amount', checkout)
  }
  if (attempt === 'DECLINED' || attempt === 'NOT_CHARGED' || attempt === 'RETURNED') {
    // A surprise charge is given back as soon as something sees it.
    const known = live.filter(({ isSurprise }) => !isSurprise)
    const isRight = known.length === 0 || isMisjudged(simulated, checkout)
    must(isRight, 'settled as unpaid while the gateway holds a charge', checkout)
  }
  checkBankPayment(simulated.gateway, checkout, isMisjudged(simulated, checkout))
  must(checkout.held === (isUndecided(attempt) ? checkout.accounts : 0), 'holds do not fit the state', checkout)
  const isHeld = simulated.billing.payments.some(({ receipt }) => checkout.refused.includes(receipt))
  must(!isHeld, 'the billing system holds a payment that counts as refused', checkout)
  must(checkout.isGapless, 'the log has gaps', checkout)
  must(checkout.balance === 0, `the ledger is off by ${checkout.balance}`, checkout)
}

/** As two people have said wrongly while the gateway could not say. Anything else that is wrong breaks a promise. */
function isMisjudged({ misjudged }: Evidence, { id, attempt, tag, authorization }: LiveCheckout): boolean {
  const finding = misjudged.get(id)
  if (finding?.outcome === 'charged') return tag === finding.tag && authorization === finding.authorization
  return finding !== undefined && attempt === 'NOT_CHARGED'
}

/** Charges that are gone at the gateway, which the portal has not recorded. To the portal they still stand. */
function goneUntold(rows: GatewayRow[], { reference, returned }: LiveCheckout): GatewayRow[] {
  return rows.filter((row) => row.reference === reference && row.isGoneUntold && !returned.includes(row.tag))
}

/** What must be true when faults have stopped and everything has come to rest. */
export function checkAtRest(simulated: Evidence, checkouts: CheckoutRecord[]): void {
  checkAlways(simulated)
  for (const checkout of checkouts) {
    checkMoves(checkout)
    checkSettled(simulated, checkout)
    checkPostings(checkout)
    checkEmails(checkout)
    checkDisputes(simulated, checkout)
    checkSeen(simulated, checkouts, checkout)
  }
  checkBankPayments(simulated.gateway, checkouts)
  checkBilling(simulated, checkouts)
  checkTold(simulated, checkouts)
}

function checkSettled(simulated: Evidence, checkout: CheckoutRecord): void {
  const { rows } = simulated.gateway
  const { attempt, reference, reversals, state } = checkout
  const known = simulated.live.checkouts.find(({ id }) => id === checkout.id)
  if (attempt.state === 'ESCALATED' || !known) return
  const live = liveCharges(rows, reference).length + goneUntold(rows, known).length
  if (attempt.state === 'REVERSING') {
    const isRefused = reversals.some(({ tag, state: standing }) => tag === attempt.tag && standing === 'REFUSED')
    must(isRefused && live === 1, 'a charge is not given back, though the gateway does not refuse', checkout)
    return
  }
  must(!isOpen(attempt.state), 'an attempt is not settled', checkout)
  if (state === 'PAID' && isMisjudged(simulated, known)) {
    checkDoubted(rows, known)
    return checkReported(rows, checkout)
  }
  const standing = (state === 'PAID' ? 1 : 0) + secondChargesRefused(checkout)
  must(live === standing, 'live charges do not fit the state', checkout)
}

/** The payment whose tag it took, if any, is a dead end until people undo it, so they must hear of it. */
function checkDoubted(rows: GatewayRow[], { reference, tag, isDoubted, ...checkout }: LiveCheckout): void {
  const live = liveCharges(rows, reference)
  // Without a canary, an absence is never proven.
  const canTell = live.length > 0 || rows.some(({ listedAt }) => listedAt === 0)
  const isOnlyAuthorization = live.some((row) => row.tag === tag)
  must(isDoubted || isOnlyAuthorization || !canTell, 'settled wrongly, and no exception says so', checkout)
}

function checkReported(rows: readonly GatewayRow[], checkout: CheckoutRecord): void {
  const { reference, sentAt } = checkout
  const transactions = rows.filter((row) => row.reference === reference && !row.isReversed).map(listed)
  const found = gatewayDiscrepancies(
    { reference, transactions, request: chargeOf(checkout) },
    { now: sentAt, patience: 0 },
  )
  must(found.length > 0, 'settled wrongly, and the comparison of the books does not tell', checkout)
}

function chargeOf({ attempt, reference, amount, fee, sentAt }: CheckoutRecord): RecordedCharge {
  const { state, tag, authorization } = attempt
  const own = { reference, state, amount, sentAt, tag, authorization }
  return { ...own, kind: 'charge', since: sentAt, postedAmount: cents(amount - fee), returnedTags: [], fee }
}

/** Second charges for the reference that the gateway refuses to give back. A person must settle them. */
function secondChargesRefused({ attempt, reversals }: CheckoutRecord): number {
  const second = reversals.filter(({ tag }) => tag !== attempt.tag)
  const tags = new Set(second.filter(({ state }) => state === 'REFUSED').map(({ tag }) => tag))
  for (const { tag, state } of second) if (state === 'DONE') tags.delete(tag)
  return tags.size
}

function checkPostings(checkout: CheckoutRecord): void {
  const { items, ledger, state: standing } = checkout
  const isPaid = standing === 'PAID'
  const postings = items.flatMap(({ posting, amount }) => (posting ? [{ state: posting, amount }] : []))
  if (isPaid) must(postings.length === items.length, 'a paid account has no posting', checkout)
  must(
    items.every(({ status }) => (status === 'PAID') === isPaid),
    'an account stands otherwise than its checkout',
    checkout,
  )
  for (const { state } of postings) {
    const isSettled = (isPaid ? ['POSTED', 'REJECTED'] : ['CANCELLED', 'CANCEL_REJECTED', 'REJECTED']).includes(state)
    must(isSettled || standing === 'REVERSING', `a payment never reached the billing system: ${state}`, checkout)
  }
  const unposted = ledger.filter(({ book }) => book === 'unposted').reduce((sum, { amount }) => sum + amount, 0)
  const owed = postings.reduce((sum, { state, amount }) => sum + owedTo(state, isPaid) * amount, 0)
  const isRight = unposted === owed || standing === 'REVERSING'
  must(isRight, `the ledger owes the billing system ${-unposted}`, checkout)
}

/**
 * What remains for a person: a refused payment is owed to the billing system, and a refused cancellation is owed by it.
 */
function owedTo(state: PostingState, isPaid: boolean): number {
  if (state === 'REJECTED') return isPaid ? -1 : 0
  return state === 'CANCEL_REJECTED' ? 1 : 0
}

function checkEmails(checkout: CheckoutRecord): void {
  const queued = checkout.events.filter(({ subject, to }) => subject === 'email' && to === 'QUEUED')
  const emails = (kind: string): number => queued.filter((email) => email.kind === kind).length
  const wasPaid = wasCharged(checkout)
  if (!checkout.hasEmail) return must(queued.length === 0, 'emails without an address', checkout)
  must(emails('payment-confirmation') === (wasPaid ? 1 : 0), 'confirmations do not fit the state', checkout)
  const moved = (state: AttemptState) => checkout.events.filter(isMoveTo(state)).length
  const back = emails('payment-reversed') + emails('bank-returned')
  must(
    // Of a planned charge, the run tells.
    back === moved('REVERSED') + (checkout.isPlanned ? 0 : moved('RETURNED')),
    'emails about money that came back do not fit the moves',
    checkout,
  )
  must(emails('bank-submitted') === moved('PROCESSING'), 'a submitted payment has no email of its own', checkout)
  must(emails('dispute-won') === standsAgain(checkout), 'the payer does not hear that it counts again', checkout)
  const second = checkout.reversals.filter(({ cause, state }) => cause === 'secondCharge' && state === 'DONE')
  must(emails('payment-charged-twice') === second.length, 'emails about second charges do not fit them', checkout)
}

function checkBilling({ billing }: Evidence, checkouts: readonly CheckoutRecord[]): void {
  const line = (receipt: string, account: string, amount: string, isCancelled: boolean): string =>
    `${receipt} ${account} ${amount}${isCancelled ? ' cancelled' : ''}`
  const expected = checkouts.flatMap(({ items, events }) =>
    items.flatMap(({ id, accountId, posting, receipt, amount }) => {
      const canceled = events.filter(({ subject, subjectId, to }) => {
        return subject === 'posting' && subjectId === id && to === 'CANCELLED'
      })
      const isPosted = posting === 'POSTED' || posting === 'CANCEL_REJECTED'
      return [
        ...canceled.map((event) => line(event.receipt ?? '', accountId, decimalCents(amount), true)),
        ...(isPosted ? [line(receipt, accountId, decimalCents(amount), false)] : []),
      ]
    }),
  )
  const recorded = billing.payments.map(({ receipt, accountId, amount }) =>
    line(receipt, accountId, decimalCents(amount), billing.cancelled.has(receipt)),
  )
  must(
    JSON.stringify(recorded.toSorted()) === JSON.stringify(expected.toSorted()),
    `billing holds ${recorded.join(', ')}; it should hold ${expected.join(', ')}`,
  )
}

/**
 * Nobody is charged for an account that had been paid since he last saw it. The held accounts of two payments never
 * overlap, so that of two items the one with the lower id was decided before the other one began.
 */
function checkSeen({ presses }: Evidence, checkouts: readonly CheckoutRecord[], checkout: CheckoutRecord): void {
  const sight = presses.get(checkout.reference)?.sight
  if (!sight) return
  const paid = checkouts
    .filter(({ state }) => state === 'PAID')
    .filter(({ isFromBank, sentAt, decidedAt }) => {
      // From a bank account, it counts for others from the moment that it runs.
      const since = isFromBank ? sentAt : decidedAt
      return since !== null && epochOf(since) > sight.at
    })
    // Paid long before, and not when the payer saw it.
    .filter((one) => standsAgain(one) === 0)
    .flatMap(({ items }) => items)
  const isTwice = checkout.items.some((item) =>
    paid.some(({ accountId, id }) => accountId === item.accountId && id < item.id),
  )
  must(!isTwice, 'charged for an account that was paid since its payer last saw it', checkout)
}

function checkTold({ told, gateway, presses }: Evidence, checkouts: readonly CheckoutRecord[]): void {
  const begunUnder = new Map(checkouts.map((checkout) => [presses.get(checkout.reference)?.key, checkout]))
  for (const { idempotencyKey, outcome, turn: refused = -1 } of told) {
    const checkout = begunUnder.get(idempotencyKey)
    const press = checkout && presses.get(checkout.reference)
    must(!press || press.turn > refused, `told refused, and begun all the same: ${idempotencyKey}`, checkout)
    if (outcome === 'approved') {
      must(checkout !== undefined && wasCharged(checkout), `told approved: ${idempotencyKey}`, checkout)
    }
    if (outcome === 'declined' || outcome === 'serverFailed') {
      const live = checkout ? liveCharges(gateway.rows, checkout.reference).length : 0
      must(live === 0 || checkout?.state === 'REVERSING', `told ${outcome}: ${idempotencyKey}`, checkout)
    }
  }
}
