import type { Instant } from '@portal/contract/dates'
import { type MaintenanceFlag, readMaintenance, updateMaintenance } from '@portal/contract/maintenance'
import { allSwitchNames, readAutopaySwitch, readNotificationsSwitch } from '@portal/contract/own-switches'
import type { FastifyInstance } from 'fastify'
import type { AdminCaller } from '../caller.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import type { MaintenanceReader } from '../foundation/maintenance.ts'
import { adminRoute, publicRoute } from '../http/route.ts'

/** Visitors read (C§7), administrators set (A§2). */
export function maintenanceRoutes(app: FastifyInstance, deps: Deps, readFlags: MaintenanceReader): void {
  publicRoute(app, readMaintenance, async () => {
    const { login, payNow } = await readFlags()
    const flags: [MaintenanceFlag, MaintenanceFlag] = [
      { id: 1, flag: login ? 1 : 0 },
      { id: 2, flag: payNow ? 1 : 0 },
    ]
    return flags
  })
  adminRoute(app, readAutopaySwitch, async () => await readOwnSwitch(deps.db, 'autoPay'))
  adminRoute(app, readNotificationsSwitch, async () => await readOwnSwitch(deps.db, 'notifications'))
  adminRoute(app, updateMaintenance, async (request) => {
    await setMaintenance(deps, request.session, request.body, request)
    readFlags.forget()
    return { result: 'Success' as const }
  })
}

async function readOwnSwitch(
  db: Db,
  name: 'autoPay' | 'notifications',
): Promise<{ flag: MaintenanceFlag['flag']; changedAt: Instant }> {
  const row = await db
    .selectFrom('maintenance_switch')
    .select(['is_off', 'changed_at as changedAt'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { flag: row.is_off ? 1 : 0, changedAt: row.changedAt }
}

/** Other processes know within a second (A§4). Setting it again changes nothing. */
async function setMaintenance(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { id, flag }: { id: keyof typeof allSwitchNames; flag: MaintenanceFlag['flag'] },
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await updateSwitch(tx, id, flag === 1, now))) return
    const before = { flag: flag === 1 ? 0 : 1 }
    const event = {
      actor: actorOf(caller),
      action: 'switch-changed',
      subject: allSwitchNames[id],
      before,
      after: { flag },
    } as const
    await recordAudit(tx, event, origin, now)
  })
}

/** @returns whether this changed it */
async function updateSwitch(tx: Tx, id: number, isOff: boolean, now: Instant): Promise<boolean> {
  const result = await tx
    .updateTable('maintenance_switch')
    .set({ is_off: isOff, changed_at: now })
    .where('id', '=', id)
    .where('is_off', '!=', isOff)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
