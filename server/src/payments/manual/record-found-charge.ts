import { randomUUID } from 'node:crypto'
import { sourceCodeOf } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import { cents, noCents, sumCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { FoundCharge } from '../../database/tables/manual-actions.ts'
import type { Engine } from '../engine.ts'
import { isTagOfAnother, isTagReversed, lockTag } from '../records/attempts.ts'
import { appendEvents } from '../records/events.ts'
import type { ManualAction } from '../reversals/request-refund.ts'
import { addNote } from './manual-actions.ts'

/** Of no visitor: sessions count from 1. */
const noSession = 0

/**
 * Records the intent of a charge that only the gateway has, as after a restore, with the receipts it had. What became of
 * it, an inquiry asks the gateway, as for any charge without an answer; nothing is charged or refunded here.
 * @returns the payment's key; `known`: a payment has its reference or tag; `accountHeld`: one of its accounts is being paid
 */
export async function recordFoundCharge(
  engine: Engine,
  tx: Tx,
  charge: FoundCharge,
  action: Omit<ManualAction, 'checkoutId'>,
): Promise<number | 'known' | 'accountHeld'> {
  await lockTag(tx, charge.tag)
  if ((await isTagOfAnother(tx, charge.tag, 0)) || (await isTagReversed(tx, charge.tag))) return 'known'
  const { at } = action
  const opened = await openFound(engine, tx, charge, at)
  if (!opened) return 'known'
  const { checkoutId, attemptId, held } = opened
  if (held < charge.accounts.length) return 'accountHeld'
  await appendEvents(tx, checkoutId, at, [
    {
      subject: 'checkout',
      subjectId: checkoutId,
      from: null,
      to: 'UNDECIDED',
      detail: { amount: sumCents(charge.accounts.map(({ amount }) => amount)) },
    },
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: null,
      to: 'UNKNOWN',
      detail: { reference: charge.reference, accounts: charge.accounts.length, reason: 'only the gateway had it' },
    },
  ])
  await addNote(tx, { ...action, checkoutId }, 'recorded a charge that only the gateway had')
  return checkoutId
}

interface Opened {
  checkoutId: number
  attemptId: number
  held: number
}

/** Null when its reference is recorded. */
async function openFound(engine: Engine, tx: Tx, charge: FoundCharge, at: Instant): Promise<Opened | null> {
  const { accounts, brand, mode, amount, fee = noCents } = charge
  const { rows } = await sql<Opened>`
    with opened as (
      insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
        account_count, state, created_at)
      select ${engine.newPublicId()}, ${noSession}, ${randomUUID()}::uuid, '', ${mode}, ${sourceCodeOf[brand]}, ${cents(amount - fee)}::bigint,
        ${accounts.length}::integer, 'UNDECIDED', ${charge.chargedAt}::timestamptz
      where not exists (select from charge_attempt where reference = ${charge.reference})
        and not exists (select from replaced_key where key = ${charge.reference})
      returning id),
    attempt as (
      insert into charge_attempt (checkout_id, gateway, reference, short_number, amount_cents, fee_cents, brand, last_four, card_holder,
        state, sent_at, listed_at, next_look_at, mode, transaction_tag)
      select id, ${charge.gateway}, ${charge.reference}, ${charge.shortNumber}, ${amount}::bigint, ${fee}::bigint, ${brand}, ${charge.lastFour},
        ${charge.cardHolder}, 'UNKNOWN', ${charge.chargedAt}::timestamptz, ${charge.listedAt}::timestamptz,
        ${at}::timestamptz, ${mode}, ${charge.tag}
      from opened
      returning id),
    items as (
      insert into checkout_item (checkout_id, account_id, amount_cents, service_location, ordinal)
      select opened.id, item.account_id, item.amount_cents, item.service_location, ordinal
      from opened, unnest(
        ${accounts.map(({ accountId }) => accountId)}::text[],
        ${accounts.map((account) => account.amount)}::bigint[],
        ${accounts.map(({ serviceLocation }) => serviceLocation)}::text[]
      ) with ordinality as item (account_id, amount_cents, service_location, ordinal)),
    held as (
      insert into account_hold (account_id, attempt_id, held_at)
      select account_id, attempt.id, ${at}::timestamptz
      from attempt, unnest(${accounts.map(({ accountId }) => accountId).toSorted()}::text[]) as account_id
      on conflict (account_id) do nothing
      returning account_id)
    select opened.id as "checkoutId", attempt.id as "attemptId", (select count(*) from held) as held
    from opened, attempt`.execute(tx)
  return rows[0] ?? null
}
