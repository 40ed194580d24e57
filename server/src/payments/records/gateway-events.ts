import { type Instant, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { GatewayEvent } from '../../adapters/payment-gateway/port-events.ts'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'

/** Of an event of the gateway. `notYet`: tried again later. */
export type EventResult = 'done' | 'notYet'

/** To be acted on, each once, however often it comes. @param wasListed when asked for. @returns how many are new */
export async function storeEvents(
  db: Db | Tx,
  gateway: GatewayName,
  events: readonly GatewayEvent[],
  now: Instant,
  wasListed = false,
): Promise<number> {
  if (events.length === 0) return 0
  const stored = await db
    .insertInto('gateway_event')
    .values(events.map((event) => ({ ...event, gateway, received_at: now, next_try_at: now, was_listed: wasListed })))
    .onConflict((known) => known.column('id').doNothing())
    .executeTakeFirst()
  return Number(stored.numInsertedOrUpdatedRows ?? 0n)
}

export interface LeasedEvent extends GatewayEvent {
  tries: number
  epoch: number
}

/** Those due the longest. */
export async function leaseEvents(
  db: Db,
  gateway: GatewayName,
  { now, until, most }: { now: Instant; until: Instant; most: number },
): Promise<LeasedEvent[]> {
  const { rows } = await sql<LeasedEvent>`
    update gateway_event set lease_until = ${until}, epoch = epoch + 1, tries = tries + 1
    where id = any(array(
      select id from gateway_event
      where next_try_at <= ${now} and gateway = ${gateway} and (lease_until is null or lease_until <= ${now})
      order by next_try_at limit ${most} for update skip locked))
    returning id, subject, tag, tries, epoch
  `.execute(db)
  return rows
}

/** @param nextTryAt null when there is nothing left to do */
export async function settleEvent(db: Db, { id, epoch }: LeasedEvent, nextTryAt: Instant | null): Promise<void> {
  await db
    .updateTable('gateway_event')
    .set({ next_try_at: nextTryAt, lease_until: null })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .execute()
}

/** How far back the gateway knows its events, in milliseconds. */
const longest = 30 * 24 * 3_600_000

/** Leases the look for events that did not arrive. @returns since when; null when none is due, or another has it */
export async function leaseCatchUp(
  db: Db,
  gateway: GatewayName,
  now: Instant,
  until: Instant,
): Promise<Instant | null> {
  await db
    .insertInto('gateway_catch_up')
    .values({ gateway, done_to: later(now, -longest), next_at: now, lease_until: null })
    .onConflict((known) => known.column('gateway').doNothing())
    .execute()
  const leased = await db
    .updateTable('gateway_catch_up')
    .set({ lease_until: until })
    .where('gateway', '=', gateway)
    .where('next_at', '<=', now)
    .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<=', now)]))
    .returning('done_to')
    .executeTakeFirst()
  return leased?.done_to ?? null
}

/** @param doneTo null when the gateway could not be asked */
export async function settleCatchUp(
  db: Db,
  gateway: GatewayName,
  { doneTo, nextAt }: { doneTo: Instant | null; nextAt: Instant },
): Promise<void> {
  await db
    .updateTable('gateway_catch_up')
    .set({ next_at: nextAt, lease_until: null, ...(doneTo && { done_to: doneTo }) })
    .where('gateway', '=', gateway)
    .execute()
}

/** The turns of a dispute so far: what the gateway said before another one is older than what is recorded. */
export async function movesOfDispute(db: Db | Tx, gateway: string, tag: string): Promise<number> {
  const { rows } = await sql<{ moves: number }>`
    select count(*) as moves from dispute join payment_event event
      on event.checkout_id = dispute.checkout_id and subject = 'dispute' and subject_id = dispute.id
    where gateway = ${gateway} and tag = ${tag} and from_state is distinct from to_state`.execute(db)
  return rows[0]?.moves ?? 0
}
