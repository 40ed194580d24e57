import { Instant } from '@portal/contract/dates'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, addTestAccount, addTestHolder } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { begin, paths, prove } from './testing/enrollment.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4/
const phones = [{ type: 'MOBILE', number: '671-555-0102' }] as const

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

let numbers = 5_000_000_000
async function newAccount(given: Omit<TestAccount, 'account'> = {}): Promise<string> {
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account, phones, ...given })
  return account
}
const ask = async (accountId: string, division = 'GWA') =>
  await portal.guest().post(paths.account, { accountId, division })

const street = '12 Home Street'
const hidden = {
  address1: '12 HoXX StXXXX',
  address2: '',
  city: 'XXXXX',
  state: 'GU',
  postal: 'XXXXX',
  country: 'USA',
}

describe('the account number (step 1)', () => {
  test.each([
    ['PER', 'PER', null],
    ['PREM', 'PREM', null],
    ['ACOV', 'ACOV', { ...hidden, address1: 'PO BoX 99' }],
    ['N/A', 'N/A', null],
    ['no source', null, null],
  ] as const)(
    'given bills that go to %s, then the one MAIN record tells it and no key',
    async (_, source, override) => {
      const account = await newAccount({ source })
      const reply = await ask(account)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({
        status: 'False',
        description: signUpTexts.mayEnrol,
        data: {
          accountRelationshipType: 'MAIN',
          billAddressSource: source,
          personId: expect.stringMatching(uuid),
          personAddressOverride: override,
        },
      })
      expect(reply.body).not.toContain(account)
    },
  )

  test.each(['PER', 'PREM', 'ACOV', 'N/A', null] as const)(
    'given several persons and bills that go to %s, then all are listed and only MAIN can enroll',
    async (source) => {
      const account = await newAccount({ source })
      await addTestHolder(portal.database.db, account, '1111111111')
      const { data } = (await ask(account)).json()
      expect(data).toEqual([
        expect.objectContaining({ accountRelationshipType: 'MAIN', billAddressSource: source }),
        { accountRelationshipType: 'COOWNER', billAddressSource: 'PER', personId: null, personAddressOverride: null },
      ])
    },
  )

  test('given its main customer has enrolled, then another holder may still do so with an account of their own', async () => {
    const [account, own] = [await newAccount(), await newAccount()]
    await addTestHolder(portal.database.db, account, own)
    await portal.customer({ person: account })
    expect((await ask(own)).json()).toMatchObject({ status: 'False', description: signUpTexts.mayEnrol })
  })

  test('given an account nobody has, or of another utility, then it is invalid (C§5)', async () => {
    const account = await newAccount()
    const invalid = { status: 'Failed', description: 'Account number is invalid.' }
    expect((await ask('9999999999')).json()).toEqual(invalid)
    expect((await ask(account, 'XYZ')).json()).toEqual(invalid)
  })

  test.each(['', '123456789', '12345678901', '12345abcde'])('given %j, then it is invalid (C§5)', async (accountId) => {
    const reply = await ask(accountId)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field: 'accountId', message: 'Account number is invalid.' }])
  })

  test('given its customer has enrolled, then it says so (C§8)', async () => {
    const account = await newAccount()
    await portal.customer({ person: account })
    expect((await ask(account)).json()).toEqual({
      status: 'True',
      description: 'This account is already registered for the portal.',
    })
  })

  test('given the billing system does not allow it on the web, then it cannot enroll', async () => {
    const reply = await ask(await newAccount({ mayUseWeb: false }))
    expect(reply.json()).toEqual({ status: 'Failed', description: signUpTexts.webNotAllowed })
  })

  test('asked twice in one browser, then it is the same enrollment; another browser has its own', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await begin(guest, account)
    expect(await begin(guest, account)).toBe(handle)
    expect(await begin(portal.guest(), account)).not.toBe(handle)
  })
})

describe('before the zip code is proven', () => {
  test('the name and street are masked, the village and zip code are hidden, and the reply holds nothing else', async () => {
    const account = await newAccount({ fullName: 'Cruz, Maria' })
    const guest = portal.guest()
    const handle = await begin(guest, account)
    const reply = await guest.post(paths.details, { transactionType: 'READ', PersonID: handle })
    expect(reply.json()).toEqual({
      customerDetails: { personId: handle, fullName: 'Ma*** Cr**', emailAddress: '', address: hidden },
      contactNumbers: [],
      securityQuestions: expect.arrayContaining([{ description: expect.any(String), characteristicValue: '1' }]),
      isMasked: true,
    })
  })

  test.each([
    ['PREM', '7 WaXXX LaXX UnXX 2, XXXXX, GU, XXXXX'],
    ['PER', '7 WaXXX LaXX UnXX 2, XXXXX, GU, XXXXX'],
  ] as const)('the premise is masked: %s', async (source, premise) => {
    const account = await newAccount({ source })
    const guest = portal.guest()
    await begin(guest, account)
    const reply = await guest.post(paths.premise, { accountId: account })
    expect(reply.json()).toEqual({ PremiseInfo: premise, Name: 'Ma*** Cr**', isMasked: true })
  })
})

