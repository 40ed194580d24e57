import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { enrolCustomer } from '../../testing/people.ts'

const operations = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const statement = /`(delete from web_user [^`]+)`/.exec(operations)?.[1] ?? ''

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test('the statement of docs/operations.md ends the registration of one customer, who is logged out', async () => {
  const [maria, juan] = [await enrolCustomer(portal.deps), await enrolCustomer(portal.deps)]
  const browsers = await Promise.all(
    [maria, juan].map(async ({ username: userName, password }) => {
      const browser = portal.guest()
      await browser.post('/api/v1/user-login', { userName, password })
      return browser
    }),
  )
  await portal.database.pool.query(statement.replace('USERNAME', maria.username.toUpperCase()))
  const replies = await Promise.all(browsers.map((browser) => browser.get('/api/v1/session')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 200])
  const { rows } = await portal.database.pool.query('select person_id from web_user')
  expect(rows).toEqual([{ person_id: juan.personId }])
})
