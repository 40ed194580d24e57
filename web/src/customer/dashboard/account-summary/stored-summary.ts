import { type AccountSummaryRow, accountSummaryTexts } from '@portal/contract/account-summary'
import { decimalCents, sumCents } from '@portal/contract/money'
import { isInArrears } from '@portal/contract/owed'
import { useDeferredValue, useEffect } from 'react'
import { writeStored } from '#session/storage.ts'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import type { ShownRow } from '../accounts/use-accounts.ts'
import { tickOf, type Ticks } from './ticks.ts'

/** Stores the rows of the account summary with their ticks in the tab, under the names of C§3; nothing reads them. */
export function useStoredSummary(ticks: Ticks, rows: readonly ShownRow[]): void {
  // Deferred: with hundreds of accounts it is not to hold up a key.
  const settled = useDeferredValue(ticks)
  useEffect(() => {
    const summary = rows.flatMap(({ row }) => (row ? [storedRow(settled, row)] : []))
    writeStored('tab', 'accountSummary', JSON.stringify(summary))
  }, [settled, rows])
}

/** Amounts have two decimals, dates are as shown. */
function storedRow(ticks: Ticks, row: AccountSummaryRow) {
  const { accID, className, serviceLocation, isDueDateRed, isActive, cashOnlyFlag, dueDate, alreadyPaid } = row
  const { isTicked, amount } = tickOf(ticks, row)
  const paid = Object.entries(alreadyPaid).filter(([, already]) => already > 0)
  return {
    accID,
    className,
    serviceLocation,
    amount: decimalCents(row.amount),
    dueDate: isInArrears(row) ? t(accountSummaryTexts.dueNow) : dueDate && formatDate(dueDate),
    isDueDateRed,
    arrearsTotal: decimalCents(row.arrearsTotal),
    isActive,
    checked: isTicked,
    amountToBePaid: decimalCents(amount),
    validAmountToBePaid: !isTicked || amount > 0,
    alreadyPaid: decimalCents(sumCents(paid.map(([, already]) => already))),
    usedCC: paid.map(([brand]) => brand).join(', '),
    cashOnlyFlag,
  }
}
