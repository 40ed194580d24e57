import type { PaidWith } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { PlannedState } from '../../database/tables/autopay.ts'
import { paidWith } from '../planned/methods.ts'
import { insertPlanned, moveAllPlanned } from '../planned/moves.ts'
import { type Authorization, acceptedColumns } from '../records/accepted-words.ts'

/** One account of a schedule, with its planned charge. */
export interface ScheduledItem {
  chargeId: number
  accountId: AccountNumber
  amount: Cents
  /** On top, as noticed. */
  fee: Cents
  state: PlannedState
  tries: number
  reason: string | null
  heldFor: string | null
  /** The schedule's day, or that of the second try after a decline. */
  chargeOn: CalendarDate
  /** What was taken, with the fee: less than the amount if less was owed. Null unless paid. */
  paid: Cents | null
  /** When the bank has answered, while a debit is submitted. */
  answersBy: Instant | null
}

export interface PaymentSchedule extends PaidWith {
  id: number
  payOn: CalendarDate
  savedCardId: number
  expires: string | null
  isMethodRemoved: boolean
  changes: number
  /** By which the holder of a bank account has authorized its debits; null for a card. */
  authorization: string | null
  items: ScheduledItem[]
}

const mostListed = 100

/** Of this login, not canceled: those whose day is `since` or later, or that are not done. The next day first. */
export async function readSchedules(db: Db | Tx, webUserId: number, since: CalendarDate): Promise<PaymentSchedule[]> {
  return await schedulesWhere(
    db,
    sql`web_user_id = ${webUserId} and canceled_at is null and (pay_on >= ${since} or exists (
      select from planned_charge open where open.schedule_id = schedule.id
        and open.state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')))`,
  )
}

export async function readSchedule(db: Db | Tx, id: number): Promise<PaymentSchedule | null> {
  const [schedule] = await schedulesWhere(db, sql`schedule.id = ${id}`)
  return schedule ?? null
}

async function schedulesWhere(db: Db | Tx, condition: ReturnType<typeof sql>): Promise<PaymentSchedule[]> {
  const { rows } = await sql<PaymentSchedule>`
    select schedule.id, pay_on as "payOn", saved_card_id as "savedCardId", ${paidWith}, expires, removed_at is not null as "isMethodRemoved", changes, words as "authorization", items
    from payment_schedule schedule
    join saved_card card on card.id = saved_card_id
    left join autopay_words on sha256 = words_sha256
    cross join lateral (
      select json_agg(json_build_object('chargeId', charge.id, 'accountId', account_id, 'amount', scheduled_cents,
          'fee', coalesce(noticed_fee_cents, 0), 'state', state, 'tries', tries, 'reason', reason, 'heldFor', held_for, 'chargeOn', charge_on, 'paid', (
            select attempt.amount_cents from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
            where planned_charge_id = charge.id and checkout.state = 'PAID' limit 1),
          'answersBy', (
            select to_char(answered_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
            where planned_charge_id = charge.id and attempt.state = 'PROCESSING' limit 1)
        ) order by account_id) as items
      from planned_charge charge where schedule_id = schedule.id) as charges
    where ${condition}
    order by pay_on, schedule.id limit ${mostListed}`.execute(db)
  return rows
}

/** With its charges, it before them as everybody does who locks both. Null when it is another login's, or canceled. */
export async function lockSchedule(tx: Tx, id: number, webUserId: number): Promise<PaymentSchedule | null> {
  const { rows } = await sql`
    select from payment_schedule where id = ${id} and web_user_id = ${webUserId} and canceled_at is null
    for no key update`.execute(tx)
  await sql`select from planned_charge where schedule_id = ${id} order by id for update`.execute(tx)
  return rows.length === 0 ? null : await readSchedule(tx, id)
}

