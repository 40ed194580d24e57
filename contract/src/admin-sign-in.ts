import { z } from 'zod'
import { adminLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { adminSignInTexts } from './console-texts.ts'
import { NewPassword, TriedPassword } from './credentials.ts'
import { Instant } from './dates.ts'
import { RowId } from './ids.ts'
import { plainDigits, typedName } from './text.ts'

export { adminSignInTexts }

const Code = z
  .string()
  .overwrite((typed) => typedName(plainDigits(typed)))
  .max(40)

export const Level = z.literal([...adminLevels])

const SecondFactorSetup = z.object({
  /** Base32, to type into an app by hand. */
  secret: z.string(),
  /** `otpauth://…`, to show as a QR code. */
  address: z.string(),
  /** Proves that the server has just made this secret for this administrator; sent back with the first code. */
  proof: z.string(),
})
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

/** `SecondFactorSetup`: none is set up yet; call again with `code` and `setUpProof`. */
export const adminLogin = call({
  method: 'POST',
  path: '/api/v1/login',
  group: 'admin',
  summary: 'Log an admin in (A§2, A§7)',
  access: 'anyone',
  body: z.object({
    username: z.string().trim().normalize('NFC').max(200),
    password: TriedPassword,
    code: Code.optional(),
    setUpProof: z.string().max(2000).optional(),
  }),
  reply: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('Success'),
      result: z.tuple([z.object({ id: RowId, admin_role: Level, username: z.string() })]),
      recoveryCodes: z.array(z.string()).optional(),
    }),
    z.object({ status: z.literal('Failed'), description: z.string() }),
    z.object({ status: z.literal('SecondFactor'), description: z.string() }),
    z.object({ status: z.literal('SecondFactorSetup'), description: z.string(), setUp: SecondFactorSetup }),
  ]),
  problems: {},
})

export const adminLogout = call({
  method: 'POST',
  path: '/api/v1/admin-logout',
  group: 'admin',
  summary: 'Log the admin out (A§4)',
  access: 'anyone',
  body: z.object({}),
  reply: z.object({ status: z.literal('Success') }),
  problems: {},
})

const AdminSession = z.object({
  id: RowId,
  username: z.string(),
  level: Level,
  /** The username is older than the rule for usernames and breaks it. */
  needsRename: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Until another password is chosen, no call works but those that lead there. */
  mustChangePassword: z.boolean(),
  endsAt: Instant,
  secondsLeft: z.number().int().min(0),
})
export type AdminSession = z.infer<typeof AdminSession>

export const readAdminSession = call({
  method: 'GET',
  path: '/api/v1/admin-session',
  group: 'admin',
  summary: 'The logged-in admin and the seconds left. Does not extend the session (A§4)',
  access: { admin: adminLevels },
  isForGivenPassword: true,
  isPassive: true,
  reply: AdminSession,
  problems: {},
})

export const keepAdminSession = call({
  method: 'POST',
  path: '/api/v1/keep-admin-session',
  group: 'admin',
  summary: 'Keep the admin session alive (A§4, R24)',
  access: { admin: adminLevels },
  isForGivenPassword: true,
  body: z.object({}),
  reply: AdminSession,
  problems: {},
})

/** The description is shown with '!' after it (A§8). */
export const AdminChange = z.object({
  result: z.object({ status: z.enum(['Success', 'Failed']), Description: z.string() }),
})

export const updateAdminPassword = call({
  method: 'POST',
  path: '/api/v1/update-admin-password',
  group: 'admin',
  summary: 'Change your own admin password (A§2, A§7)',
  access: { admin: adminLevels },
  isForGivenPassword: true,
  body: z.object({ id: RowId, old_password: TriedPassword, new_password: NewPassword }),
  reply: AdminChange,
  problems: {},
})

export const beginSecondFactor = call({
  method: 'POST',
  path: '/api/v1/begin-second-factor',
  group: 'admin',
  summary: 'Start setting up two-step verification (docs/security.md)',
  access: { admin: adminLevels },
  body: z.object({}),
  reply: SecondFactorSetup,
  problems: {},
})

/** Needs the current password, so that nobody else can do it in a browser left open. */
export const confirmSecondFactor = call({
  method: 'POST',
  path: '/api/v1/confirm-second-factor',
  group: 'admin',
  summary: 'Confirm two-step verification (docs/security.md)',
  access: { admin: adminLevels },
  body: z.object({
    code: Code,
    proof: z.string().max(2000),
    password: TriedPassword.optional(),
  }),
  reply: z.discriminatedUnion('status', [
    z.object({ status: z.literal('Success'), recoveryCodes: z.array(z.string()) }),
    z.object({ status: z.literal('Failed'), description: z.string() }),
  ]),
  problems: {},
})
