import { levelName, adminLevels } from '@portal/contract/admin-levels'
import {
  checkAdminUsername,
  deleteAdmin,
  insertAdmin,
  NewAdminUsername,
  readAdminUsers,
  readRoles,
  renameAdmin,
  updateAdminRole,
  updateAdminUserPassword,
  adminUsersTexts,
} from '@portal/contract/admin-users'
import { visibleAdminName } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { whyEasy } from '../../foundation/credentials/weak-passwords.ts'
import { adminRoute } from '../../http/route.ts'
import { refuseField } from '../../refusal.ts'
import { addUser, isTaken } from './add-user.ts'
import {
  type ListedAdmin,
  type WhyNot,
  columns,
  changePassword,
  changeRole,
  deleteUser,
  rename,
} from './change-user.ts'

/** The administrators' users (A§2 Admin user management, A§7). */
export function adminUsersRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readRoles, async () => adminLevels.map((id) => ({ id, admin_role: levelName(id) })))
  adminRoute(app, readAdminUsers, async () => {
    const admins = await selectAdmins(deps.db)
    return admins.map(({ level, username, ...admin }) => ({
      ...admin,
      username: visibleAdminName(username),
      needsRename: !NewAdminUsername.safeParse(username).success,
      role: levelName(level),
      admin_role: level,
    }))
  })
  adminRoute(app, checkAdminUsername, async ({ body }) => ({
    result: (await isTaken(deps.db, body.username)) ? ('true' as const) : ('false' as const),
  }))
  adminRoute(app, insertAdmin, async (asked) => {
    const { admin_role: level, ...admin } = asked.body
    const easy = whyEasy(admin.password, { username: admin.username, profile: deps.profile })
    if (easy !== null) throw refuseField('password', easy)
    return await addUser(deps, asked.session, { ...admin, level, mustChangePassword: true }, asked)
  })
  adminRoute(app, deleteAdmin, async (asked) => {
    const description = await deleteUser(deps, asked.session, asked.body.id, asked)
    return description === null ? { result: 'Success' as const } : { result: 'Failed' as const, description }
  })
  adminRoute(app, updateAdminUserPassword, async (asked) => {
    const { id, new_password: password } = asked.body
    return changed(await changePassword(deps, asked.session, { id, password }, asked))
  })
  adminRoute(app, updateAdminRole, async (asked) => {
    const { id, role: level, was } = asked.body
    return changed(await changeRole(deps, asked.session, { id, level, was }, asked))
  })
  adminRoute(app, renameAdmin, async (asked) => changed(await rename(deps, asked.session, asked.body, asked)))
}

function changed(whyNot: WhyNot) {
  return whyNot === null
    ? { result: { status: 'Success' as const, Description: adminUsersTexts.updated } }
    : { result: { status: 'Failed' as const, Description: whyNot } }
}

/** Nobody has more; the list is not paged (A§2). */
const most = 10_000

async function selectAdmins(db: Db): Promise<ListedAdmin[]> {
  return await db
    .selectFrom('admin_user')
    .select(columns)
    .orderBy(sql`lower(username)`)
    .limit(most)
    .execute()
}
