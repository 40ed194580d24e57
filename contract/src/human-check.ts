import { z } from 'zod'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { cookieTexts } from './page-words.ts'

/** What a solved challenge may be used for: finding an account, or one checkout. */
export const HumanCheckPurpose = z.enum(['account', 'checkout'])
export type HumanCheckPurpose = z.infer<typeof HumanCheckPurpose>

/** How many minutes a challenge, and so its answer, is valid. */
export const humanCheckMinutes = 5

/**
 * A challenge of the ALTCHA protocol exactly as its library makes it. The browser passes it to the solver without
 * reading it.
 */
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

/**
 * Valid for five minutes and one use. It is bound to the caller's session, to the purpose and, for a checkout, to its idempotency key. A caller without a
 * session gets a guest session.
 */
export const getHumanCheck = call({
  method: 'GET',
  path: '/api/v1/human-check',
  group: 'pay-now',
  summary: 'A human-verification challenge (C§2.6)',
  access: 'visitor',
  query: z.object({ purpose: HumanCheckPurpose, key: z.uuid().optional() }),
  reply: z.object({ challenge: HumanCheckChallenge, expiresAt: Instant }),
  problems: {},
})

export const humanCheckProblems = {
  'human-check-failed': {
    status: 403,
    title: 'Your verification expired. Verify again.',
  },
  /** The browser refuses cookies, so that no verification is ever known to be its own. */
  'no-cookie': { status: 403, title: cookieTexts.notSent },
} as const

/**
 * The session keeps the answer until it expires. The session's next `validate-account` (`account`) or `payeezy` (`checkout`)
 * that brings no answer of its own uses it up. The challenge is fetched without a key.
 */
export const rememberHumanCheck = call({
  method: 'POST',
  path: '/api/v1/human-check',
  group: 'pay-now',
  summary: 'Submit a solved human verification before validate-account or payeezy (C§2.6)',
  access: 'visitor',
  body: z.object({ purpose: HumanCheckPurpose, answer: HumanCheckAnswer }),
  reply: z.object({ expiresAt: Instant }),
  problems: humanCheckProblems,
})

/** Texts of the verification control (A§2, A§4). */
export const humanCheckTexts = {
  title: 'Please Verify',
  verify: 'Verify',
  confirm: 'Confirm you are human',
  verifying: 'Verifying',
  cancel: 'Cancel',
  verified: 'Verified',
} as const
