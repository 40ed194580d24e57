import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type pg from 'pg'
import type { BookedPurchase } from '../gateway-simulator/books.ts'
import type { StripePurchase } from '../gateway-simulator/stripe/purchases.ts'
import { type Evidence, checkAtRest } from '../simulate/invariants.ts'
import { nothingLive, readLive } from '../simulate/live.ts'
import { intentsIn } from '../simulate/partners/stripe-debits.ts'
import { readRecords, type CheckoutRecord } from '../simulate/records.ts'
import { promiseIn } from '../simulate/run-plan.ts'
import type { World } from '../world/start-world.ts'
import type { Seen } from './payers.ts'

export interface Judged {
  /** Checkouts by state and by what payers were told, counted. */
  checkouts: Map<string, number>
  told: Map<string, number>
  /** How many checkouts were from a bank account. */
  fromBank: number
  /** The total of each of the three books, in cents. */
  sums: { gateway: number; ours: number; billed: number }
  /** Promises that were not kept. */
  disagreements: string[]
}

/** Reads all three books and holds them, and what the payers were told, against the promises of the simulation. */
export async function judge({ database: { db, pool }, gateway, stripe, mail }: World, { told }: Seen): Promise<Judged> {
  const purchases = (stripe ?? gateway).purchases()
  const posts = countBy((stripe ?? gateway).arrivals(), ({ reference }) => reference)
  const { rows: billed } = await pool.query<{ receipt: string; account: string; amount: number; cancelled: boolean }>(`
    select receipt_number as receipt, account_id as account, amount_cents as amount,
      exists (select from cis.payment_cancellation where receipt_number = payment.receipt_number) as cancelled
    from cis.portal_payment payment`)
  const { rows: keys } = await pool.query<{ key: string; reference: string; email: string | null; subject: string }>(`
    select idempotency_key as key, reference, confirmation_email as email, 'W-' || coalesce(short_number, transaction_tag) as subject
    from checkout join charge_attempt on charge_attempt.checkout_id = checkout.id`)
  const checkouts = await readRecords(db)
  const evidence: Evidence = {
    gateway: {
      rows: purchases.map(rowOf),
      posts,
      reversalPosts: new Map(),
      ...(stripe && { intents: intentsIn(stripe.books) }),
    },
    billing: {
      payments: billed.map(({ receipt, account, amount }) => ({
        receipt: ReceiptNumber.parse(receipt),
        accountId: AccountNumber.parse(account),
        amount: cents(amount),
      })),
      cancelled: new Set(billed.filter(({ cancelled }) => cancelled).map(({ receipt }) => receipt)),
    },
    live: await readLive(db, nothingLive, { isLeasesOnly: false, isRunStopped: false }),
    presses: new Map(keys.map(({ key, reference }) => [reference, { key, turn: 0 }])),
    misjudged: new Map(),
    // Nothing may have begun under a key that was refused.
    told: told.map(({ key, outcome }) => ({
      idempotencyKey: key,
      outcome,
      ...(outcome === 'refused' && { turn: 0 }),
    })),
  }
  const subjects = new Set((await mail.mails()).map(({ recipients, subject }) => `${recipients.join()} ${subject}`))
  const sum = (amounts: readonly number[]): number => amounts.reduce((whole, amount) => whole + amount, 0)
  return {
    told: countBy(told, ({ outcome }) => outcome),
    checkouts: countBy(checkouts, ({ state }) => state),
    fromBank: checkouts.filter(({ isFromBank }) => isFromBank).length,
    sums: {
      gateway: sum(purchases.filter(({ state }) => state === 'live').map(({ amount }) => amount)),
      ours: sum(checkouts.filter(({ state }) => state === 'PAID').map(({ amount }) => amount)),
      billed: sum(billed.filter(({ cancelled }) => !cancelled).map(({ amount }) => amount)),
    },
    disagreements: [...broken(evidence, checkouts), ...unsent(checkouts, keys, subjects)],
  }
}

const rowOf = ({ tag, reference, amount, state }: BookedPurchase | StripePurchase) => ({
  tag: String(tag),
  reference,
  amount: cents(amount),
  status: state === 'none' ? ('declined' as const) : ('approved' as const),
  authorization: null,
  isReversed: state === 'reversed',
  isSurprise: false,
  listedAt: 0,
})

/** The first promise that was not kept. */
function broken(evidence: Evidence, checkouts: CheckoutRecord[]): string[] {
  try {
    checkAtRest(evidence, checkouts)
    return []
  } catch (error) {
    return [promiseIn(error)]
  }
}

/** Payments whose confirmation never arrived. */
function unsent(
  checkouts: readonly CheckoutRecord[],
  keys: readonly { reference: string; email: string | null; subject: string }[],
  sent: ReadonlySet<string>,
): string[] {
  const paid = new Set(checkouts.filter(({ state }) => state === 'PAID').map(({ reference }) => reference))
  return keys
    .filter(({ reference, email, subject }) => {
      const isSent = [...sent].some((each) => each.startsWith(`${email} `) && each.endsWith(` ${subject}`))
      return paid.has(reference) && email !== null && !isSent
    })
    .map(({ subject, email }) => `${email} got no confirmation of receipt ${subject}`)
}

function countBy<T>(values: readonly T[], nameOf: (value: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(values, nameOf)].map(([name, group]) => [name, group.length]))
}

/** Counts of what is still under way; empty when everything is at rest. */
export async function readUnderWay(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ what: string; count: number }>(`
    select what, count(*) from (
      select 'attempt ' || state as what from charge_attempt
        where state not in ('CHARGED', 'DECLINED', 'NOT_CHARGED', 'RETURNED', 'REVERSED')
      union all select 'reversal ' || state from reversal where state not in ('DONE', 'REFUSED')
      union all select 'posting ' || state from posting where state not in ('POSTED', 'REJECTED', 'CANCELLED')
      union all select 'email' from email where delivered_at is null and refused_at is null
    ) as open group by what`)
  return Object.fromEntries(rows.map((row) => [row.what, row.count]))
}
