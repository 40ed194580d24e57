import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'
import type { AdminAccount } from '../../foundation/credentials/admins.ts'

/**
 * Locks an administrator for this transaction. @returns whether password and second factor are still those that were
 * read
 */
export async function holdAdmin(tx: Tx, { id, password_hash, second_factor_secret }: AdminAccount): Promise<boolean> {
  const row = await tx
    .selectFrom('admin_user')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('second_factor_secret', 'is not distinct from', second_factor_secret)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Records when an administrator signed in. */
export async function markSignedIn(tx: Tx, id: number, now: Instant): Promise<void> {
  await tx.updateTable('admin_user').set({ signed_in_at: now }).where('id', '=', id).execute()
}

/** Changes a password, unless it has been changed since it was read. @returns whether it was */
export async function changePassword(
  tx: Tx,
  { id, was, becomes, now }: { id: number; was: string; becomes: string; now: Instant },
): Promise<boolean> {
  const result = await tx
    .updateTable('admin_user')
    .set({ password_hash: becomes, password_changed_at: now, password_is_given: false })
    .where('id', '=', id)
    .where('password_hash', '=', was)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Uses up a time step: of two codes of the same step only one counts. @returns whether it was still unused */
export async function spendStep(tx: Tx, id: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('admin_user')
    .set({ second_factor_step: step })
    .where('id', '=', id)
    .where((admin) => admin.or([admin('second_factor_step', 'is', null), admin('second_factor_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Uses up a recovery code. @returns whether there was one */
export async function spendRecoveryCode(tx: Tx, id: number, codeSha256: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('admin_recovery_code')
    .where('admin_user_id', '=', id)
    .where('code_sha256', '=', codeSha256)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Stores a second factor and its recovery codes, replacing any earlier ones. */
export async function storeSecondFactor(
  tx: Tx,
  id: number,
  { sealedSecret, step, codes }: { sealedSecret: Buffer; step: number; codes: readonly Buffer[] },
): Promise<void> {
  await tx
    .updateTable('admin_user')
    .set({ second_factor_secret: sealedSecret, second_factor_step: step })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('admin_recovery_code').where('admin_user_id', '=', id).execute()
  await tx
    .insertInto('admin_recovery_code')
    .values(codes.map((code_sha256) => ({ admin_user_id: id, code_sha256 })))
    .execute()
}
