import {
  type AutopayException,
  type AutopayExceptionKind,
  autopayExceptionKinds,
  markAutopaySeen as markAutopaySeenCall,
} from '@portal/contract/autopay-exceptions'
import type { PaidWith } from '@portal/contract/bank-accounts'
import { type CalendarDate, type Instant, dateIn } from '@portal/contract/dates'
import { mostCounted } from '@portal/contract/exception-count'
import { exceptionsPageSize } from '@portal/contract/exceptions'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { paidWith } from '../../payments/planned/methods.ts'
import { closeAgreement, closeCharge, isHeldLate } from '../../payments/run/watch.ts'
import { refuse } from '../../refusal.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'profile'>

/** A row of `from (id, due_on)` after another, each from its own partial index. */
interface Source {
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  after: (id: number) => RawBuilder<unknown>
  since: RawBuilder<unknown>
}

/** An agreement that a charge has paused is listed with that charge; one paused by staff, with what is late by it. */
function sourcesOf(today: CalendarDate): Readonly<Record<AutopayExceptionKind, Source>> {
  const byId = { order: sql`subject.id`, after: (id: number) => sql`subject.id > ${id}::bigint` }
  const chargedOn = sql`subject.charge_on::timestamptz`
  return {
    failed: {
      from: sql`planned_charge subject where subject.state = 'FAILED' and subject.seen_at is null`,
      ...byId,
      since: chargedOn,
    },
    late: {
      from: sql`planned_charge subject where ${isHeldLate(today)} and (subject.held_for <> 'paused' or exists (
          select from autopay_agreement agreement where agreement.id = subject.agreement_id and agreement.reason = 'staff'))`,
      order: sql`subject.due_on, subject.id`,
      since: chargedOn,
      after: (id) =>
        sql`(subject.due_on, subject.id) > (select due_on, id from planned_charge where id = ${id}::bigint)`,
    },
    stopped: {
      from: sql`autopay_agreement subject where subject.state = 'PAUSED' and subject.reason <> 'staff'
        and (subject.seen_at is null or subject.seen_at < subject.changed_at) and not exists (
          select from planned_charge failed where failed.agreement_id = subject.id and failed.state = 'FAILED'
            and failed.seen_at is null)`,
      ...byId,
      since: sql`subject.changed_at`,
    },
  }
}

const kinds = Object.keys(autopayExceptionKinds).filter((name): name is AutopayExceptionKind =>
  Object.hasOwn(autopayExceptionKinds, name),
)

/** One kind after the other, the oldest first. @param after the last one's key */
export async function listAutopayExceptions(
  deps: Needed,
  after: string | undefined,
): Promise<{ exceptions: AutopayException[]; hasMore: boolean }> {
  const today = dateIn(deps.profile.timeZone, deps.clock.now())
  const sources = sourcesOf(today)
  const last = after === undefined ? null : partsOf(after)
  const found: AutopayException[] = []
  for (const kind of last ? kinds.slice(kinds.indexOf(last.kind)) : kinds) {
    const most = exceptionsPageSize + 1 - found.length
    const from = last?.kind === kind ? last.id : null
    if (most > 0) found.push(...(await select(deps.db, kind, sources[kind], { from, most })))
  }
  return { exceptions: found.slice(0, exceptionsPageSize), hasMore: found.length > exceptionsPageSize }
}

interface Row extends PaidWith {
  id: number
  accountId: AutopayException['accountId']
  reason: string
  dueOn: CalendarDate | null
  amount: Cents | null
}

async function select(
  db: Db,
  kind: AutopayExceptionKind,
  source: Source,
  { from, most }: { from: number | null; most: number },
): Promise<AutopayException[]> {
  const range = from === null ? sql`true` : source.after(from)
  const ids = sql`select subject.id from ${source.from} and ${range} order by ${source.order} limit ${most}::int`
  const { rows } = await (kind === 'stopped' ? selectAgreements(ids) : selectCharges(ids)).execute(db)
  return rows.map(({ id, amount, ...row }) => ({
    ...row,
    key: `${kind}-${id}`,
    kind,
    amount: amount === null ? null : decimalCents(amount),
  }))
}

function selectCharges(ids: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    with page as materialized (${ids})
    select charge.id, charge.account_id as "accountId", coalesce(charge.reason, charge.held_for) as reason,
      charge.due_on as "dueOn", charge.noticed_cents as amount, ${paidWith}
    from page join planned_charge charge on charge.id = page.id
    left join autopay_agreement agreement on agreement.id = charge.agreement_id
    left join payment_schedule schedule on schedule.id = charge.schedule_id
    join saved_card card on card.id = coalesce(agreement.saved_card_id, schedule.saved_card_id)
    order by case when charge.state = 'FAILED' then null else charge.due_on end, charge.id`
}

function selectAgreements(ids: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    with page as materialized (${ids})
    select agreement.id, agreement.account_id as "accountId", agreement.reason, null as "dueOn", null as amount,
      ${paidWith}
    from page join autopay_agreement agreement on agreement.id = page.id
    join saved_card card on card.id = agreement.saved_card_id
    order by agreement.id`
}

/** `mostCounted` plus one stands for more. @returns since null when there is none */
export async function openAutopayExceptions(deps: Needed): Promise<{ count: number; since: Instant | null }> {
  const sources = Object.values(sourcesOf(dateIn(deps.profile.timeZone, deps.clock.now())))
  const each = sources.map(
    ({ from, since }) => sql`(select ${since} as since from ${from} limit ${mostCounted + 1}::int)`,
  )
  const { rows } = await sql<{ count: number; since: Instant | null }>`
    select count(*) as count, min(since) as since from (${sql.join(each, sql` union all `)}) as open`.execute(deps.db)
  const { count = 0, since = null } = rows[0] ?? {}
  return { count: Math.min(count, mostCounted + 1), since }
}

/** Once, with what it paused. @throws Refusal `already-settled` */
export async function markAutopaySeen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { key, why }: { key: string; why: string },
  origin: AuditOrigin,
): Promise<void> {
  const { kind, id } = partsOf(key)
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const closed = kind === 'stopped' ? await closeAgreement(tx, id, at) : await closeCharge(tx, id, at)
    if (!closed) throw refuse(markAutopaySeenCall, 'already-settled')
    const subject = await accountOf(tx, kind, id)
    const event = {
      actor: actorOf(caller),
      action: 'autopay-exception-seen',
      subject,
      after: { exception: kind, why },
    } as const
    await recordAudit(tx, event, origin, at)
  })
}

async function accountOf(tx: Tx, kind: AutopayExceptionKind, id: number): Promise<string> {
  const table = kind === 'stopped' ? 'autopay_agreement' : 'planned_charge'
  const row = await tx.selectFrom(table).select('account_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.account_id
}

/** The contract has checked its form. */
function partsOf(key: string): { kind: AutopayExceptionKind; id: number } {
  const [name = '', id = ''] = key.split('-')
  const kind = kinds.find((each) => each === name)
  if (!kind) throw new Error(`No kind of AutoPay exception: ${key}`)
  return { kind, id: Number(id) }
}
