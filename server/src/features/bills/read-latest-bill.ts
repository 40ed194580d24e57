import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { latestBillTexts, type readLatestBill as readLatestBillCall } from '@portal/contract/bills'
import type { ReplyOf } from '@portal/contract/call'
import { type AccountNumber, AccountToSearch } from '@portal/contract/ids'
import { decimalCents, noCents } from '@portal/contract/money'
import { displayName, nameParts } from '@portal/contract/text'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../foundation/audit/audit.ts'
import { openByPhone } from '../../foundation/sessions/open-by-phone.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly, requireTry } from '../../http/problem.ts'
import { readPortalPayments } from '../../payments/balances.ts'
import { shownRows } from '../../payments/shown-balances.ts'

type Result = ReplyOf<typeof readLatestBillCall>['result']

/** The account that is asked for, sometimes with its division. */
interface Question {
  accountId: string
  division?: string | undefined
}

/** The caller. */
interface Asker extends AuditOrigin {
  session: CustomerCaller | AdminCaller
}

/**
 * The newest bill of an account that is open to the session, and what is owed on it (A§3). Only a purely
 * numeric account number is looked up (A§5). The specification's console finds a caller's accounts with this call, so it
 * opens the account to an administrator, as the search of Phoned-In does.
 * @throws Refusal when the account is not the customer's, or an administrator has looked up too many;
 *   BillingSystemDown.
 */
export async function readLatestBill(
  deps: Deps,
  asker: Asker,
  { accountId, division = deps.profile.division }: Question,
): Promise<Result> {
  const account = AccountToSearch.safeParse(accountId)
  if (!account.success || !/^\d+$/.test(accountId)) return { status: 'Failed', description: latestBillTexts.notNumeric }
  await requireOpen(deps, asker, account.data)
  const [found, rows] = await Promise.all([
    deps.billing.findAccount(account.data, division),
    readPortalPayments(deps, [account.data]).then((known) => shownRows(deps, asker.session.id, [account.data], known)),
  ])
  const [row] = rows
  if (!found || !row) return { status: 'Failed', description: latestBillTexts.unknown }
  return resultOf(found, row)
}

async function requireOpen(deps: Deps, asker: Asker, account: AccountNumber): Promise<void> {
  const { session } = asker
  if (await isOpenTo(deps.db, session.id, account)) return
  if (session.kind !== 'admin') throw refuseCommonly('not-allowed')
  const opened = await openByPhone(deps, session, [account], asker)
  requireTry(opened)
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
