import { checkAccountNumber } from '@portal/contract/sign-up'
import type { TestBrowser } from '../../../http/testing/app.ts'

/** C§7 */
export const paths = {
  account: '/api/v1/check-account-number',
  details: '/api/v1/other-details',
  premise: '/api/v1/premise-info',
  zip: '/api/v1/validate-zip',
  username: '/api/v1/check-username',
  questions: '/api/v1/get-security-questions',
  signUp: '/api/v1/sign-up-user',
} as const

/** @returns the handle that stands for the person */
export async function begin(guest: TestBrowser, accountId: string): Promise<string> {
  const reply = await guest.post(paths.account, { accountId, division: 'GWA' })
  const told = checkAccountNumber.reply.parse(reply.json())
  if (told.status !== 'False') throw new Error(told.description)
  const [main] = [told.data].flat()
  return main?.personId ?? ''
}

/** With the zip code of `addTestAccount`. */
export async function prove(guest: TestBrowser, accountId: string, postal = '96913'): Promise<string> {
  const handle = await begin(guest, accountId)
  await guest.post(paths.zip, { accountId, postal })
  return handle
}

/** Reading B; whatever `changes` leaves out is valid. */
export function payload(personId: string, changes: object = {}): object {
  return {
    personId,
    username: `user${personId.slice(0, 8)}`,
    password: 'Yona-1898-x',
    email_address: 'maria@example.com',
    security_question_val: '2',
    security_answer: 'Dededo',
    home_number: '671-555-0101',
    mobile_number: '',
    work_number: '',
    ...changes,
  }
}
