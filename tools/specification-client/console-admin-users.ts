import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import { resultWord } from './words.ts'

/** The login response (A§3, A§7). */
const LoggedIn = z.object({
  status: z.literal('Success'),
  result: z.tuple([z.object({ id: z.number(), admin_role: z.number(), username: z.string() })]),
})

/** An administrator who has logged in. */
type Admin = z.infer<typeof LoggedIn>['result'][0]

/** Logs in at /gwaadmin (A§2). */
export async function logInAsAdmin(
  browser: Browser,
  credentials: { username: string; password: string },
): Promise<Admin> {
  const Failed = z.object({ status: z.string().regex(/^(?!Success$)/, 'not Success') })
  await browser.post('A§7, A§8', '/api/v1/login', { ...credentials, password: 'not this one' }, Failed)
  return (await browser.post('A§7', '/api/v1/login', credentials, LoggedIn)).result[0]
}

const Changed = z.object({ result: z.object({ status: z.literal('Success'), Description: z.string() }) })
const Roles = z.array(z.object({ id: z.number(), admin_role: z.string() })).min(1)
const Users = z.array(z.object({ id: z.number(), username: z.string(), email: z.string(), role: z.string() }))

/** The tab Users (A§2) and the own password: adds an administrator, changes password and role, deletes them again. */
export async function manageUsers(browser: Browser, me: Admin, myPassword: string): Promise<void> {
  const roles = await browser.get('A§7', '/api/v1/roles', Roles)
  const username = `spec.client.${randomInt(1e9)}`
  await browser.post('A§7', '/api/v1/check-admin-username', { username }, resultWord('false'))
  const added = { admin_role: roles.at(-1)?.id, email: `${username}@example.com`, username, password: 'Kadada-2211' }
  await browser.post('A§7', '/api/v1/insert-admin', added, resultWord('Success'))
  await browser.post('A§7', '/api/v1/check-admin-username', { username }, resultWord('true'))

  const users = await browser.get('A§7', '/api/v1/users', Users)
  const user = users.find((one) => one.username === username)
  if (!user) throw new DiffersFromSpecification('users (A§7) does not list who was added')
  const { id } = user
  await browser.post('A§7', '/api/v1/update-password', { id, new_password: 'Kadada-2212' }, Changed)
  await browser.post('A§7', '/api/v1/update-role', { id, role: roles[0]?.id }, Changed)
  await browser.post('A§7', '/api/v1/delete-admin', { id }, resultWord('Success'))

  const another = 'Another-Pass-7'
  for (const [old_password, new_password] of [
    [myPassword, another],
    [another, myPassword],
  ]) {
    const change = { id: me.id, old_password, new_password }
    await browser.post('A§7', '/api/v1/update-admin-password', change, Changed)
  }
}
