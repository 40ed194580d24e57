import { latestBillTexts, type readLatestBill as readLatestBillCall } from '@portal/contract/bills'
import type { AccountSummaryRow } from '@portal/contract/account-summary'
import type { ReplyOf } from '@portal/contract/call'
import { AccountNumber } from '@portal/contract/ids'
import { decimalCents, noCents } from '@portal/contract/money'
import { displayName, nameParts } from '@portal/contract/text'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { Deps } from '../../deps.ts'
import { accountRows } from '../../foundation/payable-accounts/account-rows.ts'
import type { ReadPortalPayments } from '../../foundation/payable-accounts/portal-payments.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'

type Result = ReplyOf<typeof readLatestBillCall>['result']

/** What is asked: an account, and sometimes in which division. */
interface Question {
  accountId: string
  division?: string | undefined
}

/**
 * The newest bill of an account that is open to the session, and what is owed on it (A§3). What is no account number is not
 * looked up (A§5).
 * @throws Refusal when the account is not the caller's; BillingSystemDown.
 */
export async function readLatestBill(
  deps: Deps,
  readPortalPayments: ReadPortalPayments,
  sessionId: number,
  { accountId, division = deps.profile.division }: Question,
): Promise<Result> {
  const account = AccountNumber.safeParse(accountId)
  if (!account.success) return { status: 'Failed', description: latestBillTexts.notNumeric }
  if (!(await isOpenTo(deps.db, sessionId, account.data))) throw refuseCommonly('not-allowed')
  const [found, rows] = await Promise.all([
    deps.billing.findAccount(account.data, division),
    readPortalPayments([account.data]).then((known) => accountRows(deps, [account.data], known)),
  ])
  const [row] = rows
  if (!found || !row) return { status: 'Failed', description: latestBillTexts.unknown }
  return resultOf(found, row)
}

function resultOf(found: BillingAccount, row: AccountSummaryRow): Result {
  const amount = decimalCents(row.amount)
  return {
    status: 'Success',
    date: { billDate: row.latestBill?.billDate ?? null, dueDate: row.dueDate },
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
