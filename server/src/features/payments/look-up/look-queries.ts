import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { lockCheckout } from '../../../foundation/payment-moves/lock-checkout.ts'
import { readByIds } from '../checkout/read-checkouts.ts'
import { appendEvents } from '../events.ts'
import { lookedAtStates } from '../states.ts'
import type { InconclusiveLook, Known, KnownSought, StoredCheckout } from '../store.ts'

/**
 * Leases attempts whose look-up is due, oldest first: undecided ones, and those settled as unpaid that are still looked
 * up. Only one of several processes gets each, and a process that dies loses its lease. The epoch tells a late process
 * that it has been replaced.
 */
export async function leaseLooks(db: Db, now: Instant, until: Instant, most: number): Promise<StoredCheckout[]> {
  const leased = await sql<{ checkout_id: number }>`
    update charge_attempt set lease_until = ${until}, epoch = epoch + 1
    where id in (
      select id from charge_attempt
      where state = any(${[...lookedAtStates]}::text[]) and next_look_at <= ${now}
        and (lease_until is null or lease_until <= ${now})
      order by next_look_at limit ${most} for update skip locked)
    returning checkout_id
  `.execute(db)
  return readByIds(
    db,
    leased.rows.map((row) => row.checkout_id),
  )
}

/** Records a look-up that decided nothing, and when to look again. */
export async function recordLook(db: Db, look: InconclusiveLook): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCheckout(tx, look.checkoutId)
    const row = await tx
      .updateTable('charge_attempt')
      .set({
        looks: sql`looks + 1`,
        misses: look.isMiss ? sql`misses + 1` : sql`misses`,
        listed_at: look.isListed ? sql`coalesce(listed_at, ${look.at}::timestamptz)` : sql`listed_at`,
        next_look_at: look.nextLookAt,
        lease_until: null,
      })
      .where('id', '=', look.attemptId)
      .where('epoch', '=', look.epoch)
      .where('state', 'in', lookedAtStates)
      .returning('state')
      .executeTakeFirst()
    if (!row) return false
    const { attemptId: subjectId, detail } = look
    await appendEvents(tx, look.checkoutId, look.at, [
      { subject: 'attempt', subjectId, from: row.state, to: row.state, detail },
    ])
    return true
  })
}

/**
 * The newest other attempt that the gateway certainly has in its books, because it answered with a tag. A tag that people
 * entered proves nothing: if it is wrong, no search would ever find it, and no absence could be proven. An attempt that
 * was sent after the one looked for, and long enough ago to be listed, is preferred to all newer ones.
 */
export async function newestKnown(db: Db, { except, after, listedBy }: KnownSought): Promise<Known | null> {
  const known = (which: RawBuilder<unknown>) => sql`(
    select id, reference, sent_at from charge_attempt
    where transaction_tag is not null and id <> ${except ?? 0}::bigint and ${which}
      and not exists (
        select from payment_event settled
        where settled.checkout_id = charge_attempt.checkout_id and settled.subject = 'attempt'
          and settled.from_state = 'ESCALATED' and settled.to_state = 'CHARGED' and settled.detail ? 'by')
    order by sent_at desc, id desc limit 1)`
  const { rows } = await sql<Known>`
    select reference, sent_at as "sentAt" from (
      ${known(sql`sent_at > ${after}::timestamptz and sent_at <= ${listedBy}::timestamptz`)}
      union all ${known(sql`true`)}) as known
    order by sent_at, id limit 1`.execute(db)
  return rows[0] ?? null
}

/** How many outcomes are unknown. */
export async function countUndecided(db: Db): Promise<number> {
  const row = await db
    .selectFrom('charge_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['UNKNOWN', 'ESCALATED'])
    .executeTakeFirstOrThrow()
  return row.count
}
