import { type PayMethod, methodName } from '@portal/contract/bank-accounts'
import { type CalendarDate, daysAfter, later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, formatCents, sumCents } from '@portal/contract/money'
import { mostSchedules } from '@portal/contract/scheduled-payments'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { wakeAutopay, type Engine } from '../engine.ts'
import { noticeWait, today } from '../planned/day.ts'
import { usableMethod } from '../planned/methods.ts'
import { type About, aboutPerson } from '../planned/partners.ts'
import { plannedFee } from '../planned/rules.ts'
import type { Authorization } from '../records/accepted-words.ts'
import { canceledEmail, setEmail } from './emails.ts'
import {
  mayCancel,
  mayChange,
  openItems,
  type PaymentSchedule,
  type ScheduledItem,
  cancelRows,
  countOpenSchedules,
  insertSchedule,
  lockSchedule,
  readSchedule,
  readSchedules,
  replan,
} from './records.ts'

/** What a customer wants paid. That day, amounts, fees and accounts are theirs to choose, the caller has checked. */
export interface ScheduleOrder {
  payOn: CalendarDate
  savedCardId: number
  items: readonly { accountId: AccountNumber; amount: Cents; fee: Cents }[]
  /** Of a bank account. */
  authorization: Authorization | null
}

/** Who asks, from where. */
interface Asker {
  customer: CustomerCaller
  origin: AuditOrigin
}

/** What was made before under the same key counts, if it is the same. */
export async function makeSchedule(
  engine: Engine,
  asker: Asker,
  order: ScheduleOrder & { key: string },
): Promise<'scheduled' | 'cardUnusable' | 'noAddress' | 'tooMany' | 'keyReused'> {
  const about = await aboutOf(engine, asker.customer, order.items)
  if (about === null) return 'noAddress'
  const { webUserId } = asker.customer
  return await inTurn(engine, asker.customer, async (tx) => {
    const before = await findByKey(tx, webUserId, order.key)
    if (before) return isSame(before, order) ? 'scheduled' : 'keyReused'
    if ((await countOpenSchedules(tx, webUserId)) >= mostSchedules) return 'tooMany'
    if (!(await isUsableFor(engine, tx, webUserId, order))) return 'cardUnusable'
    const schedule = await insertSchedule(tx, { ...order, ...whoseOf(asker), at: engine.clock.now() })
    await tell(engine, tx, schedule, setEmail(engine, about, schedule))
    await audit(engine, tx, asker, 'payment-scheduled', schedule)
    return 'scheduled'
  })
}

/** Of the accounts of the schedule, another day, card or amounts. What was noticed is noticed again. */
export async function changeSchedule(
  engine: Engine,
  asker: Asker,
  id: number,
  order: ScheduleOrder,
): Promise<'changed' | 'notThere' | 'tooLate' | 'otherAccounts' | 'cardUnusable' | 'noAddress'> {
  const about = await aboutOf(engine, asker.customer, order.items)
  if (about === null) return 'noAddress'
  return await inTurn(engine, asker.customer, async (tx) => {
    const schedule = await lockSchedule(tx, id, asker.customer.webUserId)
    if (schedule === null) return 'notThere'
    const open = openItems(schedule.items)
    if (!mayChange(open, today(engine))) return 'tooLate'
    if (accountsOf(open) !== accountsOf(order.items)) return 'otherAccounts'
    if (!(await isUsableFor(engine, tx, asker.customer.webUserId, order))) return 'cardUnusable'
    await replan(tx, { ...order, id, items: itemsAs(open, order) }, engine.clock.now())
    const now = (await readSchedule(tx, id)) ?? schedule
    const still = { ...now, items: openItems(now.items) }
    await tell(engine, tx, still, setEmail(engine, about, still))
    await audit(engine, tx, asker, 'scheduled-payment-changed', still)
    return 'changed'
  })
}

/** Takes effect right away: what was not sent by then is never sent. */
export async function cancelSchedule(
  engine: Engine,
  asker: Asker,
  id: number,
): Promise<'canceled' | 'notThere' | 'tooLate'> {
  const known = await readSchedule(engine.db, id)
  const about = await aboutOf(engine, asker.customer, known?.items ?? [])
  const at = engine.clock.now()
  return await inTurn(engine, asker.customer, async (tx) => {
    const schedule = await lockSchedule(tx, id, asker.customer.webUserId)
    if (schedule === null) return 'notThere'
    const open = openItems(schedule.items)
    if (!mayCancel(open, today(engine))) return 'tooLate'
    await cancelRows(tx, id, at)
    const ended = { ...schedule, items: open }
    if (about) await queueEmail(tx, canceledEmail(about, ended), at)
    await audit(engine, tx, asker, 'scheduled-payment-canceled', ended)
    return 'canceled'
  })
}

