import { decimalCents } from '@portal/contract/money'
import { attemptMoves, checkoutStateOf, isUndecided } from '@portal/server/features/payments/states.ts'
import { liveCharges } from './model-gateway.ts'
import type { CheckoutRecord, ModelRecords } from './model-records.ts'
import type { SimulatedWorld } from './world.ts'

/** Thrown when a promise is broken; the message says which and for what. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

function must(holds: boolean, promise: string, checkout?: CheckoutRecord): asserts holds {
  if (!holds) throw new BrokenPromise(checkout ? `${promise} (checkout ${checkout.id}, ${checkout.state})` : promise)
}

/** What must be true at every moment (research: payments §4.1). */
export function checkAlways(simulated: SimulatedWorld, records: ModelRecords | null): void {
  if (!records) return
  const checkouts = [...records.checkouts.values()]
  const recorded = new Set(checkouts.map(({ intent }) => intent.reference))
  for (const [reference, posts] of simulated.gateway.posts) {
    must(posts === 1, `${reference} was sent ${posts} times`)
    must(recorded.has(reference), `${reference} was sent and nobody knows of it`)
  }
  const keys = new Set(checkouts.map(({ intent }) => intent.idempotencyKey))
  must(keys.size === checkouts.length, 'one key has two checkouts')
  for (const checkout of checkouts) checkOne(simulated, records, checkout)
}

function checkOne({ gateway }: SimulatedWorld, records: ModelRecords, checkout: CheckoutRecord): void {
  const { attempt, intent } = checkout
  const live = liveCharges(gateway.rows, intent.reference)
  must(checkout.state === checkoutStateOf[attempt.state], 'a checkout stands otherwise than its attempt', checkout)
  if (attempt.state === 'CHARGED') {
    const own = live.filter(({ tag, amount }) => tag === attempt.transactionTag && amount === intent.amount)
    must(own.length === 1, 'PAID without a live charge of that amount', checkout)
  }
  if (attempt.state === 'DECLINED' || attempt.state === 'NOT_CHARGED') {
    must(live.length === 0, 'settled as unpaid while the gateway holds a charge', checkout)
  }
  const holds = checkout.items.filter((item) => records.holds.get(item.accountId) === attempt.id)
  must(
    holds.length === (isUndecided(attempt.state) ? checkout.items.length : 0),
    'holds do not fit the state',
    checkout,
  )
  must(
    checkout.events.every((event, index) => event.sequence === index + 1),
    'the log has gaps',
    checkout,
  )
  const entries = records.ledger.filter((entry) => entry.checkoutId === checkout.id)
  const balance = entries.reduce((sum, entry) => sum + entry.amount, 0)
  must(balance === 0, `the ledger is off by ${balance}`, checkout)
}

/** What must be true when faults have stopped and everything has come to rest. */
export async function checkAtRest(simulated: SimulatedWorld): Promise<ModelRecords> {
  const records = await simulated.backend.snapshot()
  checkAlways(simulated, records)
  const { billing, told, gateway } = simulated
  const expected: string[] = []
  for (const checkout of records.checkouts.values()) {
    const { attempt } = checkout
    const live = liveCharges(gateway.rows, checkout.intent.reference).length
    const isRight = live === (checkout.state === 'PAID' ? 1 : 0)
    must(isRight || attempt.state === 'ESCALATED', 'live charges do not fit the state', checkout)
    must(
      attemptMoves[attempt.state].length === 0 || attempt.state === 'ESCALATED',
      'an attempt is not settled',
      checkout,
    )
    const confirmations = records.letters.filter(
      (letter) => letter.checkoutId === checkout.id && letter.kind === 'payment-confirmation',
    )
    must(confirmations.length === (checkout.state === 'PAID' ? 1 : 0), 'confirmations do not fit the state', checkout)
    if (checkout.state !== 'PAID') continue
    for (const item of checkout.items) {
      const posting = records.postings.get(item.id)
      must(posting?.state === 'POSTED', 'a payment never reached the billing system', checkout)
      expected.push(`${posting.receiptNumber} ${item.accountId} ${decimalCents(item.amount)}`)
    }
  }
  const recorded = billing.payments.map(
    ({ receipt, accountId, amount }) => `${receipt} ${accountId} ${decimalCents(amount)}`,
  )
  must(
    JSON.stringify(recorded.toSorted()) === JSON.stringify(expected.toSorted()),
    `billing holds ${recorded.join(', ')}; paid were ${expected.join(', ')}`,
  )
  for (const { idempotencyKey, outcome } of told) {
    const checkout = [...records.checkouts.values()].find(({ intent }) => intent.idempotencyKey === idempotencyKey)
    if (outcome === 'approved') must(checkout?.state === 'PAID', `told approved: ${idempotencyKey}`, checkout)
    if (outcome === 'declined' || outcome === 'serverFailed') {
      const live = checkout ? liveCharges(gateway.rows, checkout.intent.reference).length : 0
      must(live === 0, `told ${outcome}: ${idempotencyKey}`, checkout)
    }
  }
  return records
}
