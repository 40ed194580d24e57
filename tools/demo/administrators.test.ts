import { adminLogin } from '@portal/contract/admin-sign-in'
import { type TestApp, testApp } from '@portal/server/http/testing/app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDemoAdministrators } from './logins.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test('the demo has an administrator of each level who can log in, the same at every start (A§6)', async () => {
  const administrators = await addDemoAdministrators(portal.database.url)
  const levels: number[] = []
  for (const { username, password } of administrators) {
    const reply = adminLogin.reply.parse((await portal.guest().post('/api/v1/login', { username, password })).json())
    if (reply.status === 'Success') levels.push(reply.result[0].admin_role)
  }
  expect(levels).toEqual([1, 2, 3, 4, 5, 6])
  expect(await addDemoAdministrators(portal.database.url)).toEqual(administrators)
  expect(await portal.database.db.selectFrom('admin_user').select('id').execute()).toHaveLength(6)
})
