import type { Instant } from '@portal/contract/dates'
import { formatCents } from '@portal/contract/money'
import type { TransactionLog } from '@portal/contract/one-payment'
import { staffStatuses } from '@portal/contract/reports'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import { type EmailStatus, emailStatuses } from '../../messages/outbox/queue-email.ts'
import { isRefundOwed } from '../../payments/records/refused-reversals.ts'
import { staffStatusOf } from '../../payments/states.ts'
import { nameOfTemplate, paymentTemplates } from '../../wording/templates.ts'
import { type LoggedEvent, describeEvent } from './describe-event.ts'

/** If the payment was made in those days of the utility. */
interface LogRequest {
  overallId: number
  pay_date_start?: string | undefined
  pay_date_end?: string | undefined
}

interface LoggedPayment {
  sent_at: Instant
  decided_at: Instant | null
  state: AttemptState
  is_refund_owed: boolean
  is_from_bank: boolean
  public_id: string
}

type LoggedItem = Awaited<ReturnType<typeof selectItems>>[number]
type Line = TransactionLog['update_individual_transaction'][number]

/** In plain words under the specification's seven names (A§3); null when there is no such payment. */
export async function readTransactionLog(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  request: LogRequest,
): Promise<TransactionLog | null> {
  const payment = await selectPayment(db, request, profile.timeZone)
  if (!payment) return null
  const [items, events, emails] = await Promise.all([
    selectItems(db, request.overallId),
    selectEvents(db, request.overallId),
    emailLines(db, payment.public_id),
  ])
  const log: TransactionLog = {
    overallId: request.overallId,
    save_over_all_transaction: [],
    save_individual_transation: items.map(({ account, amount }) => ({
      at: payment.sent_at,
      text: `Account ${account}: $${formatCents(amount)} saved.`,
    })),
    payeezy_response: [],
    save_ccb_response: [],
    email_response: [],
    update_over_all_transaction: [],
    update_individual_transaction: accountLines(payment, items, events),
  }
  for (const event of events) {
    const { entry, text } = describeEvent(event, payment.is_from_bank)
    log[entry].push({ at: event.at, text })
  }
  log.email_response = [...log.email_response, ...emails].toSorted((one, other) => one.at.localeCompare(other.at))
  return log
}

/** A§4; one that is given back counts as declined, and may have been paid. */
function accountLines(payment: LoggedPayment, items: readonly LoggedItem[], events: readonly LoggedEvent[]): Line[] {
  const moves = events.filter(({ subject, from, to }) => subject === 'attempt' && from !== to)
  const isBack = ['REVERSING', 'REVERSED', 'RETURNED'].includes(payment.state)
  const standing = staffStatuses[staffStatusOf(payment.state, payment.is_refund_owed)].toLowerCase()
  const paidAt = isBack ? moves.find(({ to }) => to === 'CHARGED')?.at : undefined
  const backAt = isBack ? moves.findLast(({ from, to }) => to === 'REVERSING' || from !== 'REVERSING')?.at : undefined
  const at = backAt ?? payment.decided_at ?? payment.sent_at
  const settled = items.filter(({ status }) => status !== 'saved')
  return [
    ...(paidAt ? settled.map(({ account }) => ({ at: paidAt, text: `Account ${account}: PAID.` })) : []),
    ...settled.map(({ account, status }) => ({
      at,
      text: `Account ${account}: ${status}${isBack && status === 'DECLINED' ? ` (${standing})` : ''}.`,
    })),
  ]
}

async function selectPayment(db: Db, request: LogRequest, timeZone: string) {
  const { overallId, pay_date_start: start, pay_date_end: end } = request
  const days = [
    ...(start ? [sql`payment.sent_at >= ${startOfDay(start, timeZone)}`] : []),
    ...(end ? [sql`payment.sent_at < ${endOfDay(end, timeZone)}`] : []),
  ]
  const { rows } = await sql<LoggedPayment>`
    select payment.sent_at, payment.decided_at, payment.state, ${isRefundOwed} as is_refund_owed,
      payment.bank_name is not null as is_from_bank, checkout.public_id
    from charge_attempt payment join checkout on checkout.id = payment.checkout_id
    where payment.checkout_id = ${overallId}::bigint and ${sql.join([sql`true`, ...days], sql` and `)}
  `.execute(db)
  return rows[0]
}

async function selectItems(db: Db, checkoutId: number) {
  return await db
    .selectFrom('checkout_item')
    .select(['account_id as account', 'amount_cents as amount', 'status'])
    .where('checkout_id', '=', checkoutId)
    .orderBy('ordinal')
    .execute()
}

/** No payment makes more moves; keeps a log readable. */
const mostEvents = 5000

async function selectEvents(db: Db, checkoutId: number): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select at, subject, to_state as "to", from_state as "from", detail from payment_event
    where checkout_id = ${checkoutId}::bigint order by sequence limit ${mostEvents}
  `.execute(db)
  return rows
}

/** Answers of the mail server (A§3 email_response). @param publicId the checkout's */
async function emailLines(db: Db, publicId: string): Promise<Line[]> {
  const statuses = await emailStatuses(db, paymentTemplates, publicId)
  return statuses.flatMap(linesOf)
}

function linesOf(status: EmailStatus): Line[] {
  const { kind, isRepeat, queuedAt, deliveredAt, refusedAt, cameBackAt, nextTryAt, tries } = status
  const about = nameOfTemplate(kind)
  const why = status.lastError === null ? about : `${about}, ${status.lastError}`
  return [
    ...(isRepeat ? [{ at: queuedAt, text: `Email resent by an admin: ${about}.` }] : []),
    ...(deliveredAt ? [{ at: deliveredAt, text: `Email accepted by the mail server: ${about}.` }] : []),
    ...(refusedAt ? [{ at: refusedAt, text: `Email not delivered: ${why}.` }] : []),
    ...(cameBackAt ? [{ at: cameBackAt, text: `Email came back: ${why}.` }] : []),
    ...(!deliveredAt && !refusedAt && tries > 0 && status.lastError !== null
      ? [{ at: nextTryAt, text: `Next delivery attempt, after ${tries} failed: ${why}.` }]
      : []),
  ]
}
