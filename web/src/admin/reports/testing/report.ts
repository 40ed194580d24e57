import { Instant } from '@portal/contract/dates'
import { type FoundPayments, ReportRow } from '@portal/contract/reports'

/** A paid payment as the server lists it. */
export function testPayment(id: number, differences: Partial<ReportRow> = {}): ReportRow {
  return ReportRow.parse({
    id,
    username: 'maria',
    accountId: '0123456789',
    auth_no: `ET${id}`,
    payment_date: Instant.parse('2026-11-20T22:00:00.000Z'),
    receipt_number: `W-${id}`,
    count: 'SINGLE',
    transaction_tag: String(id),
    amount: '1234.50',
    fee: '0.00',
    pay_eezy_seq_num: '000001',
    process_message: 'Transaction Normal',
    bank_response: 'Approved',
    mode: 'Online',
    made_by: 'Customer',
    ccb_status: '1',
    billing: 'posted',
    status: 'paid',
    brand: 'Visa',
    bankName: null,
    bankAccountType: null,
    method: 'Card',
    lastFour: '1111',
    reference: 'G0000000000000001',
    ...differences,
  })
}

/** A page of a result with that many payments, ten per page. */
export function testFound(list: readonly ReportRow[], total = list.length, asOf = 500): { result: FoundPayments } {
  const pages = Math.ceil(total / 10)
  const processing = { payments: 0, amount: '0.00' }
  const sums = { sumOnline: '1234567.80', sumPhonedin: '0.00', totalOnline: 1234, totalPhonedIn: 0 }
  return { result: { list: [...list], pages, total, asOf, processing, ...sums } }
}