describe('the zip code (step 2)', () => {
  test.each([
    ['PER', '96913', '12 HoXX StXXXX, TaXXXXXX, GU 96XXX'],
    ['PREM', '96913', '7 WaXXX LaXX, UnXX 2, TaXXXXXX, GU 96XXX'],
    ['ACOV', '96932', 'PO BoX 99, HaXXXXX, GU 96XXX'],
    ['N/A', '96913', '12 HoXX StXXXX, TaXXXXXX, GU 96XXX'],
    [null, '96913', '12 HoXX StXXXX, TaXXXXXX, GU 96XXX'],
  ] as const)(
    'given bills that go to %s, then it is that address that is confirmed',
    async (source, postal, masked) => {
      const account = await newAccount({ source })
      const guest = portal.guest()
      await begin(guest, account)
      const wrong = await guest.post(paths.zip, { accountId: account, postal: '96999' })
      expect(wrong.json()).toEqual({ result: { status: 'Failed', details: signUpTexts.zipDiffers } })
      const right = await guest.post(paths.zip, { accountId: account, postal })
      expect(right.json()).toEqual({ result: { status: 'Success', details: { Name: 'Ma*** Cr**', Address: masked } } })
    },
  )

  test.each(['', '9691', '969134', 'GUAM1'])('given %j, then it is asked for again (C§5)', async (postal) => {
    const reply = await portal.guest().post(paths.zip, { accountId: '5000000001', postal })
    expect(reply.json().errors).toEqual([{ field: 'postal', message: 'Please enter your Zip Code!' }])
  })

  test.each([true, false])('proven, then it is told whether the customer is a company: %s', async (isBusiness) => {
    const account = await newAccount({ fullName: 'Island Hotels', isBusiness })
    const guest = portal.guest()
    const handle = await prove(guest, account, '96913')
    const details = await guest.post(paths.details, { transactionType: 'READ', PersonID: handle })
    expect(details.json()).toMatchObject({ customerDetails: { fullName: 'Island Hotels', isBusiness } })
  })

  test('proven, then everything is shown, to this browser alone', async () => {
    const account = await newAccount({ fullName: 'Cruz, Maria', postal: '96913-1234', source: 'ACOV' })
    const [mine, theirs] = [portal.guest(), portal.guest()]
    const handle = await prove(mine, account, '96932')
    const details = await mine.post(paths.details, { transactionType: 'READ', PersonID: handle })
    expect(details.json()).toMatchObject({
      customerDetails: {
        personId: handle,
        fullName: 'Cruz, Maria',
        emailAddress: 'maria@example.com',
        address: { address1: street, address2: '', city: 'Tamuning', state: 'GU', postal: '96913', country: 'USA' },
      },
      contactNumbers: [{ type: 'MOBILE', number: '671-555-0102', sequence: 1 }],
      isMasked: false,
    })
    expect((await mine.post(paths.premise, { accountId: account })).json()).toEqual({
      PremiseInfo: '7 Water Lane Unit 2, Tamuning, GU, 96913-1234',
      Name: 'Cruz, Maria',
      isMasked: false,
    })
    const again = await mine.post(paths.account, { accountId: account, division: 'GWA' })
    expect(again.json().data.personAddressOverride).toMatchObject({ address1: 'PO Box 99', postal: '96932' })
    const stolen = await theirs.post(paths.details, { transactionType: 'READ', PersonID: handle })
    expect(stolen.statusCode).toBe(409)
    expect(stolen.json()).toMatchObject({ type: '/problems/enrolment-over', title: signUpTexts.tookTooLong })
  })

  test('guessed wrong too often, then every browser has to wait for the account, and the reply says how long', async () => {
    const account = await newAccount()
    for (let n = 0; n < limits.wrongZipsPerAccount.attempts; n += 1) {
      const guest = portal.guest()
      await begin(guest, account)
      await guest.post(paths.zip, { accountId: account, postal: '96910' })
    }
    const guest = portal.guest()
    await begin(guest, account)
    const reply = await guest.post(paths.zip, { accountId: account, postal: '96913' })
    expect(reply.statusCode).toBe(429)
    expect(reply.json().retryAfterSeconds).toBeGreaterThan(0)
    expect(reply.json().retryAfterSeconds).toBeLessThanOrEqual(limits.wrongZipsPerAccount.seconds)
  })

  test('guessed for many accounts, then the address has to wait', async () => {
    const guest = portal.guest()
    const statuses: number[] = []
    for (let n = 0; n <= limits.wrongZipsPerAddress.attempts; n += 1) {
      const account = await newAccount()
      await begin(guest, account)
      statuses.push((await guest.post(paths.zip, { accountId: account, postal: '96910' })).statusCode)
    }
    expect(statuses.indexOf(429)).toBe(limits.wrongZipsPerAddress.attempts)
  })

  test('typed right any number of times, then nobody has to wait', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    await begin(guest, account)
    for (let n = 0; n <= limits.wrongZipsPerAccount.attempts; n += 1) {
      expect((await guest.post(paths.zip, { accountId: account, postal: '96913' })).json().result.status).toBe(
        'Success',
      )
    }
  })
})
