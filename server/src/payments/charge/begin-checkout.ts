import { feeInWords } from '@portal/contract/fees'
import { type Cents, cents, formatCents, noCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { committed } from '../../database/transactions.ts'
import { recordAudit } from '../../foundation/audit.ts'
import { consumingHumanCheck } from '../../foundation/human-check.ts'
import { keepAuthorization } from '../records/accepted-words.ts'
import { findByKey, readById } from '../records/checkouts.ts'
import { type PaymentEvent, insertEvents } from '../records/events.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { lockToCharge, noteSavedMethod, savePaidMethod } from '../saved-methods/methods.ts'
import type { IntendedItem, Intent } from './intent.ts'
import { asNumberTaken } from './short-numbers.ts'

export type Begun =
  | { outcome: 'begun'; checkout: StoredCheckout }
  /** The key was used before in this session. */
  | { outcome: 'existing'; checkout: StoredCheckout }
  | { outcome: 'humanCheckSpent' }
  | { outcome: 'accountHeld' }
  | { outcome: 'turnTaken' }
  /** An account was paid since its payer last saw what is owed. */
  | { outcome: 'paidMeanwhile' }
  | { outcome: 'draftChanged' }
  | { outcome: 'methodGone' }

/**
 * Commits the intent to charge (docs/payments.md). Nothing is sent before that.
 * @throws CommitUnanswered, NumberTaken
 */
export async function beginCheckout(db: Db, intent: Intent, shortNumber: string | null = null): Promise<Begun> {
  try {
    return await committed(
      db,
      (tx) => recordIntent(tx, intent, shortNumber),
      ({ outcome }) => outcome === 'begun',
    )
  } catch (error) {
    if (error instanceof NotBegun) return error.begun
    throw asNumberTaken(error)
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

async function recordIntent(tx: Tx, intent: Intent, shortNumber: string | null): Promise<Begun> {
  const { draft, savedMethod, saveFor, authorization } = intent
  if (savedMethod && !(await lockToCharge(tx, savedMethod))) throw new NotBegun({ outcome: 'methodGone' })
  const opened = await openCheckout(tx, intent, shortNumber)
  if (!opened) {
    const existing = await findByKey(tx, intent.sessionId, intent.idempotencyKey)
    if (existing) return { outcome: 'existing', checkout: existing }
    if (draft) return { outcome: 'draftChanged' }
    throw new Error('A checkout with this key exists and cannot be read')
  }
  const { checkoutId, attemptId } = opened
  if (draft && !(await takeItems(tx, draft.id, intent.items))) throw new NotBegun({ outcome: 'draftChanged' })
  if (!opened.hasTurn) throw new NotBegun({ outcome: 'turnTaken' })
  if (attemptId === null) throw new NotBegun({ outcome: 'humanCheckSpent' })
  if (opened.held < intent.items.length) throw new NotBegun({ outcome: 'accountHeld' })
  const inserted = await insertItems(tx, { checkoutId, attemptId }, intent)
  if (inserted < intent.items.length) throw new NotBegun({ outcome: 'paidMeanwhile' })
  if (savedMethod) await noteSavedMethod(tx, attemptId, savedMethod.id)
  if (saveFor) await savePaidMethod(tx, attemptId, saveFor, intent.at)
  if (authorization) await keepAuthorization(tx, attemptId, authorization)
  const checkout = await readById(tx, checkoutId)
  if (!checkout) throw new Error('A checkout that was just recorded cannot be read')
  await recordClerk(tx, intent)
  return { outcome: 'begun', checkout }
}

/** Last, because every other entry in the audit log waits for this transaction. */
async function recordClerk(tx: Tx, { clerk, items, amount, fee, reference, at }: Intent): Promise<void> {
  if (!clerk) return
  const subject = items.map((item) => item.accountId).join(', ')
  const after = { amount: formatCents(amount), ...(fee && { fee: formatCents(fee.amount) }), reference }
  await recordAudit(tx, { actor: clerk.actor, action: 'payment-taken', subject, after }, clerk.origin, at)
}

/** The bills, and the service fee. */
export function chargedBy({ amount, fee }: Pick<Intent, 'amount' | 'fee'>): Cents {
  return cents(amount + (fee?.amount ?? 0))
}

interface Opened {
  checkoutId: number
  hasTurn: boolean
  /** Null when the human check had been used before, or the turn was taken. */
  attemptId: number | null
  held: number
}

/** Null when the key has a checkout, or the draft is not open. Holds go by account number, to avoid deadlocks. */
async function openCheckout(tx: Tx, intent: Intent, shortNumber: string | null): Promise<Opened | null> {
  const accounts = intent.items.map((item) => item.accountId).toSorted()
  const { rows } = await sql<Opened>`
    with opened as (${intent.draft ? takeDraft(tx, intent, intent.draft.id) : insertCheckout(tx, intent)}),
    turn as (
      insert into checkout_turn (session_id, idempotency_key, nth, taken_at)
      select ${intent.sessionId}::bigint, ${intent.idempotencyKey}::uuid, ${intent.turn}::integer, ${intent.at}::timestamptz
      from opened
      on conflict do nothing
      returning nth),
    spent as (${consumingHumanCheck(intent.humanCheck, sql<boolean>`exists (select from turn)`)}),
    attempt as (
      insert into charge_attempt (checkout_id, gateway, reference, short_number, amount_cents, fee_cents, brand, last_four, card_holder, state,
        sent_at, next_look_at, mode, paid_by, bank_name, bank_account_type, bank_fingerprint, credited)
      select opened.id, ${intent.gateway}, ${intent.reference}, ${shortNumber}, ${chargedBy(intent)}::bigint,
        ${intent.fee?.amount ?? noCents}::bigint, ${intent.brand}, ${intent.lastFour},
        ${intent.cardHolder}, 'INTENT', ${intent.at}::timestamptz, ${intent.staleAt}::timestamptz, mode, paid_by,
        ${intent.bank?.bankName ?? null}, ${intent.bank?.accountType ?? null}, ${intent.bank?.fingerprint ?? null},
        ${intent.bank?.credit ?? null}
      from opened, spent
      returning id),
    held as (
      insert into account_hold (account_id, attempt_id, held_at)
      select account_id, attempt.id, ${intent.at}::timestamptz from attempt, unnest(${accounts}::text[]) as account_id
      on conflict (account_id) do nothing
      returning account_id)
    select opened.id as "checkoutId", exists (select from turn) as "hasTurn", (select id from attempt) as "attemptId", (select count(*) from held) as held
    from opened
  `.execute(tx)
  return rows[0] ?? null
}

function insertCheckout(tx: Tx, intent: Intent) {
  return tx
    .insertInto('checkout')
    .values({
      public_id: intent.publicId,
      session_id: intent.sessionId,
      paid_by: intent.paidBy,
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
    .returning(['id', 'mode', 'paid_by'])
}

function takeDraft(tx: Tx, intent: Intent, draftId: number) {
  return tx
    .updateTable('checkout')
    .set({
      paid_by: intent.paidBy,
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
    .returning(['id', 'mode', 'paid_by'])
}

/** Leaves out accounts that were paid, or that a bank began to pay, since the balance was read. Once they are held, nobody else can pay them. */
export async function insertItems(
  tx: Tx,
  { checkoutId, attemptId }: { checkoutId: number; attemptId: number },
  intent: Pick<Intent, 'at' | 'items' | 'amount' | 'fee' | 'reference' | 'sourceCode' | 'draft'>,
): Promise<number> {
  const inserted = await sql`
    with logged as (${insertEvents(checkoutId, intent.at, beginningOf(intent, checkoutId, attemptId))})
    insert into checkout_item (checkout_id, account_id, amount_cents, service_location, ordinal)
    select ${checkoutId}::bigint, item.account_id, amount_cents, service_location, ordinal from unnest(
      ${intent.items.map((item) => item.accountId)}::text[],
      ${intent.items.map((item) => item.amount)}::bigint[],
      ${intent.items.map((item) => item.serviceLocation)}::text[],
      ${intent.items.map((item) => item.newestPaid)}::bigint[]
    ) with ordinality as item (account_id, amount_cents, service_location, newest_paid, ordinal)
    where not exists (
      select from checkout_item paid
      where paid.account_id = item.account_id and paid.id > newest_paid and (paid.status = 'PAID' or exists (
        select from charge_attempt running
        where running.checkout_id = paid.checkout_id and running.state in ('VERIFYING', 'PROCESSING'))))
    returning id
  `.execute(tx)
  return inserted.rows.length
}

function beginningOf(intent: Parameters<typeof insertItems>[2], checkoutId: number, attemptId: number): PaymentEvent[] {
  const { draft, amount, fee, reference, items, sourceCode: source } = intent
  const from = draft ? 'DRAFT' : null
  return [
    { subject: 'checkout', subjectId: checkoutId, from, to: 'CHARGING', detail: { amount } },
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: null,
      to: 'INTENT',
      detail: {
        reference,
        accounts: items.length,
        source,
        ...(fee && { fee: fee.amount, rule: feeInWords(fee.rule) }),
      },
    },
  ]
}

/** False unless these were exactly the draft's accounts and amounts, in this order. The caller has locked the draft. */
async function takeItems(tx: Tx, draftId: number, expected: readonly IntendedItem[]): Promise<boolean> {
  const taken = await tx
    .deleteFrom('checkout_item')
    .where('checkout_id', '=', draftId)
    .returning(['account_id', 'amount_cents', 'ordinal'])
    .execute()
  const inOrder = taken.toSorted((one, other) => one.ordinal - other.ordinal)
  return (
    inOrder.length === expected.length &&
    inOrder.every((row, index) => {
      const item = expected[index]
      return row.account_id === item?.accountId && row.amount_cents === item.amount
    })
  )
}
