import type { SwitchName } from '@portal/contract/call'
import type { Db, Tx } from '../../database/connect.ts'

/** The maintenance switches in the order the browser reads them: login and sign-up, Pay Now. */
export async function selectSwitches(db: Db | Tx): Promise<{ id: number; name: SwitchName; is_off: boolean }[]> {
  return await db.selectFrom('maintenance_switch').select(['id', 'name', 'is_off']).orderBy('id').execute()
}
