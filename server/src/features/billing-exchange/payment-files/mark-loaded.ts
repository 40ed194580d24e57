import { markPaymentFileLoaded, paymentFileStateNames } from '@portal/contract/payment-files'
import type { AdminCaller } from '../../../caller.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../../foundation/audit.ts'
import { paymentFileMoves, statesBefore } from '../../../payments/states.ts'
import { refuse } from '../../../refusal.ts'

/** A person says that the billing system has loaded and posted a file. @throws Refusal */
export async function markLoaded(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const loaded = await tx
      .updateTable('cis.payment_export')
      .set({ state: 'LOADED', loaded_at: now, loaded_by: caller.username })
      .where('id', '=', id)
      .where('written_at', 'is not', null)
      .where('state', 'in', statesBefore(paymentFileMoves, paymentFileStateNames, 'LOADED'))
      .returning('transmit_id')
      .executeTakeFirst()
    if (!loaded) {
      const known = tx.selectFrom('cis.payment_export').where('id', '=', id).where('written_at', 'is not', null)
      const isThere = (await known.select('id').executeTakeFirst()) !== undefined
      throw refuse(markPaymentFileLoaded, isThere ? 'already-loaded' : 'payment-file-not-found')
    }
    const subject = `payment file ${loaded.transmit_id}`
    await recordAudit(tx, { actor: actorOf(caller), action: 'payment-file-loaded', subject }, origin, now)
  })
}
