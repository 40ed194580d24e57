import { z } from 'zod'
import { call } from './call.ts'
import { AccountNumber } from './ids.ts'
import { PayableAccount } from './pay-now.ts'

/**
 * `POST /api/v1/account-to-pay`: our own call: how an account stands that is open to the caller's session, masked as
 * for a guest. Pay Now repeats it while the account is being paid (R19): it takes no human check and opens no session.
 */
export const readAccountToPay = call({
  method: 'POST',
  path: '/api/v1/account-to-pay',
  group: 'pay-now',
  summary: 'The current balance of the account that was found (C§2.6, R19)',
  access: 'payer',
  isPassive: true,
  body: z.object({ accountId: AccountNumber }),
  reply: PayableAccount,
  problems: {},
})
