import { cancelForPayer as cancelForPayerCall } from '@portal/contract/one-payment'
import type { AdminCaller } from '../../caller.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { readById } from '../../payments/records/checkouts.ts'
import { cancelBankPayment } from '../../payments/submit/bank-payment.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { Refusal, refuse } from '../../refusal.ts'

/** For a payer who calls. @throws Refusal of the call */
export async function cancelForPayer(
  engine: PaymentDoor,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock } = engine
  const checkout = await readById(db, id)
  if (!checkout?.attempt.bank) throw refuse(cancelForPayerCall, 'payment-not-found')
  try {
    await cancelBankPayment(engine, checkout)
  } catch (error) {
    const isTooLate = error instanceof Refusal && error.problemName === 'too-late'
    throw isTooLate ? refuse(cancelForPayerCall, 'too-late') : error
  }
  const event = {
    actor: actorOf(caller),
    action: 'debit-canceled',
    subject: `payment ${checkout.attempt.reference}`,
  } as const
  await db.transaction().execute(async (tx) => await recordAudit(tx, event, origin, clock.now()))
}
