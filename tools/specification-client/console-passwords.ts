import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import type { Customer } from './known.ts'
import { resultStatus, status } from './words.ts'

/** Password-reset search result (A§3, A§7). */
const Found = z.object({
  result: status('Success').extend({
    desc: z.array(z.object({ username: z.string(), fullName: z.string(), personId: z.string() })).min(1),
    description: z.string(),
  }),
})

/** The tab Password Reset (A§2): finds the customer by account number and sets the password they have already. */
export async function resetCustomerPassword(
  browser: Browser,
  { accountId, division, customer }: { accountId: string; division: string; customer: Customer },
): Promise<void> {
  const search = { accountId, username: '', division }
  const { result } = await browser.post('A§7', '/api/v1/search-web-user', search, Found)
  const user = result.desc.find(({ username }) => username === customer.username)
  if (!user) throw new DiffersFromSpecification('search-web-user (A§7) does not tell who has enrolled')
  const reset = { personId: user.personId, password: customer.password }
  // A§7 shows no reply; R4 says what it looks like.
  await browser.post('A§7', '/api/v1/password-reset', reset, resultStatus('Success'))
  const unknown = { ...search, accountId: '0000000000' }
  const Failed = z.object({ result: status('Failed').extend({ description: z.string().min(1) }) })
  await browser.post('A§7, A§8', '/api/v1/search-web-user', unknown, Failed)
}
