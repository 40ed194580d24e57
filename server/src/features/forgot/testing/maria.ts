import { type FoundReply, forgotPassword } from '@portal/contract/forgot'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import type { TestApp, TestBrowser } from '../../../http/testing/app.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../../testing/people.ts'

/** One account, with an e-mail address on file. */
export interface Maria extends EnrolledCustomer {
  accountId: string
  emailAddress: string
}

let accounts = 8_400_000_000

export async function enrolMaria(portal: TestApp): Promise<Maria> {
  accounts += 1
  const accountId = String(accounts)
  const emailAddress = `Maria${accountId}@customer.example`
  await addTestAccount(portal.database.db, { account: accountId, email: emailAddress })
  return { ...(await enrolCustomer(portal.deps, { person: accountId })), accountId, emailAddress }
}

/** `changes` replaces some of what she types. */
export async function forgetPassword(browser: TestBrowser, { accountId, username }: Maria, changes: object = {}) {
  const reply = await browser.post('/api/v1/forgot-password', { accountId, division: 'GWA', username, ...changes })
  return forgotPassword.reply.parse(reply.json()).result
}

export async function forgetUsername(browser: TestBrowser, { accountId, emailAddress }: Maria, changes: object = {}) {
  const asked = { accountId, emailAddress, division: 'GWA', ...changes }
  const reply = await browser.post('/api/v1/forgot-username', asked)
  return forgotPassword.reply.parse(reply.json()).result
}

/** For the second step. */
export const handleOf = (found: FoundReply['result']): string =>
  found.status === 'Success' ? found.personId : 'not found'
