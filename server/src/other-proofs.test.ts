import { createHash } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { proofFields, proofTexts } from '@portal/contract/proof'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from './adapters/billing-system/ledger/testing/ledger.ts'
import { begin, paths, payload } from './features/sign-up/testing/enrollment.ts'
import { secretDigest } from './foundation/proof.ts'
import { limits } from './foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from './http/testing/app.ts'
import type { ServerProfile } from './settings/profile.ts'
import { testClock } from './testing/clock.ts'
import { defaultProfile } from './testing/profile.ts'

const account = '4821007391'
const withoutPin = '4821007392'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
beforeAll(async () => {
  const profile: ServerProfile = {
    ...defaultProfile,
    proof: { payNow: ['lastBillAmount'], registration: ['lastName', 'pin'] },
  }
  portal = await testApp({ clock, profile })
  for (const each of [account, withoutPin]) await addTestAccount(portal.database.db, { account: each, balance: 8_053 })
  const digest = secretDigest(portal.deps.config.LINK_SECRET, 'pin', '4711')
  await portal.database.db
    .updateTable('cis.account')
    .set({ pin_digest: createHash('sha256').update(`${account} ${digest}`).digest() })
    .where('account_id', '=', AccountNumber.parse(account))
    .execute()
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

describe('given a utility that asks guests for their last bill', () => {
  const find = async (guest: TestBrowser, changes: object) => {
    const humanCheck = await guest.solve('account')
    const sent = { accountId: account, division: 'GWA', humanCheck, ...changes }
    return await guest.post('/api/v1/validate-account', sent)
  }

  test('its amount finds the account, without a zip code', async () => {
    const reply = await find(portal.guest(), { lastBillAmount: '$80.53' })
    expect(reply.json().result).toMatchObject({ status: 'Success', account: { accID: account } })
  })

  test.each([
    ['another amount', { lastBillAmount: '80.54' }],
    ['an account that there is not', { accountId: '4821007399', lastBillAmount: '80.53' }],
    ['the right zip code beside a wrong amount', { lastBillAmount: '1', postal: '96913' }],
  ])('%s gets the same sentence', async (_, changes) => {
    const reply = await find(portal.guest(), changes)
    expect(reply.json()).toEqual({ result: { status: 'Failed', details: proofTexts.differs } })
  })

  test('nothing typed is refused at its field', async () => {
    const reply = await find(portal.guest(), { postal: '96913' })
    expect(reply.statusCode).toBe(400)
    const [field, message] = ['lastBillAmount', proofFields.lastBillAmount.error]
    expect(reply.json().errors).toEqual([{ field, message }])
  })

  test('tries are counted before they are compared', async () => {
    const guest = portal.guest()
    for (let tries = 0; tries < limits.wrongLookUpsPerAccount.attempts; tries++)
      await find(guest, { lastBillAmount: '1' })
    expect((await find(guest, { lastBillAmount: '80.53' })).statusCode).toBe(429)
  })
})

describe('given a utility that asks for last name and PIN to register', () => {
  const prove = async (guest: TestBrowser, typed: object) =>
    await guest.post(paths.zip, { accountId: account, ...typed })

  test.each([
    ['a wrong PIN', { lastName: 'Cruz', pin: '4712' }],
    ['a wrong name', { lastName: 'Santos', pin: '4711' }],
    ['the zip code', { lastName: 'Cruz', pin: '0471', postal: '96913' }],
  ])('%s proves nothing', async (_, typed) => {
    const guest = portal.guest()
    const handle = await begin(guest, account)
    expect((await prove(guest, typed)).json()).toEqual({ result: { status: 'Failed', details: proofTexts.differs } })
    expect((await guest.post(paths.signUp, payload(handle))).statusCode).toBe(403)
  })

  test('both of them register the customer, and neither is logged', async () => {
    const guest = portal.guest()
    const handle = await begin(guest, account)
    const proven = await prove(guest, { lastName: 'CRUZ', pin: '47-11' })
    expect(proven.json().result.status).toBe('Success')
    const done = await guest.post(paths.signUp, payload(handle))
    expect(done.json()).toEqual({ result: { status: 'True' } })
    expect(portal.logLines.join('\n')).not.toMatch(/47-?11/)
  })

  test('an account without a PIN can’t be registered, and the sentence has the phone number', async () => {
    const reply = await portal.guest().post(paths.account, { accountId: withoutPin, division: 'GWA' })
    const description = expect.stringMatching(/can’t be registered online.* Call customer service at 671-/)
    expect(reply.json()).toEqual({ status: 'Failed', description })
  })

  test('tries are counted before they are compared', async () => {
    const other = '4821007393'
    await addTestAccount(portal.database.db, { account: other })
    await portal.database.pool.query('update cis.account set pin_digest = $1 where account_id = $2', [
      Buffer.alloc(32),
      other,
    ])
    const guest = portal.guest()
    await begin(guest, other)
    const sent = { accountId: other, lastName: 'Cruz', pin: '1234' }
    for (let tries = 0; tries < limits.wrongZipsPerAccount.attempts; tries++)
      expect((await guest.post(paths.zip, sent)).json().result.status).toBe('Failed')
    expect((await guest.post(paths.zip, sent)).statusCode).toBe(429)
  })
})

test('given the profile as specified, an account without a zip code can’t be registered either', async () => {
  const specified = await testApp({ clock })
  const without = '4821007394'
  await addTestAccount(specified.database.db, { account: without, postal: '' })
  const reply = await specified.guest().post(paths.account, { accountId: without, division: 'GWA' })
  expect(reply.json()).toMatchObject({ status: 'Failed' })
  expect(reply.json().description).not.toBe(signUpTexts.accountInvalid)
  await specified.close()
})
