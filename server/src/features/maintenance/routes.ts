import { type MaintenanceFlag, readMaintenance } from '@portal/contract/maintenance'
import type { FastifyInstance } from 'fastify'
import { publicRoute } from '../../http/route.ts'
import type { Switches } from './read-switches.ts'

/** The maintenance switches for visitors (C§7). */
export function maintenanceRoutes(app: FastifyInstance, readSwitches: () => Promise<Switches>): void {
  publicRoute(app, readMaintenance, async () => {
    const { login, payNow } = await readSwitches()
    const flags: [MaintenanceFlag, MaintenanceFlag] = [
      { id: 1, flag: login ? 1 : 0 },
      { id: 2, flag: payNow ? 1 : 0 },
    ]
    return flags
  })
}
