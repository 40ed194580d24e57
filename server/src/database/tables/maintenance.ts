import type { SwitchName } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { Generated } from 'kysely'

/** Maintenance switches (migration 0002). */
export interface MaintenanceTables {
  maintenance_switch: {
    id: number
    name: SwitchName
    is_off: Generated<boolean>
    changed_at: Generated<Instant>
  }
}
