import type { listBills as listBillsCall } from '@portal/contract/bills'
import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { decimalCents } from '@portal/contract/money'
import type { Deps } from '../../deps.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'

/**
 * A page of an account's bills, the newest first (C§2.5).
 * @throws Refusal when the account is not open to the session; BillingSystemDown
 */
export async function listBills(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  sessionId: number,
  { accountId, page, size }: ParsedBodyOf<typeof listBillsCall>,
): Promise<ReplyOf<typeof listBillsCall>> {
  if (!(await isOpenTo(db, sessionId, accountId))) throw refuseCommonly('not-allowed')
  const { bills, total } = await billing.listBills(accountId, page, size)
  const result = bills.map((bill) => ({
    billID: bill.billId,
    billDate: bill.billDate,
    totalAmount: decimalCents(bill.total),
  }))
  return { result, total }
}
