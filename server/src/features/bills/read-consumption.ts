import type { readConsumption as readConsumptionCall } from '@portal/contract/bills'
import { chartMonths } from '@portal/contract/bills-texts'
import type { ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { decimalCents, sumCents } from '@portal/contract/money'
import type { BilledPeriod } from '../../adapters/billing-system/port-bills.ts'
import type { Deps } from '../../deps.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'

/** Some months have two bills, such as a final one. Twelve months never need more than this many. */
const mostBills = 3 * chartMonths

/**
 * The last twelve billed months of an account, the oldest first (A§3).
 * @throws Refusal when the account is not open to the session; BillingSystemDown
 */
export async function readConsumption(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  sessionId: number,
  account: AccountNumber,
): Promise<ReplyOf<typeof readConsumptionCall>> {
  if (!(await isOpenTo(db, sessionId, account))) throw refuseCommonly('not-allowed')
  const months = byMonth(await billing.usage(account, mostBills))
  return {
    isHaveConsumptionChart: months.length > 0,
    months: months.map(([month]) => `${month.slice(5)}/${month.slice(0, 4)}`),
    totalWater: months.map(([, periods]) => gallonsOf(periods)),
    amounts: months.map(([, periods]) => decimalCents(sumCents(periods.map((period) => period.charges)))),
  }
}

/** The newest twelve months in order, `YYYY-MM`, each with the bills whose period ended in it. */
function byMonth(newestFirst: readonly BilledPeriod[]): [string, BilledPeriod[]][] {
  const months = Map.groupBy(newestFirst, ({ readDate, billDate }) => (readDate ?? billDate).slice(0, 7))
  return [...months].toSorted(([one], [other]) => one.localeCompare(other)).slice(-chartMonths)
}

function gallonsOf(periods: readonly BilledPeriod[]): number | null {
  const read = periods.flatMap(({ gallons }) => (gallons === null ? [] : [gallons]))
  return read.length === 0 ? null : read.reduce((sum, gallons) => sum + gallons, 0)
}
