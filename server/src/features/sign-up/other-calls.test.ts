import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { sweepOnce } from '../../foundation/work/testing/sweep.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { begin, paths, payload, prove } from './testing/enrollment.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
afterAll(() => portal.close())

let numbers = 5_000_000_000
async function newAccount(): Promise<string> {
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account })
  return account
}

describe('an enrollment', () => {
  test('ends after 30 minutes, and what it had proven with it', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    clock.advance(30 * 60_000)
    const asked = { transactionType: 'READ', PersonID: handle }
    expect((await guest.post(paths.details, asked)).statusCode).toBe(409)
    expect((await guest.post(paths.premise, { accountId: account })).statusCode).toBe(409)
    expect((await guest.post(paths.zip, { accountId: account, postal: '96913' })).statusCode).toBe(409)
    const anew = await begin(guest, account)
    expect(anew).not.toBe(handle)
    expect((await guest.post(paths.details, { ...asked, PersonID: anew })).json().isMasked).toBe(true)
  })

  test('that is begun again in the same browser has 30 minutes from then', async () => {
    const [account, guest] = [await newAccount(), portal.guest()]
    const handle = await prove(guest, account)
    clock.advance(29 * 60_000)
    expect(await begin(guest, account)).toBe(handle)
    clock.advance(29 * 60_000)
    expect((await guest.post(paths.signUp, payload(handle))).json()).toEqual({ result: { status: 'True' } })
  })

  test('that has made its customer tells nothing anymore: that takes the password now', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    expect((await guest.post(paths.signUp, payload(handle))).json()).toEqual({ result: { status: 'True' } })
    const replies = [
      await guest.post(paths.details, { transactionType: 'READ', PersonID: handle }),
      await guest.post(paths.premise, { accountId: account }),
      await guest.post(paths.zip, { accountId: account, postal: '96913' }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
  })

  test.each(['begun', 'proven'] as const)(
    'that was %s of an account which is somebody else’s now says nothing of that person',
    async (how) => {
      const [account, other, guest] = [await newAccount(), await newAccount(), portal.guest()]
      await (how === 'begun' ? begin : prove)(guest, account)
      const moved = 'update cis.account_person set person_id = $2 where account_id = $1'
      await portal.database.pool.query(moved, [account, other])
      const zip = await guest.post(paths.zip, { accountId: account, postal: '96913' })
      const premise = await guest.post(paths.premise, { accountId: account })
      expect([zip.statusCode, premise.statusCode]).toEqual([409, 409])
    },
  )

  test('that has ended is swept away, the others stay', async () => {
    await portal.database.pool.query('delete from enrolment')
    await begin(portal.guest(), await newAccount())
    clock.advance(20 * 60_000)
    await begin(portal.guest(), await newAccount())
    clock.advance(10 * 60_000)
    expect(await sweepOnce(portal.deps, 'enrolment')).toBe(1)
    expect((await portal.database.pool.query('select from enrolment')).rowCount).toBe(1)
  })

  test('not begun, then no reply says anything about any account', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    expect((await guest.post(paths.premise, { accountId: account })).statusCode).toBe(409)
    expect((await guest.post(paths.zip, { accountId: account, postal: '96913' })).statusCode).toBe(409)
    const byKey = await guest.post(paths.details, { transactionType: 'READ', PersonID: account })
    expect(byKey.statusCode).toBe(403)
  })
})

describe('a username', () => {
  test('that somebody has is taken, capitals or not (C§5)', async () => {
    await portal.customer({ username: 'Maria.Cruz' })
    const taken = await portal.guest().post(paths.username, { username: 'maria.CRUZ' })
    expect(taken.json().result).toEqual({
      status: 'True',
      description: 'Username already exists. Kindly choose again.',
    })
    const free = await portal.guest().post(paths.username, { username: 'maria.cruz2' })
    expect(free.json().result).toEqual({ status: 'False' })
  })

  test('that the customer had in the portal before is taken, for this customer alone (C§5)', async () => {
    const account = await newAccount()
    await portal.database.pool.query(
      "insert into cis.person_characteristic values ($1, 'CMOLDUSR', '2015-01-01', null, 'Mcruz')",
      [account],
    )
    const guest = portal.guest()
    await begin(guest, account)
    expect((await guest.post(paths.username, { username: 'mcruz' })).json().result.status).toBe('False')
    await prove(guest, account)
    expect((await guest.post(paths.username, { username: 'mcruz' })).json().result.status).toBe('True')
    expect((await portal.guest().post(paths.username, { username: 'mcruz' })).json().result.status).toBe('False')
  })

  test('not given, then it is asked for', async () => {
    const reply = await portal.guest().post(paths.username, { username: ' ' })
    expect(reply.json().errors).toEqual([{ field: 'username', message: 'Please choose your username.' }])
  })
})

