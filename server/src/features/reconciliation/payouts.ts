import { type Instant, daysAfter } from '@portal/contract/dates'
import { type Cents, cents, sumCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { GatewayPayouts, Payout, PayoutPart } from '../../adapters/payment-gateway/port-payouts.ts'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Discrepancy } from './books.ts'
import { GatewayUnavailable } from './complete-match.ts'
import { type Recorded, payoutDiscrepancies } from './payout-discrepancies.ts'
import type { LeasedRun } from './runs.ts'

/** A bank may return a payout within five business days. */
const daysBack = 10

const batch = 1000

/**
 * Reads and keeps the payouts of the day and of those before, and compares those that arrive on the day. One that has
 * changed since its own day was compared has that day compared again (`planRenewals`). @throws GatewayUnavailable
 */
export async function comparePayouts(
  { db, clock, paymentGateway }: Pick<Deps, 'db' | 'clock' | 'paymentGateway'>,
  run: LeasedRun,
  keepLease: () => Promise<void>,
): Promise<Discrepancy[]> {
  const { name, payouts } = paymentGateway
  if (!payouts) return []
  await keepLease()
  const listed = await payouts.list(daysAfter(run.day, -daysBack), run.day)
  if (listed.outcome === 'unavailable') throw new GatewayUnavailable(listed.reason)
  const found: Discrepancy[] = []
  for (const payout of listed.payouts) {
    const isOfDay = payout.arrivesOn === run.day
    await keepPayout(db, name, payout, isOfDay ? null : clock.now())
    if (!isOfDay) continue
    await keepLease()
    const parts = payout.parts === 'listed' ? await readParts(payouts, payout.id) : null
    if (parts) await keepParts(db, name, payout.id, parts)
    found.push(...payoutDiscrepancies(payout, parts, await recordedFor(db, name, parts ?? [])))
  }
  return found
}

async function readParts(payouts: GatewayPayouts, id: string): Promise<PayoutPart[]> {
  const read = await payouts.parts(id)
  if (read.outcome === 'unavailable') throw new GatewayUnavailable(read.reason)
  return read.parts
}

/** @param seenAt by the run of another day: null for that of its own, which compares it anyway */
async function keepPayout(db: Db, gateway: GatewayName, payout: Payout, seenAt: Instant | null): Promise<void> {
  const { id, arrivesOn, status, amount, failure, parts } = payout
  await sql`
    insert into payout (gateway, payout_id, arrives_on, status, amount_cents, failure, changed_at)
    select ${gateway}, ${id}, ${arrivesOn}::date, ${status}, ${amount}::bigint, ${failure}, ${seenAt}::timestamptz
    where exists (select from reconciliation_run where day = ${arrivesOn}::date)
    on conflict (gateway, payout_id) do update
    set arrives_on = excluded.arrives_on, status = excluded.status, amount_cents = excluded.amount_cents,
      failure = excluded.failure,
      changed_at = case
        when (payout.arrives_on, payout.status, payout.amount_cents)
            is distinct from (excluded.arrives_on, excluded.status, excluded.amount_cents)
          or (payout.charge_count is null and ${parts === 'listed'})
        then coalesce(excluded.changed_at, payout.changed_at) else payout.changed_at end
  `.execute(db)
}

/** A page at a time; one that is listed again stays as it is. Its sums come last, and say that it is known in full. */
async function keepParts(db: Db, gateway: GatewayName, id: string, parts: readonly PayoutPart[]): Promise<void> {
  for (let from = 0; from < parts.length; from += batch) {
    const page = parts.slice(from, from + batch)
    await sql`
      insert into payout_item (payout_id, item_id, kind, tag, amount_cents, fee_cents)
      select payout.id, item_id, kind, tag, amount, -fee
      from payout, unnest(
        ${page.map((part) => part.id)}::text[], ${page.map(({ kind }) => kind)}::text[],
        ${page.map(({ tag }) => tag)}::text[],
        ${page.map(({ amount }) => amount)}::bigint[], ${page.map(({ fee }) => fee)}::bigint[]
      ) with ordinality as part (item_id, kind, tag, amount, fee, nth)
      where gateway = ${gateway} and payout.payout_id = ${id} order by nth
      on conflict (payout_id, item_id) do nothing`.execute(db)
  }
  await keepSums(db, gateway, id, parts)
}

async function keepSums(db: Db, gateway: GatewayName, id: string, parts: readonly PayoutPart[]): Promise<void> {
  const of = (kind: PayoutPart['kind']) => parts.filter((part) => part.kind === kind)
  const sumOf = (kind: PayoutPart['kind']): Cents => sumCents(of(kind).map(({ amount }) => amount))
  const withheld = sumCents(parts.map(({ fee }) => fee))
  await db
    .updateTable('payout')
    .set({
      charge_count: of('charge').length,
      charge_cents: sumOf('charge'),
      fee_cents: cents(sumOf('fee') - withheld),
      refund_cents: sumOf('refund'),
      dispute_cents: sumOf('dispute'),
      return_cents: sumOf('return'),
      other_cents: sumOf('other'),
    })
    .where('gateway', '=', gateway)
    .where('payout_id', '=', id)
    .execute()
}

/** A charge and its return by its tag; a refund by any reference it had, or by the tag of its charge when it was made in the gateway's console. */
async function recordedFor(db: Db, gateway: GatewayName, parts: readonly PayoutPart[]): Promise<Recorded> {
  const amounts = new Map<string, Cents>()
  for (let from = 0; from < parts.length; from += batch) {
    const page = parts.slice(from, from + batch)
    const tags = page.flatMap(({ tag }) => tag ?? [])
    const references = page.flatMap(({ reference }) => reference ?? [])
    const { rows } = await sql<{ key: string; amount: Cents }>`
      select 'charge ' || transaction_tag as key, amount_cents as amount from charge_attempt
      where gateway = ${gateway} and transaction_tag = any(${tags}::text[]) and state not in ('DECLINED', 'NOT_CHARGED')
      union all
      select 'return ' || transaction_tag, amount_cents from charge_attempt
      where gateway = ${gateway} and transaction_tag = any(${tags}::text[]) and brand is null
        and state in ('RETURNED', 'REVERSING', 'REVERSED')
      union all
      select 'refund ' || reference, amount_cents from reversal
      where gateway = ${gateway} and reference = any(${references}::text[])
      union all
      select 'refund ' || key, amount_cents from replaced_key join reversal on reversal.id = reversal_id
      where gateway = ${gateway} and key = any(${references}::text[])
      union all
      select 'refund of ' || transaction_tag, amount_cents from reversal
      where gateway = ${gateway} and transaction_tag = any(${tags}::text[]) and (state = 'DONE' or failed_at is not null)
    `.execute(db)
    for (const { key, amount } of rows) amounts.set(key, amount)
  }
  return ({ kind, tag, reference }) =>
    (kind === 'charge' || kind === 'return' ? amounts.get(`${kind} ${tag}`) : undefined) ??
    (kind === 'refund' ? (amounts.get(`refund ${reference}`) ?? amounts.get(`refund of ${tag}`)) : undefined) ??
    null
}
