import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'

const path = '/api/v1/user-details'
const account = '4821007391'
const second = '4821007392'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
  const { db, pool } = portal.database
  await addTestAccount(db, { account, fullName: 'Cruz, Maria', postal: '96913-1234' })
  await addTestAccount(db, { account: second, source: 'ACOV' })
  await pool.query('update cis.account_person set person_id = $1 where account_id = $2', [account, second])
  await pool.query(
    `insert into cis.phone (person_id, sequence, phone_type, phone_number)
     values ($1, 1, 'MOBILE', '671-555-0101'), ($1, 2, 'HOME-PHONE', '671-555-0102')`,
    [account],
  )
})
afterAll(() => portal.close())

const maria = {
  personId: account,
  accountId: account,
  fullName: 'Cruz, Maria',
  addressLine1: '12 Home Street',
  addressLine2: '',
  city: 'Tamuning',
  state: 'GU',
  postal: '96913',
  country: 'USA',
  premiseAddress: '7 Water Lane Unit 2, Tamuning, GU, 96913-1234',
  homePhone: '671-555-0102',
  mobilePhone: '671-555-0101',
  workPhone: '',
  sequenceHome: 2,
  sequenceMobile: 1,
  sequenceWork: null,
  emailAddress: 'maria@example.com',
  isEmailStopped: false,
  isPaymentUnverified: false,
}

describe('the details of a customer (C§3)', () => {
  test('come with the first of their accounts', async () => {
    const browser = await portal.customer({ person: account, accounts: [second, account] })
    expect((await browser.post(path, { personId: account })).json()).toEqual({ result: maria })
  })

  test('say when emails to their address came back', async () => {
    const browser = await portal.customer({ person: account, accounts: [account] })
    const stopped = { channel: 'email', address: 'maria@example.com', why: 'bounced' } as const
    const { db, clock } = portal.deps
    await db
      .insertInto('stopped_address')
      .values({ ...stopped, since: clock.now() })
      .execute()
    const { result } = (await browser.post(path, { personId: account })).json()
    await db.deleteFrom('stopped_address').execute()
    expect(result).toEqual({ ...maria, isEmailStopped: true })
  })

  test('come with the billing address of the requested account', async () => {
    const browser = await portal.customer({ person: account, accounts: [second, account] })
    const { result } = (await browser.post(path, { personId: account, accountId: second })).json()
    expect(result).toMatchObject({ personId: account, accountId: second, addressLine1: 'PO Box 99', postal: '96932' })
  })

  test('come without an account when there is none, and with the person’s own address', async () => {
    const browser = await portal.customer({ person: account, accounts: [] })
    const { result } = (await browser.post(path, { personId: account })).json()
    expect(result).toEqual({ ...maria, accountId: null, premiseAddress: '', postal: '96913' })
  })

  test('are not found when the billing system no longer has the person', async () => {
    const browser = await portal.customer({ person: '4999999999', accounts: [] })
    expect((await browser.post(path, { personId: '4999999999' })).statusCode).toBe(404)
  })
})

test('an administrator can read a person one of whose accounts is open, with that account', async () => {
  const ana = await portal.administrator(5)
  await portal.database.pool.query(
    `insert into session_account select max(id), $1, now() from session where kind = 'admin'`,
    [second],
  )
  expect((await ana.post(path, { personId: account })).json().result).toMatchObject({ accountId: second })
  expect((await ana.post(path, { personId: account, accountId: account })).statusCode).toBe(403)
  expect((await ana.post(path, { personId: second })).statusCode).toBe(403)
})