/** A bank account only with the words of its holder. */
async function isUsableFor(
  engine: Engine,
  tx: Tx,
  webUserId: number,
  { savedCardId, authorization }: ScheduleOrder,
): Promise<boolean> {
  const card = await usableMethod(engine, tx, webUserId, savedCardId)
  return card !== null && (card.bankAccount === null) === (authorization === null)
}

/** Each account is charged on its own, with a service fee of its own. */
export function withFees<Item extends { amount: Cents }>(
  { profile }: Pick<Engine, 'profile'>,
  method: PayMethod,
  items: readonly Item[],
) {
  const of = { kind: 'schedule', mostFee: null } as const
  return items.map((item) => ({ ...item, fee: plannedFee(profile.serviceFees, method, of, item.amount) }))
}

/** Those of the customer that are not done, and what became of others lately. */
export async function listSchedules(engine: Engine, webUserId: number): Promise<PaymentSchedule[]> {
  return await readSchedules(engine.db, webUserId, daysAfter(today(engine), -daysListed))
}

const daysListed = 30

function accountsOf(items: readonly { accountId: AccountNumber }[]): string {
  return items
    .map(({ accountId }) => accountId)
    .toSorted()
    .join(', ')
}

/** The open charges with the amounts now asked for. */
function itemsAs(open: readonly ScheduledItem[], { items }: ScheduleOrder): ScheduledItem[] {
  const asked = new Map(items.map((item) => [item.accountId, item]))
  return open.map((item) => ({ ...item, ...asked.get(item.accountId) }))
}

function isSame(schedule: PaymentSchedule, { payOn, savedCardId, items }: ScheduleOrder): boolean {
  const amounts = new Map(items.map(({ accountId, amount }) => [accountId, amount]))
  return (
    schedule.payOn === payOn &&
    schedule.savedCardId === savedCardId &&
    accountsOf(schedule.items) === accountsOf(items) &&
    schedule.items.every(({ accountId, amount }) => amounts.get(accountId) === amount)
  )
}

async function aboutOf(
  engine: Engine,
  { personId }: CustomerCaller,
  items: readonly { accountId: AccountNumber }[],
): Promise<About | null> {
  return await aboutPerson(
    engine,
    personId,
    items.map(({ accountId }) => accountId),
  )
}

/** All that a login schedules, changes and cancels goes one after the other. @throws Refusal when the session is over */
async function inTurn<Result>(
  engine: Engine,
  customer: CustomerCaller,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await engine.db.transaction().execute(async (tx) => {
    await tx.selectFrom('web_user').select('id').where('id', '=', customer.webUserId).forNoKeyUpdate().execute()
    await requireStillAllowed(tx, customer)
    return await work(tx)
  })
  wakeAutopay(engine)
  return result
}

function whoseOf({ customer: { personId, webUserId, id: sessionId }, origin }: Asker) {
  return { personId, webUserId, sessionId, from: origin.clientAddress }
}

/** The email is the notice: the charges wait until a mail server has taken it. */
async function tell(engine: Engine, tx: Tx, { items }: PaymentSchedule, email: NewEmail): Promise<void> {
  const at = engine.clock.now()
  await queueEmail(tx, email, at)
  await tx
    .updateTable('planned_charge')
    .set({ notice_key: email.dedupeKey, next_step_at: later(at, noticeWait) })
    .where(
      'id',
      'in',
      items.map(({ chargeId }) => chargeId),
    )
    .execute()
}

async function audit(
  engine: Engine,
  tx: Tx,
  { customer, origin }: Asker,
  action: 'payment-scheduled' | 'scheduled-payment-changed' | 'scheduled-payment-canceled',
  { items, payOn, ...method }: PaymentSchedule,
): Promise<void> {
  const amount = formatCents(sumCents(items.flatMap((item) => [item.amount, item.fee])))
  const after = { amount, day: payOn, card: methodName(method) }
  const subject = accountsOf(items)
  await recordAudit(tx, { actor: actorOf(customer), action, subject, after }, origin, engine.clock.now())
}

async function findByKey(tx: Tx, webUserId: number, key: string): Promise<PaymentSchedule | null> {
  const row = await tx
    .selectFrom('payment_schedule')
    .select('id')
    .where('web_user_id', '=', webUserId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row ? await readSchedule(tx, row.id) : null
}
