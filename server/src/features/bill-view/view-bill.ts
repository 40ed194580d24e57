import {
  type BillView,
  viewBill as viewBillCall,
  viewLinkedBill as viewLinkedBillCall,
} from '@portal/contract/bill-view'
import type { BillId } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuse, requireTry } from '../../http/problem.ts'
import { type BillLink, judgeBillLink } from './bill-link.ts'
import { billViewOf } from './bill-view.ts'

/**
 * A bill of an account that is open to the session (C§2.7).
 * @throws Refusal `bill-not-yours`, also for a bill that does not exist; BillingSystemDown
 */
export async function viewBill(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  sessionId: number,
  billId: BillId,
): Promise<BillView> {
  const bill = await billing.findBill(billId)
  const isOwn = bill !== null && (await isOpenTo(db, sessionId, bill.accountId))
  if (!isOwn) throw refuse(viewBillCall, 'bill-not-yours')
  return billViewOf(bill)
}

/**
 * The bill of a signed address, for anyone who has that address (C§6, R7).
 * @throws Refusal `link-not-ours`, `link-expired`, or after too many tries; BillingSystemDown
 */
export async function viewLinkedBill(deps: Deps, link: BillLink, clientAddress: string): Promise<BillView> {
  requireTry(await takeTry(deps, 'billLinksPerAddress', clientAddress))
  const judged = judgeBillLink(deps, link)
  if (judged === 'notOurs') throw refuse(viewLinkedBillCall, 'link-not-ours')
  const bill = judged === 'good' ? await deps.billing.findBill(link.billId) : null
  if (!bill) throw refuse(viewLinkedBillCall, 'link-expired')
  return billViewOf(bill)
}
