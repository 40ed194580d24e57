import { z } from 'zod'
import { AccountSummaryRow } from './account-summary.ts'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { accountToSearch, PersonId } from './ids.ts'
import { mostAccountsPerSearch, phonedInTexts } from './phoned-in-texts.ts'

/** What a clerk sees of an account whose owner is on the phone: how it stands, and whose it is (A§3 Latest bill). */
export const PhonedInAccount = AccountSummaryRow.extend({
  personId: PersonId,
  /** In reading order: `Maria Cruz`. */
  fullName: z.string(),
  /** On file; empty when none is. */
  emailAddress: z.string(),
  /** The five digits of the zip code the bills go to; empty when there are none. */
  postal: z.string(),
})
export type PhonedInAccount = z.infer<typeof PhonedInAccount>

/** The result of looking up one account: the account, or why there is none (A§8). */
export const LookedUpAccount = z.discriminatedUnion('status', [
  z.object({ status: z.literal('Success'), accountId: z.string(), account: PhonedInAccount }),
  z.object({ status: z.literal('Failed'), accountId: z.string(), description: z.string() }),
])
export type LookedUpAccount = z.infer<typeof LookedUpAccount>

/** The account ids as typed, zeros at the beginning filled up. Empty ones and repetitions are dropped, and at least one must remain (A§5). */
const AccountsToLookUp = z
  .array(z.string().trim().max(40))
  .max(mostAccountsPerSearch)
  .transform((typed) => [...new Set(typed.filter((accountId) => accountId !== '').map(accountToSearch))])
  .refine((accountIds) => accountIds.length > 0, phonedInTexts.nothingTyped)

/**
 * `POST /api/v1/phoned-in-accounts`: our own call behind the account search of Phoned-In Bill Payments (A§2). It takes
 * several accounts and answers for each, in the order asked. The accounts found are opened to the administrator's
 * session, which may pay them from then on. The search is recorded in the audit log. Anything that is not an account
 * number is not looked up (A§5).
 */
export const searchPhonedInAccounts = call({
  method: 'POST',
  path: '/api/v1/phoned-in-accounts',
  group: 'admin',
  summary: 'Find the accounts a caller wants to pay (A§2 Phoned-In, A§8)',
  access: { admin: levelsOfTab['phoned-in'] },
  // Repeated while an account is being paid.
  isPassive: true,
  body: z.object({ accountIds: AccountsToLookUp }),
  /** `asOf` is when these amounts were looked up. */
  reply: z.object({ result: z.array(LookedUpAccount), asOf: Instant }),
  problems: {},
})
