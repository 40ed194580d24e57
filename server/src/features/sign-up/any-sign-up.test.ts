import { Instant } from '@portal/contract/dates'
import { SignUpPayload } from '@portal/contract/sign-up-payload'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { paths, payload, prove } from './testing/enrollment.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-02-10T01:00:00.000Z')) })
})
afterAll(() => portal.close())

const oneOf = fc.constantFrom
/** Letters of many scripts, with accents as one character and as two, and capitals that change their length. */
const emails = [...'abXY09._+@-éÉßİıſÅøñשع東𝒜山क़ǅﬁ', 'e\u0301', 'A\u030A']
const typed = fc.record({
  username: fc.oneof(
    fc.string({ unit: oneOf(...emails), minLength: 1, maxLength: 50 }),
    oneOf('4111111111111111', 'maria@example.com', '__proto__', '..'),
  ),
  password: fc.string({ unit: 'grapheme', minLength: 8, maxLength: 15 }),
  security_answer: fc.string({ unit: oneOf(...emails, ' ', '’'), minLength: 1, maxLength: 40 }),
  security_question_val: oneOf('1', 2, '3'),
})
type Typed = Parameters<Parameters<typeof typed.map>[0]>[0]

let numbers = 6_000_000_000

test('whoever enrolls with anything that the contract takes, once or twice at once, signs in with what was typed', async () => {
  expect.hasAssertions()
  await fc.assert(fc.asyncProperty(typed, oneOf(1, 2), enroll), { numRuns: 30 })
  expect(portal.logLines.filter((each) => each.includes('"level":"error"'))).toEqual([])
}, 120_000)

async function enroll(given: Typed, times: number): Promise<void> {
  await portal.database.pool.query('delete from rate_limit; delete from session where web_user_id is not null')
  await portal.database.pool.query('delete from web_user')
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account })
  const guest = portal.guest()
  const body = payload(await prove(guest, account), given)
  fc.pre(SignUpPayload.safeParse(body).success)
  const replies = await Promise.all(Array.from({ length: times }, () => guest.post(paths.signUp, body)))
  fc.pre(replies.every(({ statusCode }) => statusCode !== 400))
  expect(replies.map((reply) => reply.body)).toEqual(replies.map(() => '{"result":{"status":"True"}}'))
  // The same letters, as another keyboard composes them.
  const credentials = { userName: given.username.normalize('NFD'), password: given.password.normalize('NFD') }
  const signedIn = await portal.guest().post('/api/v1/user-login', credentials)
  expect(signedIn.json().result).toMatchObject({ loginSuccessful: true, personId: account })
}
