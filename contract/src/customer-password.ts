import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { NewPassword } from './credentials.ts'
import { CalendarDate } from './dates.ts'
import { AccountToSearch, PersonId } from './ids.ts'
import { Cents } from './money.ts'
import { typedName } from './text.ts'
import { divisionLength } from './utility.ts'

/** A§2, A§5, A§8, partly ours. */
export const customerPasswordTexts = {
  searchFailed: '{description} [{accountId}]',
  searchResults: 'Search Results',
  noOnlineAccount: 'No online account',
  noAction: 'No action available',
  empty: 'No data available',
  accountRequired: 'Please enter an account number.',
  notFound: 'Account number not found',
  updated: 'The password is successfully updated!',
  notEnrolled: 'This customer has no online account.',
  search: 'Search',
  userId: 'User ID',
  customerName: 'Customer Name',
  actions: 'Actions',
  newPassword: 'New Password',
  confirmNewPassword: 'Confirm New Password',
  update: 'Update',
  /** The space is part of the text (A§8). */
  serverError: 'Server Error! ',
  serviceLocation: 'Service location',
} as const

export const customerPasswordPaging = { sizes: [10, 30, 50], window: 4 } as const

const access = { admin: levelsOfTab['password-reset'] } as const

/** `username` is empty without an online account (A§3). */
export const WebUser = z.object({ username: z.string(), fullName: z.string(), personId: PersonId })
export type WebUser = z.infer<typeof WebUser>

/** Ours: what a caller who is the customer can say of the account. */
export const CallerCheck = z.object({
  serviceLocation: z.string(),
  /** In the billing system's books. */
  lastPayment: z.object({ amount: Cents, date: CalendarDate }).nullable(),
})
export type CallerCheck = z.infer<typeof CallerCheck>

/** `username` is ignored: the search is by account only (A§8). */
export const searchWebUser = call({
  method: 'POST',
  path: '/api/v1/search-web-user',
  group: 'admin',
  summary: "Find an account's customer and their username (A§2, A§7)",
  access,
  body: z.object({
    accountId: z.string().overwrite(typedName).min(1, customerPasswordTexts.accountRequired).pipe(AccountToSearch),
    username: z.string().max(200).optional(),
    division: z.string().max(divisionLength),
  }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({
        status: z.literal('Success'),
        desc: z.array(WebUser),
        description: z.string(),
        check: CallerCheck,
      }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})

export const resetCustomerPassword = call({
  method: 'POST',
  path: '/api/v1/password-reset',
  group: 'admin',
  summary: "Set a customer's password and unlock the login (A§2, A§7)",
  access,
  body: z.object({ personId: PersonId, password: NewPassword }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), description: z.string() }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})