/** With a planned charge for each account. They have no notice yet. */
export async function insertSchedule(
  tx: Tx,
  asked: {
    payOn: CalendarDate
    savedCardId: number
    items: readonly { accountId: AccountNumber; amount: Cents; fee: Cents }[]
    authorization: Authorization | null
    key: string
    personId: PersonId
    webUserId: number
    sessionId: number
    from: string
    at: Instant
  },
): Promise<PaymentSchedule> {
  const { id } = await tx
    .insertInto('payment_schedule')
    .values({
      person_id: asked.personId,
      web_user_id: asked.webUserId,
      saved_card_id: asked.savedCardId,
      pay_on: asked.payOn,
      made_at: asked.at,
      made_from: asked.from,
      session_id: asked.sessionId,
      request_key: asked.key,
      ...(await columnsOf(tx, asked.authorization)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const charges = asked.items.map(({ accountId, amount, fee }) => ({
    account_id: accountId,
    schedule_id: id,
    due_on: asked.payOn,
    charge_on: asked.payOn,
    scheduled_cents: amount,
    noticed_cents: amount,
    noticed_fee_cents: fee,
    notices: 1,
  }))
  await insertPlanned(tx, charges, { schedule: id }, asked.at)
  const schedule = await readSchedule(tx, id)
  if (!schedule) throw new Error('A schedule that was just recorded cannot be read')
  return schedule
}

/** A card needs none. */
async function columnsOf(tx: Tx, authorization: Authorization | null) {
  if (authorization) return await acceptedColumns(tx, authorization)
  return { words_sha256: null, accepted_at: null, accepted_from: null, browser: null }
}

/** Another day, card and amounts for the charges that are not sent. The caller has locked the schedule. */
export async function replan(
  tx: Tx,
  {
    id,
    payOn,
    savedCardId,
    items,
    authorization,
  }: Pick<PaymentSchedule, 'id' | 'payOn' | 'savedCardId' | 'items'> & { authorization: Authorization | null },
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('payment_schedule')
    .set({ pay_on: payOn, saved_card_id: savedCardId, changes: sql`changes + 1` })
    .set(await columnsOf(tx, authorization))
    .where('id', '=', id)
    .execute()
  for (const { chargeId, amount, fee } of items) {
    const day = { due_on: payOn, charge_on: payOn, held_for: null, next_step_at: at }
    const amounts = {
      scheduled_cents: amount,
      noticed_cents: amount,
      noticed_fee_cents: fee,
      notices: sql<number>`notices + 1`,
    }
    const open = { from: ['PLANNED', 'NOTIFIED'], to: 'PLANNED', where: sql`id = ${chargeId}` } as const
    await moveAllPlanned(tx, open, { ...day, ...amounts }, { why: 'changed', day: payOn }, at)
  }
}

/** Takes effect with the transaction. The caller has locked the schedule. */
export async function cancelRows(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx.updateTable('payment_schedule').set({ canceled_at: at }).where('id', '=', id).execute()
  const open = { from: ['PLANNED', 'NOTIFIED'], to: 'SKIPPED', where: sql`schedule_id = ${id}` } as const
  const change = { reason: 'canceled', held_for: null, next_step_at: null } as const
  await moveAllPlanned(tx, open, change, { why: 'canceled' }, at)
}

/** How many of this login are not done. The caller has locked the login. */
export async function countOpenSchedules(tx: Tx, webUserId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment_schedule schedule
    where web_user_id = ${webUserId} and canceled_at is null and exists (
      select from planned_charge charge where charge.schedule_id = schedule.id
        and state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED'))`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What is not done of a schedule. */
export function openItems(items: readonly ScheduledItem[]): ScheduledItem[] {
  return items.filter(({ state }) => isUnsent(state) || state === 'SENT' || state === 'DECLINED')
}

/** Until the evening before. */
export function mayChange(open: readonly ScheduledItem[], today: CalendarDate): boolean {
  return open.length > 0 && open.every(({ state, chargeOn }) => isUnsent(state) && chargeOn > today)
}

/** Until the evening before, and when it is late. */
export function mayCancel(open: readonly ScheduledItem[], today: CalendarDate): boolean {
  const isFree = ({ state, chargeOn, heldFor }: ScheduledItem) =>
    isUnsent(state) && (chargeOn > today || heldFor !== null)
  return open.length > 0 && open.every(isFree)
}

function isUnsent(state: PlannedState): boolean {
  return state === 'PLANNED' || state === 'NOTIFIED'
}
