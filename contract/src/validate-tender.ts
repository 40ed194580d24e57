import { z } from 'zod'
import { call } from './call.ts'
import { AccountNumber } from './ids.ts'

/** The sentences that come with `Failed`. */
export const tenderTexts = {
  unknownType: 'This account can’t be paid this way.',
  unknownAccount: 'We couldn’t find this account.',
} as const

/**
 * `POST /api/v1/validate` (A§7, C§7, R11): whether an account that is open to the caller may be paid this way. The
 * tender type is a payment source, CCV, CCD or CCM; 'Failed' for any other.
 */
export const validateTender = call({
  method: 'POST',
  path: '/api/v1/validate',
  group: 'dashboard',
  summary: 'Check if an account takes cards or is cash only (A§7, C§7, R11)',
  access: 'payer',
  body: z.object({ accountId: AccountNumber, tenderType: z.string().trim().max(20) }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), cashOnlyFlag: z.enum(['Y', 'N']) }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})
