import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CalendarDate } from '@portal/contract/dates'
import { parseDecimalCents } from '@portal/contract/money'
import { linesOfFile } from '@portal/server/features/billing-exchange/format/lines.ts'
import { cancellationLine, paymentLine } from '@portal/server/features/billing-exchange/format/payment-file.ts'

/** What an account paid in the portal, in cents; a cancellation is negative. */
export interface PaidInPortal {
  /** Bills that stood then, and later ones, are paid here or not at all. */
  since: CalendarDate
  payments: { cents: number; date: CalendarDate; receipt: string }[]
}

/** By account. */
export type DemoPayments = ReadonlyMap<string, PaidInPortal>

/** Of every payment file in the folder. @param payers accounts that pay only in the portal, and since when */
export async function readPayments(folder: string, payers: ReadonlyMap<string, CalendarDate>): Promise<DemoPayments> {
  const paid = new Map<string, PaidInPortal>()
  for (const [account, since] of payers) paid.set(account, { since, payments: [] })
  const names = (await readdir(folder)).filter((name) => /^payments-.*\.txt$/.test(name)).toSorted()
  for (const name of names) {
    for (const line of linesOfFile(await readFile(join(folder, name), 'utf8'), 'payment file')) {
      const payment = paymentLine.read(line)
      const cancellation = cancellationLine.read(line)
      if (payment) add(paid, payment('accountId'), payment('payDate'), payment('amount'), payment('receipt'), 1)
      if (cancellation) {
        const [account, receipt] = [cancellation('accountId'), cancellation('receipt')]
        add(paid, account, cancellation('cancelDate'), cancellation('amount'), receipt, -1)
      }
    }
  }
  return paid
}

function add(
  paid: Map<string, PaidInPortal>,
  account: string,
  day: string,
  amount: string,
  receipt: string,
  sign: 1 | -1,
): void {
  const date = CalendarDate.parse(day)
  const before = paid.get(account) ?? { since: date, payments: [] }
  before.payments.push({ cents: sign * (parseDecimalCents(amount) ?? 0), date, receipt })
  paid.set(account, before)
}
