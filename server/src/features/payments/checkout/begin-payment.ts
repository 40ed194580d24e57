import { formatCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { recordAudit } from '../../../foundation/audit/audit.ts'
import { spendHumanCheck } from '../../../foundation/human-check/human-check.ts'
import { appendEvents } from '../events.ts'
import { usernameOf } from '../paid-by.ts'
import { findByKey } from './read-checkouts.ts'
import { takeItems } from '../stepwise/draft-queries.ts'
import type { Begun, Intent, StoredCheckout } from '../store.ts'

/**
 * Commits the intent to charge: checkout (made now, or put together before as a draft), items, attempt with its
 * reference, holds on the accounts, spent human check (docs/payments.md). Nothing is sent before this has committed.
 */
export async function beginPayment(db: Db, intent: Intent): Promise<Begun> {
  try {
    return await db.transaction().execute((tx) => recordIntent(tx, intent))
  } catch (error) {
    if (error instanceof NotBegun) return error.begun
    throw error
  }
}

/** Rolls the transaction back and carries the answer out of it. */
class NotBegun extends Error {
  readonly begun: Begun
  constructor(begun: Begun) {
    super(begun.outcome)
    this.begun = begun
  }
}

async function recordIntent(tx: Tx, intent: Intent): Promise<Begun> {
  const { draft } = intent
  const checkoutId = draft ? await takeDraft(tx, intent, draft.id) : await insertCheckout(tx, intent)
  if (checkoutId === null) {
    const existing = await findByKey(tx, intent.sessionId, intent.idempotencyKey)
    if (existing) return { outcome: 'existing', checkout: existing }
    if (draft) return { outcome: 'draftChanged' }
    throw new Error('A checkout with this key exists and cannot be read')
  }
  if (!(await spendHumanCheck(tx, intent.humanCheck))) throw new NotBegun({ outcome: 'humanCheckSpent' })
  const attemptId = await insertAttempt(tx, checkoutId, intent)
  if (attemptId === null) throw new NotBegun({ outcome: 'accountHeld' })
  const itemIds = await insertItems(tx, checkoutId, intent)
  if (itemIds.size < intent.items.length) throw new NotBegun({ outcome: 'paidMeanwhile' })
  await appendEvents(tx, checkoutId, intent.at, [
    {
      subject: 'checkout',
      subjectId: checkoutId,
      from: draft ? 'DRAFT' : null,
      to: 'CHARGING',
      detail: { amount: intent.amount },
    },
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: null,
      to: 'INTENT',
      detail: { reference: intent.reference, accounts: intent.items.length, source: intent.sourceCode },
    },
  ])
  await recordClerk(tx, intent)
  return { outcome: 'begun', checkout: begunCheckout(intent, { checkoutId, attemptId, itemIds }) }
}

/**
 * Who took the payment for whom, in the audit log. To be called last, as every other entry waits for this transaction.
 */
async function recordClerk(tx: Tx, { clerk, items, amount, reference, at }: Intent): Promise<void> {
  if (!clerk) return
  const subject = items.map((item) => item.accountId).join(', ')
  const after = { amount: formatCents(amount), reference }
  await recordAudit(tx, { actor: clerk.actor, action: 'payment-taken', subject, after }, clerk.origin, at)
}

/** The checkout as it now stands, without asking for what was just written. */
function begunCheckout(
  intent: Intent,
  { checkoutId, attemptId, itemIds }: { checkoutId: number; attemptId: number; itemIds: Map<number, number> },
): StoredCheckout {
  const { reference, brand, lastFour, cardHolder } = intent
  return {
    ...intent,
    id: checkoutId,
    awaitsAddress: intent.draft !== undefined,
    state: 'CHARGING',
    createdAt: intent.at,
    decidedAt: null,
    items: intent.items.map((item, index) => {
      const ordinal = index + 1
      return { ...item, ordinal, id: itemIds.get(ordinal) ?? 0, receiptNumber: null, postingState: null }
    }),
    attempt: {
      id: attemptId,
      reference,
      brand,
      lastFour,
      cardHolder,
      state: 'INTENT',
      sentAt: intent.at,
      looks: 0,
      misses: 0,
      listedAt: null,
      epoch: 0,
      transactionTag: null,
      authorizationNumber: null,
      sequenceNumber: null,
      exactMessage: null,
      bankMessage: null,
      gatewayRecord: null,
    },
  }
}

