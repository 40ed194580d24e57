import type { SwitchName } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { Db, Tx } from '../../database/connect.ts'

/** The maintenance switches: one for login and sign-up, one for Pay Now. */
export async function selectSwitches(db: Db | Tx): Promise<{ name: SwitchName; is_off: boolean }[]> {
  return await db.selectFrom('maintenance_switch').select(['name', 'is_off']).execute()
}

/**
 * Sets a switch.
 * @returns whether this changed it
 */
export async function updateSwitch(tx: Tx, id: number, isOff: boolean, now: Instant): Promise<boolean> {
  const result = await tx
    .updateTable('maintenance_switch')
    .set({ is_off: isOff, changed_at: now })
    .where('id', '=', id)
    .where('is_off', '!=', isOff)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
