import { sendReceipt as sendReceiptCall } from '@portal/contract/one-payment'
import { wholeReceipt } from '@portal/contract/payments'
import type { AdminCaller } from '../../caller.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { receiptTo } from '../../payments/emails.ts'
import { lockCheckout, readById } from '../../payments/records/checkouts.ts'
import { receiptTagOf } from '../../payments/records/stored-checkout.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { refuse } from '../../refusal.ts'
import { keyOfRepeat } from '../../wording/customer-email.ts'

/** To an address named on the phone (docs/readings.md); limited. @throws Refusal `no-receipt`, or too many receipts */
export async function sendReceipt(
  engine: PaymentDoor,
  caller: AdminCaller,
  { id, email }: { id: number; email: string },
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock, profile, wake } = engine
  await consume(engine, 'receiptsPerAdmin', String(caller.adminUserId))
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    // A refund at this moment comes before, and there is no receipt, or after, and withdraws this one.
    await lockCheckout(tx, id)
    const checkout = await readById(tx, id)
    const receipt = checkout && receiptTo(profile, checkout, email)
    if (!receipt) throw refuse(sendReceiptCall, 'no-receipt')
    // A later request queues another email.
    await queueEmail(tx, { ...receipt, dedupeKey: `${keyOfRepeat(receipt.dedupeKey)}${now}` }, now)
    const subject = `payment ${wholeReceipt(receiptTagOf(checkout.attempt, checkout.attempt.transactionTag) ?? '')}`
    await recordAudit(tx, { actor: actorOf(caller), action: 'receipt-sent', subject, after: { email } }, origin, now)
  })
  wake(emailWork)
}
