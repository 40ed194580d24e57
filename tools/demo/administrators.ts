import { adminLevelNames } from '@portal/contract/admin-levels'
import type { AdminLevel } from '@portal/contract/call'
import { systemClock } from '@portal/server/clock.ts'
import { connect } from '@portal/server/database/connect.ts'
import { addUser, isTaken } from '@portal/server/features/admin-users/add-user.ts'
import { demoPassword } from './customers.ts'

/** An administrator of the demo, with the credentials for /gwaadmin. */
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
 * Adds an administrator of each level to the demo, with a password that everybody knows; only `npm start` does this.
 * Those added at an earlier start stay as they are.
 */
export async function addDemoAdministrators(databaseUrl: string): Promise<DemoAdministrator[]> {
  const added: DemoAdministrator[] = []
  for (const { username, level } of wanted) added.push(await addAdministrator(databaseUrl, username, level))
  return added
}

/** Adds an administrator with the demo's password, unless the username exists. */
export async function addAdministrator(
  databaseUrl: string,
  username: string,
  level: AdminLevel,
): Promise<DemoAdministrator> {
  const { db, close } = connect(databaseUrl, { connections: 1 })
  const admin = { username, level, email: `${username}@example.com`, password: demoPassword, mustChangePassword: false }
  try {
    const origin = { clientAddress: '', requestId: 'demo' }
    if (!(await isTaken(db, username))) await addUser({ db, clock: systemClock }, null, admin, origin)
  } finally {
    await close()
  }
  return { username, password: demoPassword, role: adminLevelNames[level] }
}
