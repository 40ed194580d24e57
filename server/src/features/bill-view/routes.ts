import { Readable } from 'node:stream'
import {
  type BillView,
  readBillImage,
  readLinkedBillImage,
  viewBill as viewBillCall,
  viewLinkedBill as viewLinkedBillCall,
} from '@portal/contract/bill-view'
import { billImageName } from '@portal/contract/bill-view-texts'
import type { BillId } from '@portal/contract/ids'
import { isSubmitted } from '@portal/contract/owed'
import type { FastifyInstance } from 'fastify'
import type { Bill } from '../../adapters/billing-system/port-bills.ts'
import type { Deps } from '../../deps.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../../foundation/sessions/accounts.ts'
import {
  type Download,
  customerOrAdminDownloadRoute,
  customerOrAdminRoute,
  publicDownloadRoute,
  publicRoute,
} from '../../http/route.ts'
import { readPortalPayments } from '../../payments/balances.ts'
import { refuse } from '../../refusal.ts'
import { billViewOf } from './bill-document.ts'
import { type BillLink, verifyBillLink } from './bill-link.ts'

/** A whole bill and its image, for its signed-in owner and for anyone who has a signed address of it (C§2.7, C§6, R7). */
export function billViewRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, viewBillCall, async ({ session, body }) =>
    withStanding(deps, await ownBill(deps, session.id, body.billId)),
  )
  customerOrAdminDownloadRoute(app, readBillImage, async ({ session, body }) =>
    imageOf(deps, await ownBill(deps, session.id, body.billId)),
  )
  publicRoute(app, viewLinkedBillCall, async ({ body, clientAddress }) =>
    withStanding(deps, await linkedBill(deps, body, clientAddress)),
  )
  publicDownloadRoute(app, readLinkedBillImage, async ({ body, clientAddress }) =>
    imageOf(deps, await linkedBill(deps, body, clientAddress)),
  )
}

/**
 * A bill of an account that is open to the session (C§2.7).
 * @throws Refusal `bill-not-yours`, also for a bill that does not exist; BillingSystemDown
 */
async function ownBill(deps: Deps, sessionId: number, billId: BillId): Promise<Bill> {
  const bill = await deps.billing.findBill(billId)
  const isOwn = bill !== null && (await hasAccess(deps.db, sessionId, bill.accountId))
  if (!isOwn) throw refuse(viewBillCall, 'bill-not-yours')
  return bill
}

/**
 * The bill of a signed address, for anyone who has that address (C§6, R7).
 * @throws Refusal `link-not-ours`, `link-expired`, or after too many tries; BillingSystemDown
 */
async function linkedBill(deps: Deps, link: BillLink, clientAddress: string): Promise<Bill> {
  await consume(deps, 'billLinksPerAddress', clientAddress)
  const result = verifyBillLink(deps, link)
  if (result === 'notOurs') throw refuse(viewLinkedBillCall, 'link-not-ours')
  const bill = result === 'good' ? await deps.billing.findBill(link.billId) : null
  if (!bill) throw refuse(viewLinkedBillCall, 'link-expired')
  return bill
}

async function withStanding(deps: Deps, bill: Bill): Promise<BillView> {
  const known = await readPortalPayments(deps, [bill.accountId])
  const [account] = await deps.billing.balances([bill.accountId])
  const pendingPayment = known.get(bill.accountId)?.pending ?? null
  const image = await imagesOf(deps, bill).select('bill_id').executeTakeFirst()
  return billViewOf(bill, account, { isSubmitted: isSubmitted({ pendingPayment }), hasImage: image !== undefined })
}

/** @throws Refusal `no-bill-image` */
async function imageOf(deps: Deps, bill: Bill): Promise<Download> {
  const image = await imagesOf(deps, bill).select('pdf').executeTakeFirst()
  if (!image) throw refuse(readBillImage, 'no-bill-image')
  return { fileName: billImageName(deps.profile, bill.billDate), content: Readable.from([image.pdf]) }
}

const imagesOf = ({ db }: Deps, { billId }: Bill) => db.selectFrom('bill_image').where('bill_id', '=', billId)
