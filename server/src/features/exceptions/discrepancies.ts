import type { CalendarDate, Instant } from '@portal/contract/dates'
import {
  type DiscrepancyKind,
  discrepancyKinds,
  type OpenDiscrepancy,
  resolveDiscrepancy as resolveDiscrepancyCall,
} from '@portal/contract/discrepancies'
import { mostCounted } from '@portal/contract/exception-count'
import { exceptionsPageSize } from '@portal/contract/exceptions'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { refuse } from '../../refusal.ts'
import { requestColumns, shownRequest } from './shown-request.ts'

interface Row {
  id: number
  day: CalendarDate
  kind: string
  subject: string
  gateway_cents: Cents | null
  portal_cents: Cents | null
  billing_cents: Cents | null
  detail: string
  first_seen_at: Instant
  transaction_tag: string | null
  payment_id: number | null
}

/** The oldest first. */
export async function listDiscrepancies(
  db: Db,
  viewer: AdminCaller,
  after: number,
): Promise<{ discrepancies: OpenDiscrepancy[]; hasMore: boolean }> {
  const found = await selectOpen(db, viewer, sql`open.id > ${after}::bigint`, exceptionsPageSize + 1)
  return { discrepancies: found.slice(0, exceptionsPageSize), hasMore: found.length > exceptionsPageSize }
}

export async function discrepanciesOf(db: Db, viewer: AdminCaller, paymentId: number): Promise<OpenDiscrepancy[]> {
  const isOfPayment = sql`
    (open.reference in (
        select reference from charge_attempt where checkout_id = ${paymentId}::bigint
        union all select reference from reversal where checkout_id = ${paymentId}::bigint
        union all select key from replaced_key where checkout_id = ${paymentId}::bigint)
      or open.receipt_number in (
        select receipt_number from posting where checkout_id = ${paymentId}::bigint
        union all select key from replaced_key where checkout_id = ${paymentId}::bigint))`
  return await selectOpen(db, viewer, isOfPayment, exceptionsPageSize)
}

async function selectOpen(
  db: Db,
  viewer: AdminCaller,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<OpenDiscrepancy[]> {
  const { rows } = await sql<Row>`
    select open.id, open.day, open.kind, open.subject, open.gateway_cents, open.portal_cents, open.billing_cents,
      open.detail, open.first_seen_at, open.transaction_tag,
      coalesce(
        (select checkout_id from charge_attempt where reference = open.reference),
        (select checkout_id from reversal where reference = open.reference),
        (select checkout_id from posting where receipt_number = open.receipt_number),
        (select checkout_id from replaced_key where key = open.reference),
        (select checkout_id from replaced_key where key = open.receipt_number)) as payment_id
    from open_discrepancy open where ${condition} order by open.id limit ${most}::int`.execute(db)
  const requests = await openRecordings(db, rows)
  return rows.map((row) => {
    const request = requests.get(row.kind === 'chargedButNotRecorded' ? (row.transaction_tag ?? '') : '')
    return { ...discrepancyOf(row), request: request ? shownRequest(request, viewer) : null }
  })
}

/** To record a charge as a payment, by its tag. */
async function openRecordings(db: Db, rows: readonly Row[]) {
  const requests = await db
    .selectFrom('approval_request')
    .select([...requestColumns])
    .where('state', '=', 'ASKED')
    .where('charge', 'is not', null)
    .where(sql<boolean>`charge ->> 'tag' = any(${rows.flatMap((row) => row.transaction_tag ?? [])}::text[])`)
    .execute()
  return new Map(requests.map((request) => [request.charge?.tag ?? '', request]))
}

function discrepancyOf(row: Row): Omit<OpenDiscrepancy, 'request'> {
  if (!isKind(row.kind)) throw new Error(`The reconciliation found an unknown kind: ${row.kind}`)
  return {
    id: row.id,
    day: row.day,
    kind: row.kind,
    subject: row.subject,
    gateway: amountOf(row.gateway_cents),
    portal: amountOf(row.portal_cents),
    billing: amountOf(row.billing_cents),
    detail: row.detail,
    firstSeenAt: row.first_seen_at,
    paymentId: row.payment_id,
  }
}

function isKind(name: string): name is DiscrepancyKind {
  return Object.hasOwn(discrepancyKinds, name)
}

function amountOf(amount: Cents | null): string | null {
  return amount === null ? null : decimalCents(amount)
}

/** `mostCounted` plus one stands for more. */
export async function countDiscrepancies(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from open_discrepancy limit ${mostCounted + 1}::int) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Once. @throws Refusal `already-resolved` */
export async function resolveDiscrepancy(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { id, evidence }: { id: number; evidence: string },
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const settled = await tx
      .updateTable('discrepancy')
      .set({ settled_at: now, settled_by: caller.username, evidence })
      .where('id', '=', id)
      .where('settled_at', 'is', null)
      .returning(['kind', 'subject', 'day'])
      .executeTakeFirst()
    if (!settled) throw refuse(resolveDiscrepancyCall, 'already-resolved')
    const { kind, subject, day } = settled
    const event = {
      actor: actorOf(caller),
      action: 'discrepancy-settled',
      subject: `${kind} ${subject}`,
      after: { day, evidence },
    } as const
    await recordAudit(tx, event, origin, now)
  })
}

/** Its charge is a payment now, whatever the run of its day says before it is compared again. */
export async function settleRecorded(
  tx: Tx,
  tag: string,
  { by, reason, at }: { by: string; reason: string; at: Instant },
): Promise<void> {
  await tx
    .updateTable('discrepancy')
    .set({ settled_at: at, settled_by: by, evidence: reason })
    .where('kind', '=', 'chargedButNotRecorded')
    .where('transaction_tag', '=', tag)
    .where('settled_at', 'is', null)
    .execute()
}