async function insertCheckout(tx: Tx, intent: Intent): Promise<number | null> {
  const row = await tx
    .insertInto('checkout')
    .values({
      public_id: intent.publicId,
      session_id: intent.sessionId,
      paid_by: usernameOf(intent.sessionId),
      idempotency_key: intent.idempotencyKey,
      content_hash: intent.contentHash,
      mode: intent.mode,
      source_code: intent.sourceCode,
      amount_cents: intent.amount,
      account_count: intent.items.length,
      confirmation_email: intent.confirmationEmail,
      state: 'CHARGING',
      created_at: intent.at,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.columns(['session_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Makes a draft the checkout of this intent; its accounts are written anew with the rest.
 * @returns null when it is no longer open.
 */
async function takeDraft(tx: Tx, intent: Intent, draftId: number): Promise<number | null> {
  const taken = await tx
    .updateTable('checkout')
    .set({
      source_code: intent.sourceCode,
      account_count: intent.items.length,
      content_hash: intent.contentHash,
      confirmation_email: intent.confirmationEmail,
      awaits_address: true,
      state: 'CHARGING',
      created_at: intent.at,
    })
    .where('id', '=', draftId)
    .where('session_id', '=', intent.sessionId)
    .where('amount_cents', '=', intent.amount)
    .where('state', '=', 'DRAFT')
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return null
  if (!(await takeItems(tx, draftId, intent.items))) throw new NotBegun({ outcome: 'draftChanged' })
  return draftId
}

/**
 * To be called once the accounts are held, so that nobody can pay one of them between this look and the charge. An
 * account that was paid since its balance was read is left out.
 * @returns the ids of the items by their ordinals.
 */
async function insertItems(tx: Tx, checkoutId: number, intent: Intent): Promise<Map<number, number>> {
  const inserted = await sql<{ id: number; ordinal: number }>`
    insert into checkout_item (checkout_id, account_id, amount_cents, service_location, ordinal)
    select ${checkoutId}::bigint, item.account_id, amount_cents, service_location, ordinal from unnest(
      ${intent.items.map((item) => item.accountId)}::text[],
      ${intent.items.map((item) => item.amount)}::bigint[],
      ${intent.items.map((item) => item.serviceLocation)}::text[],
      ${intent.items.map((item) => item.newestPaid ?? null)}::bigint[]
    ) with ordinality as item (account_id, amount_cents, service_location, newest_paid, ordinal)
    where newest_paid is null or not exists (
      select from checkout_item paid
      where paid.account_id = item.account_id and paid.id > newest_paid and paid.status = 'PAID')
    returning id, ordinal
  `.execute(tx)
  return new Map(inserted.rows.map(({ id, ordinal }) => [ordinal, id]))
}

/**
 * The attempt with its holds, which are taken in the order of account numbers, so that two payments of the same
 * accounts cannot wait in a circle.
 * @returns null when one of the accounts is held already.
 */
async function insertAttempt(tx: Tx, checkoutId: number, intent: Intent): Promise<number | null> {
  const accounts = intent.items.map((item) => item.accountId).toSorted()
  const inserted = await sql<{ id: number; held: number }>`
    with attempt as (
      insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
        next_look_at, mode, paid_by)
      select id, ${intent.reference}, ${intent.amount}::bigint, ${intent.brand}, ${intent.lastFour},
        ${intent.cardHolder}, 'INTENT', ${intent.at}::timestamptz, ${intent.staleAt}::timestamptz, mode, paid_by
      from checkout where id = ${checkoutId}
      returning id),
    held as (
      insert into account_hold (account_id, attempt_id, held_at)
      select account_id, attempt.id, ${intent.at}::timestamptz from attempt, unnest(${accounts}::text[]) as account_id
      on conflict (account_id) do nothing
      returning account_id)
    select attempt.id, (select count(*) from held) as held from attempt
  `.execute(tx)
  const attempt = inserted.rows[0]
  return attempt?.held === accounts.length ? attempt.id : null
}
