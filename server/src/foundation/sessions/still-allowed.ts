import type { AdminCaller, CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'

/**
 * Why a caller may not do any more what they might when the call began; null when they still may. A call that compares
 * or hashes a password, or encodes an image, takes its time, and meanwhile somebody may have ended the session, for
 * example by changing the password, or given the administrator another level. Whoever does that at this very moment waits
 * until the transaction ends, or is waited for. Lock the user's row first, if the transaction locks it at all.
 */
export async function whyNoMore(
  tx: Tx,
  caller: CustomerCaller | AdminCaller,
): Promise<'not-signed-in' | 'not-allowed' | null> {
  if (caller.kind === 'admin') {
    const admin = await tx
      .selectFrom('admin_user')
      .select('level')
      .where('id', '=', caller.adminUserId)
      .forShare()
      .executeTakeFirst()
    if (admin && admin.level !== caller.level) return 'not-allowed'
  }
  const session = await tx.selectFrom('session').select('id').where('id', '=', caller.id).forShare().executeTakeFirst()
  return session ? null : 'not-signed-in'
}
