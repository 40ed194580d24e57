import { z } from 'zod'
import { adminLevels, levelsOfTab } from './admin-levels.ts'
import { AdminChange, Level } from './admin-sign-in.ts'
import { call } from './call.ts'
import { NewPassword } from './credentials.ts'
import { emailAddress } from './email.ts'
import { RowId, WholeNumber, wholeNumber } from './ids.ts'

/** A§2, A§5, A§8, partly ours. */
export const adminUsersTexts = {
  addUser: 'Add User',
  currentUsers: 'Current Users',
  roleRequired: 'Please select a role.',
  emailRequired: 'Please enter your Email.',
  usernameRequired: 'Please enter your Username.',
  usernameTooLong: 'Please use at most 60 characters.',
  usernameCharacters: 'Please use only the letters A to Z, digits, dots, dashes and underscores.',
  usernameTaken: 'Username already exist',
  deleteSelected: 'Delete Selected',
  changePassword: 'Change Password',
  changeRole: 'Change Role',
  added: 'Added Successfully!',
  addFailed: 'Failed! Please try again!',
  deleted: 'Deleted Successfully.',
  passwordRequired: 'Please enter your password.',
  passwordsDiffer: "Password doesn't match ",
  /** Shown with '!' after it (A§8). */
  updated: 'Updated Successfully',
  gone: 'This user has been deleted',
  ownUser: 'You can’t change your own user here',
  lastSuperAdmin: 'There must be at least one super admin',
  changedMeanwhile: 'Another admin has changed this user. Check it and try again',
} as const

/** No characters that look like others or cannot be seen; names that differ only in case are the same. */
export const NewAdminUsername = z
  .string()
  .trim()
  .min(1, adminUsersTexts.usernameRequired)
  .max(60, adminUsersTexts.usernameTooLong)
  .regex(/^[A-Za-z0-9._-]*$/, adminUsersTexts.usernameCharacters)

const access = { admin: levelsOfTab.users } as const

export const readRoles = call({
  method: 'GET',
  path: '/api/v1/roles',
  group: 'admin',
  summary: 'The admin roles (A§7)',
  access,
  reply: z.array(z.object({ id: Level, admin_role: z.string() })),
  problems: {},
})

/** A§3. */
export const AdminUser = z.object({
  id: RowId,
  /** As staff should see it (`visibleAdminName`). */
  username: z.string(),
  needsRename: z.boolean(),
  email: z.string(),
  role: z.string(),
  admin_role: Level,
})
export type AdminUser = z.infer<typeof AdminUser>

/** The page hides the reader's own row (A§2). */
export const readAdminUsers = call({
  method: 'GET',
  path: '/api/v1/users',
  group: 'admin',
  summary: 'The admins (A§7)',
  access,
  reply: z.array(AdminUser),
  problems: {},
})

export const checkAdminUsername = call({
  method: 'POST',
  path: '/api/v1/check-admin-username',
  group: 'admin',
  summary: 'Check if an admin’s username is taken (A§7)',
  access,
  body: z.object({ username: NewAdminUsername }),
  reply: z.object({ result: z.enum(['true', 'false']) }),
  problems: {},
})

/** A new administrator (A§5); `admin_role` is the level. */
export const NewAdmin = z.object({
  admin_role: wholeNumber(adminUsersTexts.roleRequired).pipe(z.literal([...adminLevels], adminUsersTexts.roleRequired)),
  email: emailAddress(adminUsersTexts.emailRequired, adminUsersTexts.emailRequired),
  username: NewAdminUsername,
  password: NewPassword,
})

export const insertAdmin = call({
  method: 'POST',
  path: '/api/v1/insert-admin',
  group: 'admin',
  summary: 'Add an admin (A§7)',
  access,
  body: NewAdmin,
  reply: z.discriminatedUnion('result', [
    z.object({ result: z.literal('Success') }),
    z.object({ result: z.literal('Failed'), description: z.string() }),
  ]),
  problems: {},
})

/** Nobody can delete themselves or the last super admin. */
export const deleteAdmin = call({
  method: 'POST',
  path: '/api/v1/delete-admin',
  group: 'admin',
  summary: 'Delete an admin (A§7)',
  access,
  body: z.object({ id: RowId }),
  reply: z.discriminatedUnion('result', [
    z.object({ result: z.literal('Success') }),
    z.object({ result: z.literal('Failed'), description: z.string() }),
  ]),
  problems: {},
})

export const updateAdminUserPassword = call({
  method: 'POST',
  path: '/api/v1/update-password',
  group: 'admin',
  summary: 'Change another admin’s password (A§7)',
  access,
  body: z.object({ id: RowId, new_password: NewPassword }),
  reply: AdminChange,
  problems: {},
})

/** `was` is the level the page showed; if it is out of date, nothing changes. */
export const updateAdminRole = call({
  method: 'POST',
  path: '/api/v1/update-role',
  group: 'admin',
  summary: 'Change another admin’s role (A§7)',
  access,
  body: z.object({ id: RowId, role: WholeNumber.pipe(Level), was: Level.optional() }),
  reply: AdminChange,
  problems: {},
})

export const renameAdmin = call({
  method: 'POST',
  path: '/api/v1/rename-admin',
  group: 'admin',
  summary: 'Change an admin’s username (docs/security.md)',
  access,
  body: z.object({ id: RowId, username: NewAdminUsername }),
  reply: AdminChange,
  problems: {},
})
