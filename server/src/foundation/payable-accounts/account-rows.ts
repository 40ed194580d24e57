import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type AgedDebt, arrearsOf, balanceOf, payOldestFirst } from '@portal/contract/aged-debt'
import { type CalendarDate, dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { noCents, sumCents } from '@portal/contract/money'
import type { AccountStanding } from '../../adapters/billing-system/port-bills.ts'
import type { Deps } from '../../deps.ts'
import type { PortalPayments, ReadPortalPayments, UnpostedPayment } from './portal-payments.ts'

type Needed = Pick<Deps, 'billing' | 'clock' | 'profile'>

/**
 * What a payer sees of these accounts (C§3 account summary row), in the order asked. Accounts unknown to the billing
 * system are left out. A payment counts as soon as its card was charged, even before the billing system has recorded
 * it, so that nobody pays twice.
 * @throws BillingSystemDown
 */
export async function accountRows(
  deps: Needed,
  accounts: readonly AccountNumber[],
  known: Awaited<ReturnType<ReadPortalPayments>>,
): Promise<AccountSummaryRow[]> {
  const charged = new Map([...known].map(([account, { unposted }]) => [account, unposted]))
  const { standings, unposted } = await standingsBeside(deps, accounts, charged)
  const today = dateIn(deps.profile.timeZone, deps.clock.now())
  const standingOf = new Map(standings.map((standing) => [standing.accountId, standing]))
  return accounts.flatMap((account) => {
    const standing = standingOf.get(account)
    if (!standing) return []
    const paid = sumCents((unposted.get(account) ?? []).map((payment) => payment.amount))
    return [rowOf(standing, payOldestFirst(standing.debt, paid), known.get(account), today)]
  })
}

function rowOf(
  standing: AccountStanding,
  debt: AgedDebt,
  portal: PortalPayments | undefined,
  today: CalendarDate,
): AccountSummaryRow {
  const { latestBill } = standing
  return {
    isComplete: true,
    accID: standing.accountId,
    className: standing.customerClass,
    serviceLocation: standing.serviceLocation,
    amount: balanceOf(debt),
    dueDate: latestBill?.dueDate ?? null,
    isDueDateRed: isOverdue(debt, latestBill?.dueDate ?? null, today),
    arrearsTotal: arrearsOf(debt),
    isActive: standing.isActive,
    cashOnlyFlag: standing.isCashOnly ? 'Y' : 'N',
    isBeingPaid: portal?.isBeingPaid ?? false,
    latestBill: latestBill && { billId: latestBill.billId, billDate: latestBill.billDate, total: latestBill.total },
    arrears: [
      { label: 'New charges', amount: debt.newCharges },
      { label: 'Due up to 30 days ago', amount: debt.days30 },
      { label: 'Due 31 to 60 days ago', amount: debt.days60 },
      { label: 'Due 61 to 90 days ago', amount: debt.days90 },
      { label: 'Due more than 90 days ago', amount: debt.older },
    ],
    alreadyPaid: portal?.alreadyPaid ?? { Visa: noCents, Discover: noCents },
  }
}

/** Whether there are arrears, or anything is owed after its due date: the page shows it in red (A§3). */
function isOverdue(debt: AgedDebt, dueDate: CalendarDate | null, today: CalendarDate): boolean {
  return arrearsOf(debt) > 0 || (balanceOf(debt) > 0 && dueDate !== null && dueDate < today)
}

type Unposted = ReadonlyMap<AccountNumber, readonly UnpostedPayment[]>

/**
 * What the accounts owe in the billing system's books, and which charged payments are not in those books yet. A payment
 * that is recorded between the two reads would count twice, so both are then read again.
 */
async function standingsBeside(
  deps: Needed,
  accounts: readonly AccountNumber[],
  charged: Unposted,
): Promise<{ standings: AccountStanding[]; unposted: Unposted }> {
  const unposted = await unrecorded(deps, charged)
  const standings = await deps.billing.standings(accounts, deps.profile.division)
  const still = await unrecorded(deps, unposted)
  const isSame = [...still].every(([account, payments]) => payments.length === unposted.get(account)?.length)
  return isSame ? { standings, unposted } : await standingsBeside(deps, accounts, still)
}

/** The payments that the billing system has not recorded yet, by account. */
async function unrecorded({ billing }: Needed, charged: Unposted): Promise<Unposted> {
  const asked = [...charged].map(async ([account, payments]) => {
    const held = await Promise.all(payments.map((payment) => billing.findPayment(payment.receipt)))
    return [account, payments.filter((_, index) => held[index] === null)] as const
  })
  return new Map(await Promise.all(asked))
}
