import { epochOf } from '@portal/contract/dates'
import { decimalCents } from '@portal/contract/money'
import type { RecordedCharge } from '@portal/server/features/reconciliation/books.ts'
import { judgeGateway } from '@portal/server/features/reconciliation/judge-gateway.ts'
import { checkoutStateOf, isUndecided } from '@portal/server/payments/states.ts'
import { must } from './broken-promise.ts'
import { checkMoves } from './check-moves.ts'
import { listed } from './model/answers.ts'
import { type GatewayRow, liveCharges } from './model/gateway.ts'
import type { CheckoutRecord, ModelRecords, PostingRecord } from './model/records.ts'
import { checkSummaries, nextMorning } from './tell-summaries.ts'
import type { SimulatedWorld } from './world.ts'

/** What must be true at every moment (docs/payments.md). */
export function checkAlways(simulated: SimulatedWorld, records: ModelRecords | null): void {
  if (!records) return
  const checkouts = [...records.checkouts.values()]
  const recorded = new Set(checkouts.map(({ intent }) => intent.reference))
  for (const [reference, posts] of simulated.gateway.posts) {
    must(posts === 1, `${reference} was sent ${posts} times`)
    must(recorded.has(reference), `${reference} was sent and nobody knows of it`)
  }
  for (const [reference, posts] of simulated.gateway.reversalPosts) {
    must(posts === 1, `${reference}, a void or refund, was sent ${posts} times`)
  }
  const keys = new Set(checkouts.map(({ intent }) => intent.idempotencyKey))
  must(keys.size === checkouts.length, 'one key has two checkouts')
  for (const checkout of checkouts) checkOne(simulated, records, checkout)
}

function checkOne(simulated: SimulatedWorld, records: ModelRecords, checkout: CheckoutRecord): void {
  const { gateway } = simulated
  const { attempt, intent } = checkout
  const live = liveCharges(gateway.rows, intent.reference)
  must(checkout.state === checkoutStateOf[attempt.state], 'a checkout stands otherwise than its attempt', checkout)
  if (attempt.state === 'CHARGED') {
    const standing = [...live, ...givenBackByHand(gateway.rows, records, intent.reference)]
    const own = standing.filter(({ tag, amount }) => tag === attempt.transactionTag && amount === intent.amount)
    must(own.length === 1 || isMisjudged(simulated, checkout), 'PAID without a live charge of that amount', checkout)
  }
  if (attempt.state === 'DECLINED' || attempt.state === 'NOT_CHARGED') {
    // A surprise charge is given back as soon as something sees it.
    const known = live.filter(({ isSurprise }) => !isSurprise)
    must(
      known.length === 0 || isMisjudged(simulated, checkout),
      'settled as unpaid while the gateway holds a charge',
      checkout,
    )
  }
  const holds = checkout.items.filter((item) => records.holds.get(item.accountId) === attempt.id)
  const held = isUndecided(attempt.state) ? checkout.items.length : 0
  must(holds.length === held, 'holds do not fit the state', checkout)
  const isGapless = checkout.events.every((event, index) => event.sequence === index + 1)
  must(isGapless, 'the log has gaps', checkout)
  const entries = records.ledger.filter((entry) => entry.checkoutId === checkout.id)
  const balance = entries.reduce((sum, entry) => sum + entry.amount, 0)
  must(balance === 0, `the ledger is off by ${balance}`, checkout)
}

/**
 * Whether the payment stands as two people have said wrongly while the gateway could not say. Everything else that is
 * wrong breaks a promise.
 */
function isMisjudged({ misjudged }: SimulatedWorld, { id, attempt }: CheckoutRecord): boolean {
  const finding = misjudged.get(id)
  if (finding?.outcome === 'charged') {
    const { tag, authorization } = finding
    return attempt.transactionTag === tag && attempt.authorizationNumber === authorization
  }
  return finding !== undefined && attempt.state === 'NOT_CHARGED'
}

/** What was settled wrongly is told when the day is compared again. */
function checkReported(rows: readonly GatewayRow[], checkout: CheckoutRecord): void {
  const { intent } = checkout
  const transactions = rows.filter((row) => row.reference === intent.reference && !row.isReversed).map(listed)
  const found = judgeGateway(
    { reference: intent.reference, transactions, request: chargeOf(checkout) },
    { now: intent.at, patience: 0 },
  )
  must(found.length > 0, 'settled wrongly, and the comparison of the books does not tell', checkout)
}

