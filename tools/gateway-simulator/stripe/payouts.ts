import type Stripe from 'stripe'
import { z } from 'zod'
import type { KeptPayout, StripeBooks } from './books.ts'
import { Id, invalid, ListParams, making, page, read, seconds, type StripeWorld, whole } from './endpoint.ts'
import { balanceTransaction, balanceTransactionId, payout } from './payout-objects.ts'

const day = 24 * 60 * 60

/** 2.9 % and 30 cents. */
const feeOf = (amount: number): number => Math.round((amount * 29) / 1000) + 30

/** All that moved money so far, oldest first: nothing is kept that follows from charges of cards and refunds. */
function movements({ charges, refunds, movements: others }: StripeBooks): Stripe.BalanceTransaction[] {
  const charged = [...charges.values()]
    // What a debit moves, it moves when its bank has answered.
    .filter(({ paid, payment_method_details: details }) => paid && details?.type !== 'us_bank_account')
    .map((charge) => moved(charge, charge.amount, feeOf(charge.amount)))
  const givenBack = [...refunds.values()].flatMap((refund) => {
    const made = moved(refund, -refund.amount)
    const isFailed = refund.status === 'failed' || refund.status === 'canceled'
    const category = { id: `${made.id}f`, reporting_category: 'refund_failure', type: 'refund_failure' } as const
    return isFailed ? [made, { ...moved(refund, refund.amount), ...category }] : [made]
  })
  return [...charged, ...givenBack, ...others.values()].toSorted((one, other) => one.created - other.created)
}

function moved(source: Stripe.Charge | Stripe.Refund | Stripe.Payout, amount: number, fee = 0) {
  const id = balanceTransactionId(source.id)
  return balanceTransaction({ id, source, category: source.object, amount, fee }, source.created)
}

function unpaid(books: StripeBooks): Stripe.BalanceTransaction[] {
  const paidOut = new Set([...books.payouts.values()].flatMap(({ transactions }) => transactions))
  return movements(books).filter(({ id }) => !paidOut.has(id))
}

/** Pays out all that has not been, arriving today. Null when there is nothing. */
export async function payOut(world: StripeWorld): Promise<Stripe.Payout | null> {
  return await payOutThese(world, unpaid(world.books), seconds(world))
}

async function payOutThese(
  world: StripeWorld,
  transactions: readonly Stripe.BalanceTransaction[],
  at: number,
): Promise<Stripe.Payout | null> {
  if (transactions.length === 0) return null
  const amount = transactions.reduce((sum, { net }) => sum + net, 0)
  const arrivesOn = at - (at % day)
  const made = payout({ amount, arrivesOn }, { ...making(world), created: at })
  await world.books.keep({ kind: 'payout', value: { payout: made, transactions: transactions.map(({ id }) => id) } })
  return made
}

/** As an automatic schedule does: what moved on a day arrives on the next, both in UTC. */
async function payOutWhatIsDue(world: StripeWorld): Promise<void> {
  const today = seconds(world) - (seconds(world) % day)
  const due = unpaid(world.books).filter(({ created }) => created < today)
  const days = Map.groupBy(due, ({ created }) => created - (created % day))
  for (const [begins, transactions] of days) await payOutThese(world, transactions, begins + day)
}

const PayoutParams = ListParams.extend({
  arrival_date: z.object({ gte: whole.optional(), lt: whole.optional() }).default({}),
})

export async function listPayouts(world: StripeWorld, params: unknown) {
  await payOutWhatIsDue(world)
  const { arrival_date: arrival, ...wanted } = read(PayoutParams, params)
  const made = [...world.books.payouts.values()]
    .map((kept) => kept.payout)
    .filter(({ arrival_date: at }) => at >= (arrival.gte ?? 0) && at < (arrival.lt ?? Infinity))
  return page('/v1/payouts', made, wanted)
}

export async function readPayout({ books }: StripeWorld, params: unknown): Promise<Stripe.Payout> {
  return payoutOf(books, read(Id, params).id).payout
}

function payoutOf(books: StripeBooks, id: string): KeptPayout {
  const kept = books.payouts.get(id)
  if (!kept) throw invalid(`No such payout: '${id}'`, 'resource_missing', 404)
  return kept
}

const BalanceParams = ListParams.extend({ payout: z.string().optional() })

/** Those of a payout have its own among them: what it took from the balance. */
export async function listBalanceTransactions({ books }: StripeWorld, params: unknown) {
  const { payout: id, ...wanted } = read(BalanceParams, params)
  const payouts = [...books.payouts.values()].map((kept) => moved(kept.payout, -kept.payout.amount))
  const kept = id === undefined ? null : payoutOf(books, id)
  const ids = kept && new Set([...kept.transactions, balanceTransactionId(kept.payout.id)])
  const all = [...movements(books), ...payouts].filter((each) => ids?.has(each.id) ?? true)
  const listed = page('/v1/balance_transactions', all, wanted)
  return wanted.expand.includes('data.source') ? listed : { ...listed, data: listed.data.map(withSourceId) }
}

function withSourceId(transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  const { source } = transaction
  return { ...transaction, source: typeof source === 'object' ? (source?.id ?? null) : source }
}
