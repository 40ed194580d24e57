import { type MaintenanceFlag, switchNames } from '@portal/contract/maintenance'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { updateSwitch } from './queries.ts'

/** Sets a maintenance switch (A§4). Other processes know within a second. Setting it again changes nothing. */
export async function throwSwitch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  { id, flag }: { id: 1 | 2; flag: MaintenanceFlag['flag'] },
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await updateSwitch(tx, id, flag === 1, now))) return
    const before = { flag: flag === 1 ? 0 : 1 }
    const event = {
      actor: actorOf(caller),
      action: 'switch-changed',
      subject: switchNames[id],
      before,
      after: { flag },
    } as const
    await recordAudit(tx, event, origin, now)
  })
}
