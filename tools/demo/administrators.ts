import { adminLevelNames } from '@portal/contract/admin-levels'
import type { AdminLevel } from '@portal/contract/call'
import { systemClock } from '@portal/server/clock.ts'
import { connect } from '@portal/server/database/connect.ts'
import { addUser } from '@portal/server/features/admin-users/add-user.ts'
import { isTaken } from '@portal/server/features/admin-users/queries.ts'
import { portalActor } from '@portal/server/foundation/audit/audit.ts'
import { demoPassword } from './customers.ts'

/** An administrator of the demo, with what to type at /gwaadmin. */
export interface DemoAdministrator {
  username: string
  password: string
  /** The name of the level. */
  role: string
}

/** One of each level (A§6). */
const wanted: readonly { username: string; level: AdminLevel }[] = [
  { username: 'demo.super', level: 1 },
  { username: 'demo.it', level: 2 },
  { username: 'demo.finance', level: 3 },
  { username: 'demo.phone', level: 4 },
  { username: 'demo.service', level: 5 },
  { username: 'demo.news', level: 6 },
]

/**
 * Adds an administrator of each level to the demo, with a password known to everybody: only `npm start` does. Those added at
 * an earlier start stay as they are.
 */
export async function addDemoAdministrators(databaseUrl: string): Promise<DemoAdministrator[]> {
  const { db, close } = connect(databaseUrl, { connections: 1 })
  const origin = { clientAddress: '', requestId: 'demo' }
  try {
    for (const admin of wanted) {
      if (await isTaken(db, admin.username)) continue
      const added = { ...admin, email: `${admin.username}@example.com`, password: demoPassword }
      await addUser({ db, clock: systemClock }, portalActor, added, origin)
    }
  } finally {
    await close()
  }
  return wanted.map(({ username, level }) => ({ username, password: demoPassword, role: adminLevelNames[level] }))
}
