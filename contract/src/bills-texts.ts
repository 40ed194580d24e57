/** The texts of My Bills, the bill list and the chart that the specification fixes (C§2.5, C§8). */
export const billsTexts = {
  columns: { date: 'Bill Date', amount: 'Total Amount Due', action: 'Action' },
  noData: 'No data available',
  noChart: 'No consumption chart available',
  monthlyWater: 'Monthly Water Consumption',
  monthlyAmount: 'Monthly Bill Amount',
} as const

/** `Showing 12 Results out of 40` (C§2.5). */
export function billsShown(shown: number, total: number): string {
  return `Showing ${shown} Results out of ${total}`
}

/** What My Bills and the switch of accounts say when they fail (C§8), before the page reloads. */
export function tryAgainLater(error: string): string {
  return `${error}\n\nTry Again Later!`
}

/** The dialogs of bills and of payment history show this many rows at most (C§9). */
export const dialogRows = 18

/** My Bills shows this many bills on a page. */
export const billsPerPage = 12

/** Charts show this many months (C§9). */
export const chartMonths = 12
