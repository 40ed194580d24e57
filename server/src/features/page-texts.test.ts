import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../http/testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test.each([
  ['termsAndConditions', 'Terms and Conditions', /Monday to Friday 8:00 a\.m\.-5:00 p\.m\./],
  ['privacyPolicy', 'Privacy Policy', /card number and security code/],
])('anyone reads %s of the profile (C§2.1, C§9, R23)', async (name, title, words) => {
  const reply = await portal.guest().get(`/api/v1/page-text/${name}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ title })
  expect(reply.body).toMatch(words)
})

test('there is no other text', async () => {
  expect((await portal.guest().get('/api/v1/page-text/secrets')).statusCode).toBe(400)
})
