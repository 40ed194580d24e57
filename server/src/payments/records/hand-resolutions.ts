import type { Instant } from '@portal/contract/dates'
import { wholeReceipt } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import { lockCheckout } from './checkouts.ts'
import { appendEvents } from './events.ts'

/** To be checked at once: the gateway may answer again. The caller has locked the checkout. */
export async function keepResolution(
  tx: Tx,
  { checkoutId, tag, tagBefore, at }: { checkoutId: number; tag: string; tagBefore: string | null; at: Instant },
): Promise<void> {
  await sql`
    insert into hand_resolution (checkout_id, gateway, tag, tag_before, next_check_at)
    select checkout_id, gateway, ${tag}, ${tagBefore}, ${at}::timestamptz from charge_attempt
    where checkout_id = ${checkoutId}::bigint`.execute(tx)
}

/** Of a payment that still stands as people resolved it. */
export interface HandResolution {
  tagBefore: string | null
  doubt: string | null
  /** The gateway has not confirmed it, and no person has decided. */
  isOpen: boolean
}

export async function readResolution(db: Db | Tx, checkoutId: number): Promise<HandResolution | null> {
  const row = await db
    .selectFrom('hand_resolution')
    .select(['tag_before as tagBefore', 'doubt'])
    .select(sql<boolean>`next_check_at is not null or doubt is not null`.as('isOpen'))
    .where('checkout_id', '=', checkoutId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export interface LeasedResolution {
  checkoutId: number
  checks: number
  epoch: number
}

/** Those due the longest. */
export async function leaseResolutions(
  db: Db,
  gateway: GatewayName,
  now: Instant,
  until: Instant,
  most: number,
): Promise<LeasedResolution[]> {
  const { rows } = await sql<LeasedResolution>`
    update hand_resolution set lease_until = ${until}, epoch = epoch + 1
    where checkout_id = any(array(
      select checkout_id from hand_resolution
      where next_check_at <= ${now} and gateway = ${gateway} and (lease_until is null or lease_until <= ${now})
      order by next_check_at limit ${most} for update skip locked))
    returning checkout_id as "checkoutId", checks, epoch`.execute(db)
  return rows
}

/** False when the lease was lost. A doubt stands in the payment's history, too. */
export async function recordCheck(
  db: Db,
  { checkoutId, epoch }: LeasedResolution,
  { at, nextCheckAt, doubt }: { at: Instant; nextCheckAt: Instant | null; doubt: string | null },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await lockCheckout(tx, checkoutId)
    const recorded = await tx
      .updateTable('hand_resolution')
      .set({ next_check_at: nextCheckAt, doubt: doubt === null ? null : scrub(doubt), lease_until: null })
      .set({ checks: sql`checks + 1` })
      .where('checkout_id', '=', checkoutId)
      .where('epoch', '=', epoch)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (recorded.numUpdatedRows !== 1n) return false
    if (doubt === null) return true
    const attempt = tx.selectFrom('charge_attempt').select(['id', 'state']).where('checkout_id', '=', checkoutId)
    const { id: subjectId, state } = await attempt.executeTakeFirstOrThrow()
    const doubted = { subject: 'attempt', subjectId, from: state, to: state, detail: { reason: doubt } } as const
    await appendEvents(tx, checkoutId, at, [doubted])
    return true
  })
}

/** By a person, who has seen the doubt. Nothing more is checked. The caller has locked the checkout. */
export async function closeResolution(tx: Tx, checkoutId: number, undoneAt: Instant | null): Promise<boolean> {
  const closed = await tx
    .updateTable('hand_resolution')
    .set({ undone_at: undoneAt, next_check_at: null, doubt: null, epoch: sql`epoch + 1` })
    .where('checkout_id', '=', checkoutId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows === 1n
}

/** How many receipts of this tag others got by a resolution that was undone: a receipt number is never used twice. */
export async function receiptsBefore(db: Db | Tx, tag: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from hand_resolution resolution join posting using (checkout_id)
    where resolution.tag = ${tag} and undone_at is not null and starts_with(receipt_number, ${wholeReceipt(tag)})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
