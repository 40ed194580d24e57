import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { FoundCharge } from '../../database/tables/manual-actions.ts'
import type { ManualFinding } from '../../payments/manual/compare-finding.ts'
import { addNote } from '../../payments/manual/manual-actions.ts'
import { isTagTaken } from '../../payments/manual/resolve-escalated.ts'
import { lockCheckout } from '../../payments/records/checkouts.ts'
import type { ManualAction } from '../../payments/reversals/request-refund.ts'
import type { Requester } from './open-request.ts'

/**
 * Needs a second person (docs/decisions/020).
 * @returns false: not standing, disputed, unanswered by billing, or open already
 */
export async function openRefundRequest(tx: Tx, action: ManualAction, { adminUserId }: AdminCaller): Promise<boolean> {
  const { checkoutId, by, reason, at } = action
  await lockCheckout(tx, checkoutId)
  const asked = await sql`
    insert into approval_request (checkout_id, amount_cents, reason, requested_by, requested_by_name, requested_at)
    select checkout_id, amount_cents, ${reason}, ${adminUserId}::bigint, ${by}, ${at}::timestamptz
    from charge_attempt
    where checkout_id = ${checkoutId}::bigint and state = 'CHARGED' and not exists (
      select from posting where posting.checkout_id = charge_attempt.checkout_id and posting.state in ('PENDING', 'POSTING'))
      and not exists (
        select from dispute where dispute.checkout_id = charge_attempt.checkout_id and dispute.state = 'OPEN')
    on conflict (checkout_id) where state = 'ASKED' do nothing
    returning id
  `.execute(tx)
  if (asked.rows.length === 0) return false
  await addNote(tx, action, 'requested a refund')
  return true
}

/** Made in the gateway's console (docs/decisions/020). @returns `nothingRefused` for this tag; false: open already */
export async function openExternalRefund(
  tx: Tx,
  action: ManualAction,
  { tag, adminUserId }: { tag: string; adminUserId: number },
): Promise<boolean | 'nothingRefused'> {
  const { checkoutId, by, reason, at } = action
  await lockCheckout(tx, checkoutId)
  const refused = await tx
    .selectFrom('reversal')
    .select(['id', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where('transaction_tag', '=', tag)
    .where('needs_person', '=', true)
    .executeTakeFirst()
  if (!refused) return 'nothingRefused'
  const asked = await tx
    .insertInto('approval_request')
    .values({
      checkout_id: checkoutId,
      amount_cents: refused.amount_cents,
      reason,
      requested_by: adminUserId,
      requested_by_name: by,
      requested_at: at,
      refused_reversal_id: refused.id,
    })
    // Literal: with a parameter, a prepared statement would not match the predicate of the index.
    .onConflict((open) =>
      open
        .column('checkout_id')
        .where(sql<boolean>`state = 'ASKED'`)
        .doNothing(),
    )
    .executeTakeFirst()
  if (asked.numInsertedOrUpdatedRows !== 1n) return false
  await addNote(tx, action, `reported charge ${tag} as refunded in the gateway’s console`)
  return true
}

/** As a person has found it. @returns `tagTaken` by another payment; false: not escalated, or open already */
export async function openResolution(
  tx: Tx,
  action: ManualAction,
  { finding, said, adminUserId }: { finding: ManualFinding; said: string; adminUserId: number },
): Promise<boolean | 'tagTaken'> {
  const { checkoutId, by, reason, at } = action
  const { tag, authorization } = finding.outcome === 'charged' ? finding : { tag: null, authorization: null }
  await lockCheckout(tx, checkoutId)
  if (tag !== null && (await isTagTaken(tx, checkoutId, tag))) return 'tagTaken'
  const asked = await sql`
    insert into approval_request (checkout_id, amount_cents, reason, requested_by, requested_by_name, requested_at,
      finding, transaction_tag, authorization_number, gateway_said)
    select checkout_id, amount_cents, ${reason}, ${adminUserId}::bigint, ${by}, ${at}::timestamptz,
      ${finding.outcome}, ${tag}, ${authorization}, ${said}
    from charge_attempt where checkout_id = ${checkoutId}::bigint and state = 'ESCALATED'
    on conflict (checkout_id) where state = 'ASKED' do nothing
    returning id
  `.execute(tx)
  if (asked.rows.length === 0) return false
  await addNote(
    tx,
    action,
    `requested to resolve it as ${inWords(finding)}, because the gateway could not confirm it (${said})`,
  )
  return true
}

/** By a second person, as the gateway says. @returns false: open already */
export async function openUndo(
  tx: Tx,
  action: ManualAction,
  { said, adminUserId }: { said: string; adminUserId: number },
): Promise<boolean> {
  const { checkoutId, by, reason, at } = action
  await lockCheckout(tx, checkoutId)
  const asked = await sql`
    insert into approval_request (checkout_id, amount_cents, reason, requested_by, requested_by_name, requested_at,
      finding, gateway_said, undoes)
    select checkout_id, amount_cents, ${reason}, ${adminUserId}::bigint, ${by}, ${at}::timestamptz,
      'notCharged', ${said}, true
    from charge_attempt where checkout_id = ${checkoutId}::bigint and state in ('CHARGED', 'REVERSED')
    on conflict (checkout_id) where state = 'ASKED' do nothing
    returning id
  `.execute(tx)
  if (asked.rows.length === 0) return false
  await addNote(tx, action, `requested to undo its resolution (${said})`)
  return true
}

/** By a second person. @returns its key; null: open already */
export async function openRecording(
  tx: Tx,
  charge: FoundCharge,
  { by, reason, at }: { by: Requester; reason: string; at: Instant },
): Promise<number | null> {
  const asked = await sql<{ id: number }>`
    insert into approval_request (amount_cents, reason, requested_by, requested_by_name, requested_at, charge)
    values (${charge.amount}, ${reason}, ${by.adminUserId}, ${by.username}, ${at}, ${JSON.stringify(charge)})
    on conflict ((charge ->> 'tag')) where state = 'ASKED' and charge is not null do nothing
    returning id`.execute(tx)
  return asked.rows[0]?.id ?? null
}

/** For the payment's history. */
export function inWords(finding: ManualFinding): string {
  return finding.outcome === 'charged'
    ? `charged with tag ${finding.tag}, authorization ${finding.authorization}`
    : 'not charged'
}

/** Lock the payment first. */
export async function hasOpenRequest(tx: Tx, checkoutId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('approval_request')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('state', '=', 'ASKED')
    .executeTakeFirst()
  return open !== undefined
}

/** Locks the payment. */
export async function hasOpenExternalRefund(tx: Tx, checkoutId: number): Promise<boolean> {
  await lockCheckout(tx, checkoutId)
  const open = await tx
    .selectFrom('approval_request')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('state', '=', 'ASKED')
    .where('refused_reversal_id', 'is not', null)
    .executeTakeFirst()
  return open !== undefined
}