test('the security questions come in their order, to anyone', async () => {
  const { rows } = await portal.database.pool.query(
    'select text as description, id::text as "characteristicValue" from security_question order by position',
  )
  expect((await portal.guest().get(paths.questions)).json()).toEqual({ result: rows })
})

describe('a signed-in customer', () => {
  test('reads the own person and premise unmasked', async () => {
    const account = await newAccount()
    const customer = await portal.customer({ person: account, accounts: [account] })
    const details = await customer.post(paths.details, { transactionType: 'READ', PersonID: account })
    expect(details.json()).toMatchObject({
      customerDetails: { personId: account, fullName: 'Maria Cruz' },
      isMasked: false,
    })
    expect((await customer.post(paths.premise, { accountId: account })).json()).toEqual({
      PremiseInfo: '7 Water Lane Unit 2, Tamuning, GU, 96913',
      Name: 'Maria Cruz',
      isMasked: false,
    })
  })

  test('does not read anybody else', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const customer = await portal.customer({ person: own, accounts: [own] })
    const handle = await prove(portal.guest(), other)
    for (const PersonID of [other, handle]) {
      expect((await customer.post(paths.details, { transactionType: 'READ', PersonID })).statusCode).toBe(403)
    }
    expect((await customer.post(paths.premise, { accountId: other })).statusCode).toBe(403)
  })

  test('may enroll somebody in the same browser, as the guest of it', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const browser = await portal.customer({ person: own, accounts: [own] })
    const handle = await prove(browser, other)
    const asGuest = { 'portal-session': 'guest' }
    const details = await browser.post(paths.details, { transactionType: 'READ', PersonID: handle }, asGuest)
    expect(details.json()).toMatchObject({ customerDetails: { personId: handle }, isMasked: false })
  })
})

test('an administrator reads nobody this way, and no premise of an account that was not looked up', async () => {
  const account = await newAccount()
  const admin = await portal.administrator(1)
  const details = await admin.post(paths.details, { transactionType: 'READ', PersonID: account })
  const premise = await admin.post(paths.premise, { accountId: account })
  expect([details.statusCode, premise.statusCode]).toEqual([403, 403])
})

test('given login is switched off, then sign-up is, too, and signed-in customers read on (R16)', async () => {
  const account = await newAccount()
  const guest = portal.guest()
  const handle = await prove(guest, account)
  const customer = await portal.customer({ person: account, accounts: [account] })
  await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'login'")
  clock.advance(60_000)
  const body = { transactionType: 'READ', PersonID: handle }
  const stopped = [
    await guest.post(paths.account, { accountId: account, division: 'GWA' }),
    await guest.post(paths.details, body),
    await guest.post(paths.premise, { accountId: account }),
    await guest.post(paths.zip, { accountId: account, postal: '96913' }),
    await guest.post(paths.username, { username: 'anybody' }),
  ]
  expect(stopped.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503])
  expect((await customer.post(paths.details, { ...body, PersonID: account })).statusCode).toBe(200)
  await portal.database.pool.query('update maintenance_switch set is_off = false')
  clock.advance(60_000)
})

test('given the billing system is down, then a try later is asked for and nothing is begun', async () => {
  const down = async (): Promise<never> => {
    throw new BillingSystemDown('no answer from 10.0.0.7')
  }
  const broken = await testApp({ billing: { ...portal.deps.billing, holdersOf: down, findAccount: down } })
  const reply = await broken.guest().post(paths.account, { accountId: '5000000001', division: 'GWA' })
  expect(reply.statusCode).toBe(502)
  expect(reply.body).not.toContain('10.0.0.7')
  await broken.close()
})

test('given the billing system goes away before the zip code, then no try counts as a wrong one', async () => {
  const account = await newAccount()
  const guest = portal.guest()
  await guest.post(paths.account, { accountId: account, division: 'GWA' })
  const { billing } = portal.deps
  const findAccount = async (): Promise<never> => {
    throw new BillingSystemDown('no answer')
  }
  portal.deps.billing = { ...billing, findAccount }
  for (let n = 0; n <= limits.wrongZipsPerAddress.attempts; n += 1) {
    expect((await guest.post(paths.zip, { accountId: account, postal: '96913' })).statusCode).toBe(502)
  }
  portal.deps.billing = billing
})
