import { z } from 'zod'
import { adminLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { TriedPassword } from './credentials.ts'
import { Instant } from './dates.ts'
import { credentialTexts, signInTexts } from './sign-in-texts.ts'

export const ownSessionsTexts = {
  title: 'Where you’re logged in',
  thisBrowser: 'This browser',
  unknownDevice: 'Unknown browser',
  end: 'Log out',
  ended: 'That browser is logged out.',
  endedAlready: 'That browser was already logged out.',
} as const

export const OwnSession = z.object({
  id: z.number().int(),
  /** Such as 'Firefox on Android'; empty when unknown. */
  device: z.string(),
  clientAddress: z.string(),
  startedAt: Instant,
  /** To the minute. */
  lastUsedAt: Instant,
  isThisOne: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** A browser may hold two sessions: the page names the one it means (`portal-session`). */
export const listOwnSessions = call({
  method: 'GET',
  path: '/api/v1/own-sessions',
  group: 'general',
  summary: 'Where the customer or admin is logged in (docs/security.md)',
  access: { customerOrAdmin: adminLevels },
  reply: z.object({ result: z.array(OwnSession) }),
  problems: {},
})

/** Takes the password, so that a browser left open logs nobody out (OWASP ASVS 5.0.0 7.5.2). */
export const endOwnSession = call({
  method: 'POST',
  path: '/api/v1/end-own-session',
  group: 'general',
  summary: 'Log out another browser of the customer or admin (docs/security.md)',
  access: { customerOrAdmin: adminLevels },
  body: z.object({
    id: z.number().int().positive(),
    currentPassword: TriedPassword.min(1, credentialTexts.currentPasswordRequired),
  }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), description: z.literal(ownSessionsTexts.ended) }),
      z.object({
        status: z.literal('Failed'),
        description: z.literal([
          ownSessionsTexts.endedAlready,
          signInTexts.wrongCurrentPassword,
          /** A customer's login is locked now, or at least this browser; administrators are told how long to wait. */
          signInTexts.exceededShown,
        ]),
        field: z.literal('currentPassword').optional(),
      }),
    ]),
  }),
  problems: {},
})
