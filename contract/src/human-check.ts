import { z } from 'zod'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { cookieTexts } from './page-words.ts'

export const HumanCheckPurpose = z.enum(['account', 'checkout'])
export type HumanCheckPurpose = z.infer<typeof HumanCheckPurpose>

export const humanCheckMinutes = 5

/** As the ALTCHA library makes it; the browser passes it to the solver unread. */
export const HumanCheckChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
})
export type HumanCheckChallenge = z.infer<typeof HumanCheckChallenge>

/** The ALTCHA answer: base64 of `{ challenge, solution }`, about 700 characters. */
export const HumanCheckAnswer = z.string().min(1).max(4000)

/** For one use, bound to the session, the purpose and a checkout's key. Gives a guest session to a caller without one. */
export const getHumanCheck = call({
  method: 'GET',
  path: '/api/v1/human-check',
  group: 'pay-now',
  summary: 'A human-verification challenge (C§2.6)',
  access: 'visitor',
  needsRightClock: true,
  query: z.object({ purpose: HumanCheckPurpose, key: z.uuid().optional() }),
  reply: z.object({ challenge: HumanCheckChallenge, expiresAt: Instant }),
  problems: {},
})

export const humanCheckProblems = {
  'human-check-failed': {
    status: 403,
    title: 'Your verification expired. Verify again.',
  },
  /** Without cookies, no verification is known to be the browser's own. */
  'no-cookie': { status: 403, title: cookieTexts.notSent },
} as const

/** Kept for the session's next `validate-account` or `payeezy` without an answer. The challenge is fetched without a key. */
export const rememberHumanCheck = call({
  method: 'POST',
  path: '/api/v1/human-check',
  group: 'pay-now',
  summary: 'Submit a solved human verification before validate-account or payeezy (C§2.6)',
  access: 'visitor',
  needsRightClock: true,
  body: z.object({ purpose: HumanCheckPurpose, answer: HumanCheckAnswer }),
  reply: z.object({ expiresAt: Instant }),
  problems: humanCheckProblems,
})

/** A§2, A§4. */
export const humanCheckTexts = {
  title: 'Please Verify',
  verify: 'Verify',
  verifying: 'Verifying',
  verified: 'Verified',
} as const
