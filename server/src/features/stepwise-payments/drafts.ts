import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { type Cents, noCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { appendEvents } from '../../payments/records/events.ts'

/** Or starts over the session's open one of the same content. */
export async function saveDraft(db: Db, draft: NewDraft): Promise<CheckoutPublicId> {
  return db.transaction().execute(async (tx) => {
    const { id, public_id, is_new } = await upsertDraft(tx, draft)
    if (is_new) {
      await appendEvents(tx, id, draft.at, [
        { subject: 'checkout', subjectId: id, from: null, to: 'DRAFT', detail: { amount: draft.amount } },
      ])
    } else {
      await tx.updateTable('checkout_item').set({ is_earlier: true }).where('checkout_id', '=', id).execute()
    }
    return public_id
  })
}

async function upsertDraft(
  tx: Tx,
  draft: NewDraft,
): Promise<{ id: number; public_id: CheckoutPublicId; is_new: boolean }> {
  return (
    tx
      .insertInto('checkout')
      .values({
        public_id: draft.publicId,
        session_id: draft.sessionId,
        paid_by: draft.paidBy,
        idempotency_key: draft.idempotencyKey,
        content_hash: draft.contentHash,
        mode: draft.mode,
        source_code: null,
        amount_cents: draft.amount,
        account_count: 0,
        confirmation_email: null,
        state: 'DRAFT',
        created_at: draft.at,
        decided_at: null,
      })
      .onConflict((open) =>
        open
          .columns(['session_id', 'content_hash'])
          // Literal: PostgreSQL would not use the partial index for a parameter of a prepared statement.
          .where(sql<boolean>`state = 'DRAFT'`)
          .doUpdateSet((row) => ({ created_at: row.ref('excluded.created_at') })),
      )
      // A row this statement inserted has never been updated.
      .returning(['id', 'public_id', sql<boolean>`checkout.xmax = 0`.as('is_new')])
      .executeTakeFirstOrThrow()
  )
}

/** The draft's row lock keeps it from being charged, or added to, meanwhile. */
export async function saveItem(db: Db, item: NewItem): Promise<SavedItem> {
  return db.transaction().execute(async (tx) => {
    const open = await sql<{ amount_cents: Cents }>`
      select amount_cents from checkout where id = ${item.draftId} and state = 'DRAFT' for no key update`.execute(tx)
    const [draft] = open.rows
    if (!draft) return 'notOpen'
    const others = await sql<{ accounts: number; amount: Cents }>`
      select count(*) as accounts, coalesce(sum(amount_cents), 0)::bigint as amount from checkout_item
      where checkout_id = ${item.draftId} and account_id <> ${item.accountId} and not is_earlier`.execute(tx)
    const { accounts = 0, amount = noCents } = others.rows[0] ?? {}
    if (accounts >= item.most) return 'full'
    if (amount + item.amount > draft.amount_cents) return 'above'
    await upsertItem(tx, item)
    return 'saved'
  })
}

/** The first account of a draft that was started over replaces those saved before. */
async function upsertItem(tx: Tx, item: NewItem): Promise<void> {
  await tx
    .deleteFrom('checkout_item')
    .where('checkout_id', '=', item.draftId)
    .where('is_earlier', '=', true)
    .where('account_id', '!=', item.accountId)
    .execute()
  await sql`
    insert into checkout_item (checkout_id, account_id, amount_cents, service_location, ordinal)
    select ${item.draftId}::bigint, ${item.accountId}, ${item.amount}::bigint, ${item.serviceLocation},
      coalesce(max(ordinal), 0) + 1
    from checkout_item where checkout_id = ${item.draftId}
    on conflict (checkout_id, account_id) do update
      set amount_cents = excluded.amount_cents, service_location = excluded.service_location, is_earlier = false
  `.execute(tx)
}

/** A batch at a time. */
export async function expireDrafts(db: Db, begunBefore: Instant, now: Instant, most: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await sql<{ id: number }>`
      update checkout set state = 'EXPIRED' where id = any(array(
        select id from checkout where state = 'DRAFT' and created_at <= ${begunBefore}
        order by created_at limit ${most} for no key update skip locked))
      returning id
    `.execute(tx)
    for (const { id } of expired.rows) {
      const move = { subject: 'checkout', subjectId: id, from: 'DRAFT', to: 'EXPIRED', detail: {} } as const
      await appendEvents(tx, id, now, [move])
    }
    return expired.rows.length
  })
}

/** Drafts that expired, with their accounts and events: no money ever moved. A batch at a time. */
export async function deleteExpired(db: Db, begunBefore: Instant, most: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from checkout where state = 'EXPIRED' and created_at <= ${begunBefore}
      order by created_at limit ${most} for update skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.deleteFrom('payment_event').where('checkout_id', 'in', ids).execute()
    await tx.deleteFrom('checkout_item').where('checkout_id', 'in', ids).execute()
    await tx.deleteFrom('checkout').where('id', 'in', ids).execute()
    return ids.length
  })
}

export interface NewDraft {
  publicId: CheckoutPublicId
  sessionId: number
  /** `paidByOf`; null for a guest. */
  paidBy: string | null
  idempotencyKey: string
  contentHash: string
  mode: PaymentMode
  amount: Cents
  at: Instant
}

export interface NewItem {
  draftId: number
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /** Accounts that a draft may hold. */
  most: number
}

/** Or why the account was not put into the draft. */
export type SavedItem =
  | 'saved'
  /** Expired, or its card is being charged. */
  | 'notOpen'
  /** Holds as many accounts as it may. */
  | 'full'
  /** Its accounts would come to more than its amount. */
  | 'above'

/** Until it has its card (docs/payments.md). */
export const longestDraft = 60 * 60_000
/** After it was begun. */
const keptExpired = 30 * 24 * 60 * 60_000

const batch = 100

export function draftSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'draft-sweep',
    restMilliseconds: 60_000,
    run: async () => {
      const expired = await expireDrafts(db, later(clock.now(), -longestDraft), clock.now(), batch)
      return expired + (await deleteExpired(db, later(clock.now(), -keptExpired), batch))
    },
  }
}
