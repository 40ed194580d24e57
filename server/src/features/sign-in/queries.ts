import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'

/** Records when a customer signed in last; their wrong passwords before are forgiven. */
export async function markSignedIn(tx: Tx, webUserId: number, now: Instant): Promise<void> {
  await tx.updateTable('web_user').set({ signed_in_at: now, wrong_passwords: 0 }).where('id', '=', webUserId).execute()
}

/** Locks a customer's password for this transaction. @returns whether it is still the one with this hash. */
export async function holdPassword(tx: Tx, webUserId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('web_user')
    .select('id')
    .where('id', '=', webUserId)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
