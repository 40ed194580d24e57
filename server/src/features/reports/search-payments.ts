import { decimalCents } from '@portal/contract/money'
import { countTag, wholeReceipt } from '@portal/contract/payments'
import type { FoundPayments, ReportFilter, ReportRow } from '@portal/contract/reports'
import type { ReportSort } from '@portal/contract/reports-texts'
import type { Deps } from '../../deps.ts'
import { staffStatusOf, wasCharged } from '../../payments/states.ts'
import { type PaymentRow, newestPayment, payerOf, selectPage } from './page.ts'
import { readTotals } from './totals.ts'

/** Which page of which payments. */
interface AskedPage extends Partial<ReportFilter> {
  page: number
  size: number
  sort: ReportSort
  direction: 'asc' | 'desc'
  asOf?: number | undefined
}

/** A page of the payments that fit, with the totals of all that do (A§2 Reports). */
export async function searchPayments(
  { db, profile }: Pick<Deps, 'db' | 'profile'>,
  { page, size, sort, direction, asOf: known, ...filter }: AskedPage,
): Promise<FoundPayments> {
  const asOf = known ?? (await newestPayment(db))
  const wanted = { filter: { ...noFilter, ...filter }, timeZone: profile.timeZone, asOf }
  const [totals, rows] = await Promise.all([
    readTotals(db, wanted),
    selectPage(db, wanted, { sort, direction, offset: (page - 1) * size, size }),
  ])
  const { Online: online, 'Phoned-In': phonedIn } = totals.paid
  return {
    list: rows.map(reportRow),
    pages: Math.ceil(totals.payments / size),
    sumOnline: decimalCents(online.amount),
    sumPhonedin: decimalCents(phonedIn.amount),
    totalOnline: online.payments,
    totalPhonedIn: phonedIn.payments,
    total: totals.payments,
    asOf,
  }
}

const noFilter: ReportFilter = {
  pay_date_start: undefined,
  pay_date_end: undefined,
  receipt: undefined,
  credit_card: undefined,
  username: undefined,
  mode: undefined,
  accountId: undefined,
  auth_no: undefined,
}

function reportRow(row: PaymentRow): ReportRow {
  return {
    id: row.id,
    username: payerOf(row),
    accountId: row.account_id,
    auth_no: row.authorization_number ?? '',
    payment_date: row.sent_at,
    receipt_number: wasCharged(row.state) && row.transaction_tag !== null ? wholeReceipt(row.transaction_tag) : '',
    count: countTag(row.account_count),
    transaction_tag: row.transaction_tag ?? '',
    amount: decimalCents(row.amount_cents),
    pay_eezy_seq_num: row.sequence_number ?? '',
    process_message: row.message ?? '',
    bank_response: row.bank_message ?? '',
    mode: row.mode,
    ccb_status: row.is_posted ? '1' : '0',
    status: staffStatusOf[row.state],
    brand: row.brand,
    lastFour: row.last_four,
    reference: row.reference,
  }
}
