import {
  type PaymentMethod,
  type ReportRow,
  reportColumns,
  reportsTexts,
  staffStatuses,
} from '@portal/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type AttemptState, type PostingState, attemptStates } from '../../database/tables/payments.ts'
import { isRefundOwed } from '../../payments/records/refused-reversals.ts'
import { billingStatusOf, chargedStates, staffStatusOf } from '../../payments/states.ts'
import type { Encode } from './filter.ts'

/** Over `charge_attempt payment`, `checkout` and `first_item`; without parameters, as COPY wants. */
export interface Column {
  sql: RawBuilder<unknown>
  /** The heading (A§9), as on the page; a column without one is not in the file. */
  csv?: string
  /** Instead of `sql`: dates in the utility's time zone. */
  inCsv?: (timeZone: string) => RawBuilder<unknown>
  /** Ours, and in the file only where there is such a thing. */
  onlyWith?: 'savedCards' | 'bankAccounts' | 'fees'
}

/** COPY takes no parameters; the driver writes values out so that they stay values. */
export const writtenOut: Encode = (value) => sql.raw(pg.escapeLiteral(String(value)))

const maker = sql`case payment.made_by when 'autoPay' then 'AutoPay' when 'schedule' then 'Scheduled'
  else case payment.mode when 'Online' then 'Customer' else '' end end`

const inOrderOfWork: readonly PostingState[] = [
  'REJECTED',
  'CANCEL_REJECTED',
  'PENDING',
  'POSTING',
  'CANCEL_DUE',
  'CANCELLING',
  'POSTED',
  'CANCELLED',
]

/** For the page and, in this order, for the CSV file. */
export const columns: Readonly<Record<keyof ReportRow, Column>> = {
  id: { sql: sql`checkout.id`, csv: reportColumns.id },
  payment_date: {
    sql: sql`payment.sent_at`,
    csv: reportColumns.payment_date,
    inCsv: (zone) => sql`to_char(payment.sent_at at time zone ${writtenOut(zone)}, 'MM/DD/YYYY HH24:MI:SS')`,
  },
  username: fromOutside(reportColumns.username, sql`payment.paid_by`),
  accountId: { sql: sql`first_item.account_id`, csv: reportColumns.accountId },
  count: {
    sql: sql`case when checkout.account_count = 1 then 'SINGLE' else 'MULTI-' || checkout.account_count end`,
    csv: reportColumns.count,
  },
  receipt_number: orEmpty(
    reportColumns.receipt_number,
    sql`case when payment.state in (${sql.join(chargedStates.map(writtenOut))}) then 'W-' || coalesce(payment.short_number, payment.transaction_tag) end`,
  ),
  transaction_tag: orEmpty(reportColumns.transaction_tag, sql`payment.transaction_tag`),
  pay_eezy_seq_num: fromOutside(reportColumns.pay_eezy_seq_num, sql`payment.sequence_number`),
  auth_no: fromOutside(reportColumns.auth_no, sql`payment.authorization_number`),
  amount: { sql: inDollars(sql`payment.amount_cents`), csv: reportColumns.amount },
  fee: { sql: inDollars(sql`payment.fee_cents`), csv: reportColumns.fee, onlyWith: 'fees' },
  mode: { sql: sql`payment.mode`, csv: reportColumns.mode },
  brand: { sql: sql`payment.brand`, csv: reportColumns.card },
  lastFour: { sql: sql`payment.last_four`, csv: 'Last Four' },
  status: {
    sql: byState((state, isOwed) => staffStatusOf(state, isOwed)),
    csv: reportColumns.status,
    inCsv: () => byState((state, isOwed) => staffStatuses[staffStatusOf(state, isOwed)]),
  },
  process_message: fromOutside(reportColumns.process_message, sql`payment.exact_message`),
  bank_response: fromOutside(reportColumns.bank_response, sql`payment.bank_message`),
  ccb_status: {
    sql: sql`case when payment.state = 'CHARGED' and not exists (
      select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') then '1' else '0' end`,
    csv: reportColumns.ccb_status,
  },
  billing: { sql: leastDone() },
  reference: { sql: sql`payment.reference`, csv: reportsTexts.reference },
  made_by: { sql: maker, csv: reportColumns.made_by, onlyWith: 'savedCards' },
  method: {
    sql: sql`case when payment.brand is null then ${methodWord('Bank account')} else ${methodWord('Card')} end`,
    csv: reportColumns.method,
    onlyWith: 'bankAccounts',
  },
  bankName: {
    sql: sql`payment.bank_name`,
    csv: 'Bank',
    inCsv: () => sql`spreadsheet_safe(coalesce(payment.bank_name, ''))`,
    onlyWith: 'bankAccounts',
  },
  bankAccountType: { sql: sql`payment.bank_account_type` },
}

function methodWord(method: PaymentMethod): RawBuilder<unknown> {
  return sql.lit(method)
}

function inDollars(cents: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`trim(to_char(${cents} / 100.0, '9999999999990.00'))`
}

/** A missing text is empty on the page, and nothing at all in the file. */
function orEmpty(csv: string, text: RawBuilder<unknown>): Column {
  return { sql: sql`coalesce(${text}, '')`, csv, inCsv: () => text }
}

/** Must not become a formula in a spreadsheet. */
function fromOutside(csv: string, text: RawBuilder<unknown>): Column {
  const shown = sql`coalesce(${text}, '')`
  return { sql: shown, csv, inCsv: () => sql`spreadsheet_safe(${shown})` }
}

function byState(word: (state: AttemptState, isRefundOwed: boolean) => string): RawBuilder<unknown> {
  const cases = (isOwed: boolean) => attemptStates.map((state) => caseOf(state, word(state, isOwed)))
  return sql`case when payment.state = 'REVERSING' and ${isRefundOwed}
    then case payment.state ${sql.join(cases(true), sql` `)} end
    else case payment.state ${sql.join(cases(false), sql` `)} end end`
}

function leastDone(): RawBuilder<unknown> {
  const cases = inOrderOfWork.map((state) => caseOf(state, billingStatusOf(state)))
  return sql`coalesce((
    select case posting.state ${sql.join(cases, sql` `)} end from posting where posting.checkout_id = checkout.id
    order by array_position(array[${sql.join(inOrderOfWork.map(writtenOut))}], posting.state) limit 1),
    ${writtenOut(billingStatusOf(null))})`
}

function caseOf(state: string, word: string): RawBuilder<unknown> {
  return sql`when ${writtenOut(state)} then ${writtenOut(word)}`
}
