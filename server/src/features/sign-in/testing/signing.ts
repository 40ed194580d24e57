import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestBrowser } from '../../../http/testing/app.ts'
import type { EnrolledCustomer } from '../../../testing/people.ts'

/** C§7, to the letter. */
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

export async function signIn(
  browser: TestBrowser,
  { username, password }: Pick<EnrolledCustomer, 'username' | 'password'>,
): Promise<LightMyRequestResponse> {
  return await browser.post('/api/v1/user-login', asSpecified(username, password))
}

export const refused = (loginMessage: string) => ({ status: { loginMessage }, result: { loginSuccessful: false } })

/** As many wrong passwords as it takes. */
export async function lockOut(portal: TestApp, customer: EnrolledCustomer): Promise<void> {
  for (let n = 1; n <= 5; n += 1) await signIn(portal.guest(), { ...customer, password: 'no' })
  await portal.database.pool.query('delete from rate_limit')
}
