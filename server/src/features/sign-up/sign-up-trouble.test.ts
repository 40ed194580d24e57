import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { signUpUser } from '@portal/contract/sign-up'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type BillingSystem, BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { contactDelivery } from '../../foundation/contact-changes/delivery.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { emailDelivery } from '../../messages/sending/send-emails.ts'
import { testClock } from '../../testing/clock.ts'
import { paths, payload, prove } from './testing/enrollment.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const done = { result: { status: 'True' } }

let portal: TestApp
/** What the billing system does when a contact change reaches it; the ledger takes it when this is null. */
let changing: BillingSystem['changeContact'] | null = null
beforeAll(async () => {
  portal = await testApp({ clock })
  const ledger = ledgerBilling(portal.database.db, 'GWA')
  portal.deps.billing = { ...ledger, changeContact: (change) => (changing ?? ledger.changeContact)(change) }
})
beforeEach(async () => {
  changing = null
  await portal.database.pool.query('delete from rate_limit')
})
afterAll(() => portal.close())

let numbers = 5_000_000_000
async function newAccount(): Promise<string> {
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account })
  return account
}

const customers = async (person: string) =>
  await portal.database.db.selectFrom('web_user').selectAll().where('person_id', '=', PersonId.parse(person)).execute()
const reached = async (person: string) => await portal.deps.billing.findPerson(PersonId.parse(person))

describe('two at once', () => {
  test('for one person, in two browsers: one wins, and the other is refused with the reason', async () => {
    const account = await newAccount()
    const guests = [portal.guest(), portal.guest()]
    const sent = await Promise.all(guests.map(async (guest) => payload(await prove(guest, account))))
    const replies = await Promise.all(guests.map(async (guest, at) => await guest.post(paths.signUp, sent[at])))
    const results = replies.map((reply) => signUpUser.reply.parse(reply.json()).result)
    expect(results).toContainEqual({ status: 'True' })
    expect(results).toContainEqual({ status: 'False', description: signUpTexts.registered })
    expect(await customers(account)).toHaveLength(1)
  })

  test('for one username: one wins, and the other is refused with the reason', async () => {
    const guests = [portal.guest(), portal.guest()]
    const sent = await Promise.all(
      guests.map(async (guest) => payload(await prove(guest, await newAccount()), { username: 'the.same' })),
    )
    const replies = await Promise.all(guests.map(async (guest, at) => await guest.post(paths.signUp, sent[at])))
    const results = replies.map((reply) => signUpUser.reply.parse(reply.json()).result)
    expect(results).toContainEqual({ status: 'True' })
    expect(results).toContainEqual({ status: 'False', description: signUpTexts.usernameTaken, field: 'username' })
  })

  test('of one enrollment, the second under way when the first is stored: both are told that it is done', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const sent = payload(await prove(guest, account))
    const { promise: stored, resolve: goOn } = Promise.withResolvers<void>()
    const { billing } = portal.deps
    let looks = 0
    const findPerson: typeof billing.findPerson = async (personId) => {
      looks += 1
      if (looks === 1) await stored
      return await billing.findPerson(personId)
    }
    portal.deps.billing = { ...billing, findPerson }
    const second = guest.post(paths.signUp, sent)
    await expect.poll(() => looks).toBe(1)
    const first = await guest.post(paths.signUp, sent)
    goOn()
    expect([first.json(), (await second).json()]).toEqual([done, done])
    portal.deps.billing = billing
  })
})

describe('who may not', () => {
  test('somebody who has not proven the zip code', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account, '96999')
    expect((await guest.post(paths.signUp, payload(handle))).statusCode).toBe(403)
    expect(await customers(account)).toEqual([])
  })

  test('another browser with the same handle', async () => {
    const account = await newAccount()
    const handle = await prove(portal.guest(), account)
    const reply = await portal.guest().post(paths.signUp, payload(handle))
    expect(reply.statusCode).toBe(409)
    expect(await customers(account)).toEqual([])
  })

  test('somebody whose 30 minutes are over', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    clock.advance(30 * 60_000)
    expect((await guest.post(paths.signUp, payload(handle))).json()).toMatchObject({ title: signUpTexts.tookTooLong })
    expect(await customers(account)).toEqual([])
  })

  test('anybody while login is switched off (R16)', async () => {
    const guest = portal.guest()
    const handle = await prove(guest, await newAccount())
    await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'login'")
    clock.advance(20_000)
    expect((await guest.post(paths.signUp, payload(handle))).statusCode).toBe(503)
    await portal.database.pool.query('update maintenance_switch set is_off = false')
    clock.advance(20_000)
  })
})

describe('given the billing system goes away after the customer is stored', () => {
  test('then sign-up succeeds, and the change is delivered once it is back, under the same key', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const keys: string[] = []
    changing = async ({ changeKey }) => {
      keys.push(changeKey)
      throw new BillingSystemDown('no answer')
    }
    const reply = await guest.post(paths.signUp, payload(handle, { email_address: 'new@example.com' }))
    expect(reply.json()).toEqual(done)
    expect((await reached(account))?.emailAddress).toBe('maria@example.com')

    const work = contactDelivery(portal.deps)
    expect(await work.run(new AbortController().signal)).toBe(0)
    clock.advance(5_000)
    changing = async (change) => {
      keys.push(change.changeKey)
      return await ledgerBilling(portal.database.db, 'GWA').changeContact(change)
    }
    expect(await work.run(new AbortController().signal)).toBe(1)
    expect((await reached(account))?.emailAddress).toBe('new@example.com')
    expect(new Set(keys).size).toBe(1)
    expect((await portal.database.pool.query('select from contact_outbox')).rowCount).toBe(0)
  })

  test('before, then nothing is stored and a try later is asked for', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const { billing } = portal.deps
    portal.deps.billing = {
      ...billing,
      findPerson: async () => {
        throw new BillingSystemDown('no answer')
      },
    }
    expect((await guest.post(paths.signUp, payload(handle))).statusCode).toBe(502)
    portal.deps.billing = billing
    expect(await customers(account)).toEqual([])
    expect((await guest.post(paths.signUp, payload(handle))).json()).toEqual(done)
  })
})

test('given the mail is down, then sign-up succeeds, and the confirmation follows once it is back', async () => {
  await portal.database.pool.query('delete from email')
  const guest = portal.guest()
  const handle = await prove(guest, await newAccount())
  const sent: string[] = []
  const refuse = async () => {
    throw new Error('connection refused')
  }
  portal.deps.mail = { ...portal.deps.mail, send: refuse }
  expect((await guest.post(paths.signUp, payload(handle))).json()).toEqual(done)
  const work = emailDelivery(portal.deps)
  await work.run(new AbortController().signal)
  clock.advance(60_000)
  portal.deps.mail = { ...portal.deps.mail, send: async ({ subject }) => void sent.push(subject) }
  await emailDelivery(portal.deps).run(new AbortController().signal)
  expect(sent).toEqual(['Your online account is ready'])
})

test('no secret and no address is logged', async () => {
  const guest = portal.guest()
  const handle = await prove(guest, await newAccount())
  await guest.post(paths.signUp, payload(handle, { password: 'verysecret-1', email_address: 'hidden@example.com' }))
  expect(portal.logLines.join('\n')).not.toMatch(/verysecret-1|hidden@example\.com|Dededo/)
})
