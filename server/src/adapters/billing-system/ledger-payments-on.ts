import type { CalendarDate } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { downWhenUnreachable } from './ledger-faults.ts'
import type { BookedPayment } from './port.ts'

const pageRows = 1000

/** The payments recorded here for a day, in the order of their receipt numbers, a page at a time. */
export async function* ledgerPaymentsOn(db: Db, day: CalendarDate): AsyncGenerator<BookedPayment> {
  let after = ''
  for (;;) {
    const page = await downWhenUnreachable(() => pageAfter(db, day, after))
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.receipt
  }
}

async function pageAfter(db: Db, day: CalendarDate, after: string): Promise<BookedPayment[]> {
  return (
    db
      .selectFrom('cis.portal_payment as payment')
      .leftJoin('cis.payment_cancellation as cancellation', 'cancellation.receipt_number', 'payment.receipt_number')
      .select([
        'payment.receipt_number as receipt',
        'payment.account_id as accountId',
        'payment.amount_cents as amount',
      ])
      .where('payment.pay_date', '=', day)
      .where('cancellation.receipt_number', 'is', null)
      // Compared by character code, not by a language's collation: the order the port promises.
      .where(sql<boolean>`payment.receipt_number collate "C" > ${after}`)
      .orderBy(sql`payment.receipt_number collate "C"`)
      .limit(pageRows)
      .execute()
  )
}
