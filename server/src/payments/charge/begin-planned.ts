import { randomUUID } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import { noCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { committed } from '../../database/transactions.ts'
import { type PlannedOf, hasSentCharge } from '../planned/charge.ts'
import { movePlanned } from '../planned/moves.ts'
import { lockAgreement } from '../planned/standing.ts'
import { copyAuthorization } from '../records/accepted-words.ts'
import { readById } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { chargedBy, insertItems } from './begin-checkout.ts'
import type { PlannedIntent } from './intent.ts'
import { asNumberTaken } from './short-numbers.ts'

/** Why a planned charge is not sent, and stays as it was. */
export type NotSentNow =
  | { outcome: 'accountHeld' }
  | { outcome: 'paidMeanwhile' }
  /** The account is paid from a bank account, and its bank has not answered yet. */
  | { outcome: 'bankPaymentUnderWay' }
  /** Ended, paused, leased by another worker, or its card removed or blocked. */
  | { outcome: 'planChanged' }
  /** Another charge of the agreement is open. */
  | { outcome: 'agreementBusy' }
  | { outcome: 'hourFull' }

export type PlannedBegun = { outcome: 'begun'; checkout: StoredCheckout } | NotSentNow

/**
 * Commits the intent to charge a saved card or bank account: nothing is sent before that, and no other worker can send for the same
 * plan after it (docs/payments.md). @throws CommitUnanswered, NumberTaken
 */
export async function beginPlanned(
  db: Db,
  intent: PlannedIntent,
  shortNumber: string | null = null,
): Promise<PlannedBegun> {
  try {
    return await committed(
      db,
      (tx) => recordPlanned(tx, intent, shortNumber),
      ({ outcome }) => outcome === 'begun',
    )
  } catch (error) {
    if (error instanceof NotNow) return { outcome: error.outcome }
    throw asNumberTaken(error)
  }
}

class NotNow extends Error {
  readonly outcome: NotSentNow['outcome']
  constructor(outcome: NotSentNow['outcome']) {
    super(outcome)
    this.outcome = outcome
  }
}

async function recordPlanned(tx: Tx, intent: PlannedIntent, shortNumber: string | null): Promise<PlannedBegun> {
  const { planned, items, at } = intent
  const earlier = await sentBefore(tx, intent)
  if (earlier) return { outcome: 'begun', checkout: earlier }
  await requireStanding(tx, intent)
  const leased = { id: planned.id, epoch: planned.epoch, state: 'NOTIFIED' } as const
  const change = { held_for: null, next_step_at: null }
  if (!(await movePlanned(tx, leased, 'SENT', change, { reference: intent.reference }, at)))
    throw new NotNow('planChanged')
  const opened = await openPlanned(tx, intent, shortNumber)
  if (opened.held < items.length) throw new NotNow('accountHeld')
  // Only once it is held: what holds the account now begins no other payment.
  if (await isPaidFromBank(tx, intent)) throw new NotNow('bankPaymentUnderWay')
  if ((await insertItems(tx, opened, intent)) < items.length) throw new NotNow('paidMeanwhile')
  if (intent.bank && planned.of.kind === 'schedule') await copyAuthorization(tx, opened.attemptId, planned.of.id)
  // Last: everybody who sends in this hour waits for this row.
  if (!(await takeFromHour(tx, at, intent.mostPerHour))) throw new NotNow('hourFull')
  const checkout = await readById(tx, opened.checkoutId)
  if (!checkout) throw new Error('A checkout that was just recorded cannot be read')
  return { outcome: 'begun', checkout }
}

/** It is no hold: a bank takes days, and others may pay the rest of the account meanwhile. */
async function isPaidFromBank(tx: Tx, { items }: PlannedIntent): Promise<boolean> {
  const { rows } = await sql`
    select from charge_attempt attempt join checkout_item item on item.checkout_id = attempt.checkout_id
    where attempt.state in ('VERIFYING', 'PROCESSING')
      and item.account_id = any(${items.map(({ accountId }) => accountId)}::text[]) limit 1`.execute(tx)
  return rows.length > 0
}

/** This very intent, when the answer to its commit was lost. */
async function sentBefore(tx: Tx, { reference }: PlannedIntent): Promise<StoredCheckout | null> {
  const row = await tx
    .selectFrom('charge_attempt')
    .select('checkout_id')
    .where('reference', '=', reference)
    .where('state', '=', 'INTENT')
    .executeTakeFirst()
  return row ? await readById(tx, row.checkout_id) : null
}

/** The agreement or schedule stands, and its card is still its owner's. Whoever ends one of them waits for this. */
async function requireStanding(tx: Tx, { planned }: PlannedIntent): Promise<void> {
  const { of, savedCardId } = planned
  const webUserId = await ownerOf[of.kind](tx, of.id)
  const { rows } = await sql`
    select from saved_card card join gateway_customer owner on owner.id = gateway_customer_id
    where card.id = ${savedCardId} and method = ${planned.method} and removed_at is null and blocked_for is null
      and owner.web_user_id = ${webUserId}
    for share of card`.execute(tx)
  if (rows.length === 0) throw new NotNow('planChanged')
  if (of.kind === 'agreement' && (await hasSentCharge(tx, of.id, planned.id))) throw new NotNow('agreementBusy')
}

async function ownerOfAgreement(tx: Tx, agreementId: number): Promise<number | null> {
  const agreement = await lockAgreement(tx, agreementId)
  return agreement?.state === 'ACTIVE' ? agreement.webUserId : null
}

async function ownerOfSchedule(tx: Tx, scheduleId: number): Promise<number | null> {
  const { rows } = await sql<{ webUserId: number | null }>`
    select web_user_id as "webUserId" from payment_schedule
    where id = ${scheduleId} and canceled_at is null for no key update`.execute(tx)
  return rows[0]?.webUserId ?? null
}

/** Whose it is, if it stands. */
const ownerOf = { agreement: ownerOfAgreement, schedule: ownerOfSchedule } as const satisfies Record<
  PlannedOf['kind'],
  unknown
>

const madeBy = { agreement: 'autoPay', schedule: 'schedule' } as const satisfies Record<PlannedOf['kind'], unknown>

async function openPlanned(
  tx: Tx,
  intent: PlannedIntent,
  shortNumber: string | null,
): Promise<{ checkoutId: number; attemptId: number; held: number }> {
  const { rows } = await sql<{ checkoutId: number; attemptId: number; held: number }>`
    with opened as (
      insert into checkout (public_id, session_id, planned_charge_id, paid_by, idempotency_key, content_hash, mode,
        source_code, amount_cents, account_count, confirmation_email, state, created_at)
      values (${intent.publicId}, null, ${intent.planned.id}, ${intent.paidBy}, ${randomUUID()}::uuid, '', ${intent.mode},
        ${intent.sourceCode}, ${intent.amount}, ${intent.items.length}, ${intent.confirmationEmail}, 'CHARGING', ${intent.at})
      returning id),
    attempt as (
      insert into charge_attempt (checkout_id, gateway, reference, short_number, amount_cents, fee_cents, brand, last_four, card_holder, state,
        sent_at, next_look_at, mode, paid_by, saved_card_id, made_by, bank_name, bank_account_type, bank_fingerprint, credited)
      select id, ${intent.gateway}, ${intent.reference}, ${shortNumber}, ${chargedBy(intent)}::bigint,
        ${intent.fee?.amount ?? noCents}::bigint, ${intent.brand}, ${intent.lastFour},
        ${intent.cardHolder}, 'INTENT', ${intent.at}::timestamptz, ${intent.staleAt}::timestamptz, ${intent.mode},
        ${intent.paidBy}, ${intent.planned.savedCardId}::bigint,
        ${madeBy[intent.planned.of.kind]}, ${intent.bank?.bankName ?? null}, ${intent.bank?.accountType ?? null},
        ${intent.bank?.fingerprint ?? null}, ${intent.bank?.credit ?? null}
      from opened
      returning id),
    held as (
      insert into account_hold (account_id, attempt_id, held_at)
      select account_id, attempt.id, ${intent.at}::timestamptz
      from attempt, unnest(${intent.items.map((item) => item.accountId)}::text[]) as account_id
      on conflict (account_id) do nothing
      returning account_id)
    select opened.id as "checkoutId", attempt.id as "attemptId", (select count(*) from held) as held
    from opened, attempt`.execute(tx)
  const [opened] = rows
  if (!opened) throw new Error('A checkout was not recorded')
  return opened
}

async function takeFromHour(tx: Tx, at: Instant, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into plan_hour (hour, sent) select date_trunc('hour', ${at}::timestamptz), 1 where ${most}::integer > 0
    on conflict (hour) do update set sent = plan_hour.sent + 1 where plan_hour.sent < ${most}::integer
    returning sent`.execute(tx)
  return rows.length > 0
}
