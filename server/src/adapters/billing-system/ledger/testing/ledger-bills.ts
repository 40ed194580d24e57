import { CalendarDate, type Instant } from '@portal/contract/dates'
import { AccountNumber, BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { Db } from '../../../../database/connect.ts'
import type { BillSegment } from '../../../../database/tables/bill-detail.ts'

/** What a test chooses for a bill; money in cents. The ending balance is the sum of the others. */
interface TestBill {
  account: string
  billId: string
  billDate: string
  dueDate?: string
  begin?: number
  payments?: number
  adjustments?: number
  corrections?: number
  charges?: number
  readDate?: string | null
  gallons?: number | null
  segments?: BillSegment[]
  messages?: string[]
}

/** Puts a bill into the ledger of a test database. */
export async function addTestBill(db: Db, bill: TestBill): Promise<void> {
  const { begin = 0, payments = 0, adjustments = 0, corrections = 0, charges = 0 } = bill
  const place = { address1: '12 Home Street', address2: null, city: 'Tamuning', state: 'GU', postal: '96913' }
  await db
    .insertInto('cis.bill')
    .values({
      bill_id: BillId.parse(bill.billId),
      account_id: AccountNumber.parse(bill.account),
      bill_date: CalendarDate.parse(bill.billDate),
      due_date: CalendarDate.parse(bill.dueDate ?? bill.billDate),
      begin_cents: cents(begin),
      payments_cents: cents(payments),
      adjustments_cents: cents(adjustments),
      corrections_cents: cents(corrections),
      current_charges_cents: cents(charges),
      ending_cents: cents(begin + payments + adjustments + corrections + charges),
      read_date: bill.readDate ? CalendarDate.parse(bill.readDate) : null,
      consumption_gallons: bill.gallons ?? null,
      detail: {
        routing: { name1: 'Cruz, Maria', entityInfo: null, ...place, country: 'USA' },
        segments: bill.segments ?? [],
        messages: bill.messages ?? [],
      },
    })
    .execute()
}

/** What a test chooses for a financial transaction; money in cents, payments negative. */
interface TestTransaction {
  id: string
  account: string
  type: 'BS' | 'BX' | 'AD' | 'AX' | 'PS' | 'PX'
  amount: number
  /** The payoff amount; by default the amount. */
  payoff?: number
  date: string
  billId?: string
  parent?: string
  agreement?: string
  receipt?: string
}

/** Puts a financial transaction into the ledger of a test database. */
export async function addTestTransaction(db: Db, given: TestTransaction): Promise<void> {
  const date = CalendarDate.parse(given.date)
  await db
    .insertInto('cis.financial_transaction')
    .values({
      transaction_id: given.id,
      account_id: AccountNumber.parse(given.account),
      agreement_id: given.agreement ?? given.account,
      bill_id: given.billId ? BillId.parse(given.billId) : null,
      parent_id: given.parent ?? null,
      transaction_type: given.type,
      current_cents: cents(given.amount),
      total_cents: cents(given.payoff ?? given.amount),
      arrears_date: date,
      accounting_date: date,
      external_reference: given.receipt ?? null,
    })
    .execute()
}

let imports = 0

/** Another extract is live: the bills are looked at again. */
export async function addTestImport(db: Db, now: Instant, rowsLoaded: Record<string, number> = {}): Promise<void> {
  imports += 1
  await db.updateTable('cis.import_run').set({ is_live: false }).execute()
  await db
    .insertInto('cis.import_run')
    .values({
      run_id: `run-${imports}`,
      division: 'GWA',
      as_of: CalendarDate.parse(now.slice(0, 10)),
      extracted_at: now,
      started_at: now,
      finished_at: now,
      outcome: 'imported',
      reason: null,
      rows_loaded: JSON.stringify(rowsLoaded),
      quarantined: 0,
      is_live: true,
    })
    .execute()
}
