import { type Cents, noCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { countedPayments } from './counted.ts'
import { type Wanted, conditionsOf, isHourly } from './wanted.ts'

/** What a report adds up to. */
export interface Totals {
  /** Every payment, successful and unsuccessful. */
  payments: number
  /** Those charged and not given back, and their money. */
  paid: Record<PaymentMode, { payments: number; amount: Cents }>
}

interface TotalRow {
  mode: PaymentMode
  is_paid: boolean
  payments: number
  amount_cents: Cents
}

/** Totals over every wanted payment, whichever page is looked at. */
export async function readTotals(db: Db, wanted: Wanted): Promise<Totals> {
  const { rows } = isHourly(wanted) ? await totalsByHour(db, wanted) : await totalsOfPayments(db, wanted)
  const totals: Totals = {
    payments: 0,
    paid: { Online: { payments: 0, amount: noCents }, 'Phoned-In': { payments: 0, amount: noCents } },
  }
  for (const row of rows) {
    totals.payments += row.payments
    if (row.is_paid) totals.paid[row.mode] = { payments: row.payments, amount: row.amount_cents }
  }
  return totals
}

async function totalsByHour(db: Db, wanted: Wanted): Promise<{ rows: TotalRow[] }> {
  return await sql<TotalRow>`
    with ${countedPayments(wanted)}
    select mode, is_paid, sum(payments)::bigint as payments, sum(amount_cents)::bigint as amount_cents
    from counted group by mode, is_paid
  `.execute(db)
}

async function totalsOfPayments(db: Db, wanted: Wanted): Promise<{ rows: TotalRow[] }> {
  return await sql<TotalRow>`
    select payment.mode, payment.state = 'CHARGED' as is_paid, count(*) as payments,
      sum(payment.amount_cents)::bigint as amount_cents
    from charge_attempt payment where ${conditionsOf(wanted)}
    group by mode, is_paid
  `.execute(db)
}
