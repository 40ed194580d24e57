import type { AccountSummaryRow } from '@portal/contract/account-summary'
import {
  latestBillTexts,
  listBills as listBillsCall,
  readConsumption as readConsumptionCall,
  readLatestBill as readLatestBillCall,
  chartMonths,
} from '@portal/contract/bills'
import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { monthOf, yearBefore } from '@portal/contract/dates'
import { type AccountNumber, AccountToSearch } from '@portal/contract/ids'
import { decimalCents, noCents, sumCents } from '@portal/contract/money'
import { displayName, nameParts } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import type { BilledPeriod } from '../adapters/billing-system/port-bills.ts'
import type { BillingAccount } from '../adapters/billing-system/port.ts'
import type { AdminCaller, CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AuditOrigin } from '../foundation/audit.ts'
import { grantAccessByPhone } from '../foundation/sessions/access-by-phone.ts'
import { hasAccess, requireAccess } from '../foundation/sessions/accounts.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { readPortalPayments } from '../payments/balances.ts'
import { shownRows } from '../payments/shown-balances.ts'
import { refuseCommonly } from '../refusal.ts'

/** C§2.5, C§7. */
export function billsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readLatestBillCall, async (request) => ({
    result: await readLatestBill(deps, request, request.body),
  }))
  customerOrAdminRoute(app, listBillsCall, async ({ session, body }) => await listBills(deps, session.id, body))
  customerOrAdminRoute(
    app,
    readConsumptionCall,
    async ({ session, body }) => await readConsumption(deps, session.id, body.accountId),
  )
}

/** Newest first (C§2.5). @throws Refusal when the account is not open to the session; BillingSystemDown */
async function listBills(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  sessionId: number,
  { accountId, page, size }: ParsedBodyOf<typeof listBillsCall>,
): Promise<ReplyOf<typeof listBillsCall>> {
  await requireAccess(db, sessionId, accountId)
  const { bills, total } = await billing.listBills(accountId, page, size)
  const result = bills.map((bill) => ({
    billID: bill.billId,
    billDate: bill.billDate,
    totalAmount: decimalCents(bill.total),
  }))
  return { result, total }
}

type Result = ReplyOf<typeof readLatestBillCall>['result']

interface Question {
  accountId: string
  division?: string | undefined
}

interface PermittedRequest extends AuditOrigin {
  session: CustomerCaller | AdminCaller
}

/** A§3, A§5; opens it to an administrator. @throws Refusal: not theirs, too many look-ups; BillingSystemDown */
async function readLatestBill(
  deps: Deps,
  request: PermittedRequest,
  { accountId, division = deps.profile.division }: Question,
): Promise<Result> {
  const account = AccountToSearch.safeParse(accountId)
  if (!account.success || !/^\d+$/.test(accountId)) return { status: 'Failed', description: latestBillTexts.notNumeric }
  await requireOpen(deps, request, account.data)
  const [found, rows] = await Promise.all([
    deps.billing.findAccount(account.data),
    readPortalPayments(deps, [account.data]).then((known) =>
      shownRows(deps, request.session.id, [account.data], known),
    ),
  ])
  const [row] = rows
  const isOurs = division === deps.profile.division
  if (!isOurs || !found || !row) return { status: 'Failed', description: latestBillTexts.unknown }
  return resultOf(found, row)
}

async function requireOpen(deps: Deps, request: PermittedRequest, account: AccountNumber): Promise<void> {
  const { session } = request
  if (await hasAccess(deps.db, session.id, account)) return
  if (session.kind !== 'admin') throw refuseCommonly('not-allowed')
  await grantAccessByPhone(deps, session, [account], request)
}

function resultOf(found: BillingAccount, row: AccountSummaryRow): Result {
  const amount = decimalCents(row.amount)
  const date = { billDate: row.latestBill?.billDate ?? null, dueDate: row.dueDate }
  return {
    status: 'Success',
    ...date,
    date,
    amount,
    totalAmount: decimalCents(row.latestBill?.total ?? noCents),
    ...nameParts(found.person.fullName, found.person.isBusiness),
    email: found.person.emailAddress ?? '',
    arrears: {
      details: {
        AccountID: row.accID,
        PremiseInfo: row.serviceLocation,
        CurrentBalance: amount,
        Name: displayName(found.person.fullName),
      },
      arrears: row.arrears.map((each) => ({ Label: each.label, ArrearsAmount: decimalCents(each.amount) })),
    },
    account: row,
  }
}

/** Some months have two bills, such as a final one; twelve months and the year before never need more. */
const mostBills = 3 * 2 * chartMonths

/** Oldest first (A§3). @throws Refusal when the account is not open to the session; BillingSystemDown */
async function readConsumption(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  sessionId: number,
  account: AccountNumber,
): Promise<ReplyOf<typeof readConsumptionCall>> {
  await requireAccess(db, sessionId, account)
  const byMonth = Map.groupBy(await billing.usage(account, mostBills), ({ readDate, billDate }) =>
    monthOf(readDate ?? billDate),
  )
  const months = [...byMonth].toSorted(([one], [other]) => one.localeCompare(other)).slice(-chartMonths)
  const before = months.map(([month]) => byMonth.get(yearBefore(month)) ?? [])
  return {
    isHaveConsumptionChart: months.length > 0,
    months: months.map(([month]) => `${month.slice(5)}/${month.slice(0, 4)}`),
    totalWater: months.map(([, periods]) => gallonsOf(periods)),
    amounts: months.map(([, periods]) => chargesOf(periods)),
    totalWaterYearBefore: before.map(gallonsOf),
    amountsYearBefore: before.map((periods) => (periods.length === 0 ? null : chargesOf(periods))),
  }
}

function chargesOf(periods: readonly BilledPeriod[]): string {
  return decimalCents(sumCents(periods.map((period) => period.charges)))
}

function gallonsOf(periods: readonly BilledPeriod[]): number | null {
  const read = periods.flatMap(({ gallons }) => (gallons === null ? [] : [gallons]))
  return read.length === 0 ? null : read.reduce((sum, gallons) => sum + gallons, 0)
}