function chargeOf({ attempt, intent }: CheckoutRecord): RecordedCharge {
  const { state, transactionTag: tag, authorizationNumber: authorization } = attempt
  const { reference, amount, at: sentAt } = intent
  return {
    kind: 'charge',
    reference,
    state,
    amount,
    sentAt,
    since: sentAt,
    postedAmount: amount,
    tag,
    authorization,
    returnedTags: [],
  }
}

/** What must be true when faults have stopped and everything has come to rest. */
export async function checkAtRest(simulated: SimulatedWorld): Promise<ModelRecords> {
  await simulated.backend.tellSummaries(nextMorning(simulated), false)
  const records = await simulated.backend.snapshot()
  checkAlways(simulated, records)
  for (const checkout of records.checkouts.values()) {
    checkMoves(checkout)
    checkSettled(simulated, records, checkout)
    checkPostings(records, checkout)
    checkLetters(records, checkout)
  }
  checkBilling(simulated, records)
  checkSummaries(simulated, records)
  checkTold(simulated, records)
  checkSeen(simulated, records)
  return records
}

function checkSettled(simulated: SimulatedWorld, records: ModelRecords, checkout: CheckoutRecord): void {
  const { gateway } = simulated
  const { attempt, intent, state } = checkout
  if (attempt.state === 'ESCALATED') return
  const byHand = givenBackByHand(gateway.rows, records, intent.reference).length
  const live = liveCharges(gateway.rows, intent.reference).length + byHand
  if (attempt.state === 'REVERSING') {
    const asked = [...records.reversals.values()].filter(({ checkoutId }) => checkoutId === checkout.id)
    const isRefused = asked.some(({ tag, state: standing }) => tag === attempt.transactionTag && standing === 'REFUSED')
    must(isRefused && live === 1, 'a charge is not given back, though the gateway does not refuse', checkout)
    return
  }
  must(!isUndecided(attempt.state), 'an attempt is not settled', checkout)
  if (state === 'PAID' && isMisjudged(simulated, checkout)) return checkReported(gateway.rows, checkout)
  const refused = secondChargesRefused(records, checkout)
  must(live === (state === 'PAID' ? 1 : 0) + refused, 'live charges do not fit the state', checkout)
}

/** Charges that finance has given back in the gateway's console but not recorded. To the portal they still stand. */
function givenBackByHand(rows: GatewayRow[], records: ModelRecords, reference: string): GatewayRow[] {
  const recorded = new Set(
    [...records.reversals.values()].filter(({ state }) => state === 'DONE').map(({ tag }) => tag),
  )
  return rows.filter((row) => row.reference === reference && row.isGivenBackByHand && !recorded.has(row.tag))
}

/** Second charges for the reference that the gateway refuses to give back. A person must settle them. */
function secondChargesRefused(records: ModelRecords, { id, attempt }: CheckoutRecord): number {
  const second = [...records.reversals.values()].filter(
    ({ checkoutId, tag }) => checkoutId === id && tag !== attempt.transactionTag,
  )
  const tags = new Set(second.filter(({ state }) => state === 'REFUSED').map(({ tag }) => tag))
  for (const { tag, state } of second) if (state === 'DONE') tags.delete(tag)
  return tags.size
}

function postingsOf(records: ModelRecords, { items }: CheckoutRecord): PostingRecord[] {
  return items.flatMap(({ id }) => records.postings.get(id) ?? [])
}

function checkPostings(records: ModelRecords, checkout: CheckoutRecord): void {
  const postings = postingsOf(records, checkout)
  const isPosted = checkout.state === 'PAID'
  if (isPosted) must(postings.length === checkout.items.length, 'a paid account has no posting', checkout)
  for (const { state } of postings) {
    const isSettled = isPosted
      ? state === 'POSTED' || state === 'REJECTED'
      : state === 'CANCELLED' || state === 'CANCEL_REJECTED' || state === 'REJECTED'
    must(isSettled || checkout.state === 'REVERSING', `a payment never reached the billing system: ${state}`, checkout)
  }
  const unposted = records.ledger
    .filter(({ checkoutId, book }) => checkoutId === checkout.id && book === 'unposted')
    .reduce((sum, { amount }) => sum + amount, 0)
  const owed = postings.reduce((sum, { state, amount }) => sum + owedTo(state, isPosted) * amount, 0)
  const isRight = unposted === owed || checkout.state === 'REVERSING'
  must(isRight, `the ledger owes the billing system ${-unposted}`, checkout)
}

