import type { SwitchName } from '@portal/contract/call'
import { epochOf } from '@portal/contract/dates'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

/** Functions that are switched off for maintenance (R16) are true. */
export type MaintenanceFlags = Readonly<Record<SwitchName | 'autoPay' | 'notifications', boolean>>

/** From memory if it was read a moment ago. @throws whatever the database throws */
export interface MaintenanceReader {
  (): Promise<MaintenanceFlags>
  /** This process has set a switch. */
  forget(): void
}

/** A switch that another process has set takes effect here within this time. */
const rememberedFor = 1000

export function maintenanceReader({ db, clock }: Pick<Deps, 'db' | 'clock'>): MaintenanceReader {
  let remembered: { switches: MaintenanceFlags; until: number } | null = null
  let thrown = 0
  const read = async (): Promise<MaintenanceFlags> => {
    const [now, thrownBefore] = [epochOf(clock.now()), thrown]
    if (remembered && now < remembered.until) return remembered.switches
    const rows = await selectFlags(db)
    const isOff = (name: keyof MaintenanceFlags): boolean => rows.some((row) => row.name === name && row.is_off)
    const switches = {
      login: isOff('login'),
      payNow: isOff('payNow'),
      autoPay: isOff('autoPay'),
      notifications: isOff('notifications'),
    }
    // When a switch is set during this read, nobody knows whether the read came before or after.
    if (thrown === thrownBefore) remembered = { switches, until: now + rememberedFor }
    return switches
  }
  const forget = (): void => {
    thrown += 1
    remembered = null
  }
  return Object.assign(read, { forget })
}

async function selectFlags(db: Db | Tx): Promise<{ name: keyof MaintenanceFlags; is_off: boolean }[]> {
  return await db.selectFrom('maintenance_switch').select(['name', 'is_off']).execute()
}
