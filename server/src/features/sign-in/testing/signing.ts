import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestBrowser } from '../../../http/testing/app.ts'
import type { EnrolledCustomer } from '../../../testing/people.ts'

/** The body of C§7, to the letter. */
export function asSpecified(userName: string, password: string): object {
  return {
    webUserPersonIdTypeCode: 'WEB',
    userName,
    password,
    webAccessFlag: 'ALWD',
    wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
    cisDivision: 'GWA',
    wrongPasswordCountLimit: '5',
  }
}

/** Signs in with what C§7 sends. */
export async function signIn(
  browser: TestBrowser,
  { username, password }: Pick<EnrolledCustomer, 'username' | 'password'>,
): Promise<LightMyRequestResponse> {
  return await browser.post('/api/v1/user-login', asSpecified(username, password))
}

/** The reply to a refused sign-in. */
export const refused = (loginMessage: string) => ({ status: { loginMessage }, result: { loginSuccessful: false } })

/** Signs in with a wrong password as often as it takes to lock the login. */
export async function lockOut(portal: TestApp, customer: EnrolledCustomer): Promise<void> {
  for (let n = 1; n <= 5; n += 1) await signIn(portal.guest(), { ...customer, password: 'no' })
  await portal.database.pool.query('delete from rate_limit')
}