/**
 * What remains for a person: a refused payment is owed to the billing system, and a refused cancellation is owed by it.
 */
function owedTo(state: PostingRecord['state'], isPosted: boolean): number {
  if (state === 'REJECTED') return isPosted ? -1 : 0
  return state === 'CANCEL_REJECTED' ? 1 : 0
}

function checkLetters(records: ModelRecords, checkout: CheckoutRecord): void {
  const letters = (kind: string): number =>
    records.letters.filter((letter) => letter.checkoutId === checkout.id && letter.kind === kind).length
  const wasPaid = postingsOf(records, checkout).length > 0
  must(letters('payment-confirmation') === (wasPaid ? 1 : 0), 'confirmations do not fit the state', checkout)
  const isReversed = checkout.state === 'REVERSED'
  must(letters('payment-reversed') === (isReversed ? 1 : 0), 'letters about a reversal do not fit the state', checkout)
  const second = [...records.reversals.values()].filter(
    ({ checkoutId, cause, state }) => checkoutId === checkout.id && cause === 'secondCharge' && state === 'DONE',
  )
  must(letters('payment-charged-twice') === second.length, 'letters about second charges do not fit them', checkout)
}

/** Checks that the billing system has every payment that stands once, and nothing else. */
function checkBilling({ billing }: SimulatedWorld, records: ModelRecords): void {
  const expected = [...records.postings.values()]
    .filter(({ state }) => state === 'POSTED' || state === 'CANCELLED' || state === 'CANCEL_REJECTED')
    .map(({ receiptNumber, accountId, amount, state }) =>
      lineOf(receiptNumber, accountId, decimalCents(amount), state === 'CANCELLED'),
    )
  const recorded = billing.payments.map(({ receipt, accountId, amount }) =>
    lineOf(receipt, accountId, decimalCents(amount), billing.cancelled.has(receipt)),
  )
  must(
    JSON.stringify(recorded.toSorted()) === JSON.stringify(expected.toSorted()),
    `billing holds ${recorded.join(', ')}; it should hold ${expected.join(', ')}`,
  )
}

function lineOf(receipt: string, accountId: string, amount: string, isCancelled: boolean): string {
  return `${receipt} ${accountId} ${amount}${isCancelled ? ' cancelled' : ''}`
}

/**
 * Nobody is charged for an account that had been paid since he last saw it. The held accounts of two payments never
 * overlap, so that of two items the one with the lower id was decided before the other one began.
 */
function checkSeen({ presses }: SimulatedWorld, records: ModelRecords): void {
  for (const checkout of records.checkouts.values()) {
    const sight = presses.get(checkout.intent.reference)?.sight
    if (!sight) continue
    const unseen = [...records.checkouts.values()].filter(
      ({ state, decidedAt }) => state === 'PAID' && decidedAt !== null && epochOf(decidedAt) > sight.at,
    )
    const paid = unseen.flatMap(({ items }) => items)
    const isTwice = checkout.items.some((item) =>
      paid.some(({ accountId, id }) => accountId === item.accountId && id < item.id),
    )
    must(!isTwice, 'charged for an account that was paid since its payer last saw it', checkout)
  }
}

function checkTold({ told, gateway, presses }: SimulatedWorld, records: ModelRecords): void {
  for (const { idempotencyKey, outcome, turn: refused = -1 } of told) {
    const checkout = [...records.checkouts.values()].find(({ intent }) => intent.idempotencyKey === idempotencyKey)
    const begunBy = checkout && presses.get(checkout.intent.reference)
    must(!begunBy || begunBy.turn > refused, `told refused, and begun all the same: ${idempotencyKey}`, checkout)
    if (outcome === 'approved') {
      const wasPaid = checkout !== undefined && postingsOf(records, checkout).length > 0
      must(wasPaid, `told approved: ${idempotencyKey}`, checkout)
    }
    if (outcome === 'declined' || outcome === 'serverFailed') {
      const live = checkout ? liveCharges(gateway.rows, checkout.intent.reference).length : 0
      const isKnown = live === 0 || checkout?.state === 'REVERSING'
      must(isKnown, `told ${outcome}: ${idempotencyKey}`, checkout)
    }
  }
}
