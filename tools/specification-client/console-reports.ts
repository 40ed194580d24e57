import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import { Money, TenDigits } from './words.ts'

/** Transaction report row (A§3). */
const Row = z.object({
  id: z.number(),
  username: z.string(),
  accountId: TenDigits,
  auth_no: z.string(),
  payment_date: z.string(),
  receipt_number: z.string(),
  count: z.string().regex(/^(SINGLE|MULTI-\d+)$/),
  transaction_tag: z.string(),
  amount: Money,
  pay_eezy_seq_num: z.string(),
  process_message: z.string(),
  bank_response: z.string(),
  mode: z.literal(['Online', 'Phoned-In']),
  ccb_status: z.literal(['0', '1']),
})

const Report = z.object({
  result: z.object({
    list: z.array(Row),
    pages: z.number(),
    sumOnline: Money,
    sumPhonedin: Money,
    totalOnline: z.number(),
    totalPhonedIn: z.number(),
  }),
})

/** Individual payment (A§3). */
const Individuals = z.object({
  result: z.object({
    data: z
      .array(
        z.object({
          account_number: TenDigits,
          receipt_num: z.string(),
          amount: Money,
          status: z.literal(['saved', 'PAID', 'DECLINED']),
          ccb_status: z.literal(['0', '1']),
          payment_date: z.string(),
        }),
      )
      .min(1),
  }),
})

const Logged = z.unknown()
/** Transaction log (A§3), with 'transation' as the specification spells it. */
const Logs = z.object({
  result: z
    .array(
      z.object({
        save_over_all_transaction: Logged,
        save_individual_transation: Logged,
        payeezy_response: Logged,
        save_ccb_response: Logged,
        email_response: Logged,
        update_over_all_transaction: Logged,
        update_individual_transaction: Logged,
      }),
    )
    .min(1),
})

/** Payment history (web) and complete history (billing system) (A§3). */
const WebHistory = z.object({
  result: z.array(
    z.object({
      payment_date: z.string(),
      username: z.string(),
      receipt_num: z.string(),
      transaction_tag: z.string(),
      status: z.string(),
      amount: Money,
    }),
  ),
})
const CompleteHistory = z.object({
  result: z
    .array(z.object({ ArrearsDate: z.string(), FinancialTransactionType: z.string(), TotalAmount: Money }))
    .max(18, 'at most 18 rows (A§9)'),
})

/** The tab Reports (A§2), looking for a payment that has been taken: its receipt leads to everything about it. */
export async function readReports(
  browser: Browser,
  paid: { receipt: string; accountId: string; mode: 'Online' | 'Phoned-In' },
): Promise<void> {
  const dates = { pay_date_start: daysFromNow(-2), pay_date_end: daysFromNow(2) }
  await browser.get('A§7', '/api/v1/transactions', Report)
  const search = { ...dates, receipt: paid.receipt, credit_card: '', username: '', mode: paid.mode }
  const asked = { ...search, accountId: paid.accountId, auth_no: '' }
  const { result } = await browser.post('A§7', '/api/v1/search-transaction', asked, Report)
  const [row] = result.list
  if (!row || result.list.length > 1 || !paid.receipt.startsWith(row.receipt_number)) {
    throw new DiffersFromSpecification(`search-transaction (A§7) found ${result.list.length} for ${paid.receipt}`)
  }
  const { result: individuals } = await browser.get('A§7', `/api/v1/get-individual/${row.id}`, Individuals)
  if (!individuals.data.some(({ receipt_num, status }) => receipt_num === paid.receipt && status === 'PAID')) {
    throw new DiffersFromSpecification(`get-individual (A§3) does not tell of ${paid.receipt}`)
  }
  await browser.post('A§7', '/api/v1/search-transaction-logs', { overallId: row.id, ...dates }, Logs)
  await browser.post('A§7', '/api/v1/user-payment-history', { accountId: paid.accountId }, WebHistory)
  await browser.post('A§7', '/api/v1/user-payment-history-ccb', { accountId: paid.accountId }, CompleteHistory)
}

/** MM/DD/YYYY, as the dates of Reports are typed (A§5). */
function daysFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return day.toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
}
