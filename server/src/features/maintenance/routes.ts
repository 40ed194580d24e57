import { type MaintenanceFlag, readMaintenance, updateMaintenance } from '@portal/contract/maintenance'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute, publicRoute } from '../../http/route.ts'
import type { SwitchReader } from './read-switches.ts'
import { throwSwitch } from './throw-switch.ts'

/** The maintenance switches, which visitors read (C§7) and administrators set (A§2). */
export function maintenanceRoutes(app: FastifyInstance, deps: Deps, readSwitches: SwitchReader): void {
  publicRoute(app, readMaintenance, async () => {
    const { login, payNow } = await readSwitches()
    const flags: [MaintenanceFlag, MaintenanceFlag] = [
      { id: 1, flag: login ? 1 : 0 },
      { id: 2, flag: payNow ? 1 : 0 },
    ]
    return flags
  })
  adminRoute(app, updateMaintenance, async (asked) => {
    await throwSwitch(deps, asked.session, asked.body, asked)
    readSwitches.forget()
    return { result: 'Success' as const }
  })
}
