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
import { weakPasswordReason } from '../../foundation/credentials/weak-passwords.ts'
import { adminRoute } from '../../http/route.ts'
import { refuseField } from '../../refusal.ts'
import { addUser, isTaken } from './add-user.ts'
import {
  type ListedAdmin,
  type ChangeRefusal,
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
  adminRoute(app, insertAdmin, async (request) => {
    const { admin_role: level, ...admin } = request.body
    const easy = weakPasswordReason(admin.password, { username: admin.username, profile: deps.profile })
    if (easy !== null) throw refuseField('password', easy)
    return await addUser(deps, request.session, { ...admin, level, mustChangePassword: true }, request)
  })
  adminRoute(app, deleteAdmin, async (request) => {
    const description = await deleteUser(deps, request.session, request.body.id, request)
    return description === null ? { result: 'Success' as const } : { result: 'Failed' as const, description }
  })
  adminRoute(app, updateAdminUserPassword, async (request) => {
    const { id, new_password: password } = request.body
    return changed(await changePassword(deps, request.session, { id, password }, request))
  })
  adminRoute(app, updateAdminRole, async (request) => {
    const { id, role: level, was } = request.body
    return changed(await changeRole(deps, request.session, { id, level, was }, request))
  })
  adminRoute(app, renameAdmin, async (request) => changed(await rename(deps, request.session, request.body, request)))
}

function changed(refusal: ChangeRefusal) {
  return refusal === null
    ? { result: { status: 'Success' as const, Description: adminUsersTexts.updated } }
    : { result: { status: 'Failed' as const, Description: refusal } }
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
