import { randomUUID } from 'node:crypto'
import { humanCheckProblems } from '@portal/contract/human-check'
import { cookieTexts } from '@portal/contract/page-words'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { type TestClock, testClock } from '../testing/clock.ts'

const path = '/api/v1/human-check'

let clock: TestClock
let portal: TestApp
beforeAll(async () => {
  clock = testClock()
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

async function useOnAccount(guest: TestBrowser, humanCheck: string) {
  const question = { accountId: '4821007391', division: 'GWA', postal: '96913', humanCheck }
  return await guest.post('/api/v1/validate-account', question)
}

describe('a solved challenge', () => {
  test('lets its session look up one account, once', async () => {
    const guest = portal.guest()
    const answer = await guest.solve('account')
    expect((await useOnAccount(guest, answer)).statusCode).toBe(200)
    const replayed = await useOnAccount(guest, answer)
    expect(replayed.statusCode).toBe(403)
    expect(replayed.json().title).toBe(humanCheckProblems['human-check-failed'].title)
  })

  test('sent twice at the same moment counts once', async () => {
    const guest = portal.guest()
    const answer = await guest.solve('account')
    const replies = await Promise.all([1, 2, 3, 4].map(() => useOnAccount(guest, answer)))
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.statusCode === 403)).toHaveLength(3)
  })

  test('is not valid for another session, for another purpose, or after five minutes', async () => {
    const [guest, other] = [portal.guest(), portal.guest()]
    await other.solve('account')
    expect((await useOnAccount(other, await guest.solve('account'))).statusCode).toBe(403)
    expect((await useOnAccount(guest, await guest.solve('checkout', randomUUID()))).statusCode).toBe(403)
    const answer = await guest.solve('account')
    clock.advance(5 * 60_000)
    expect((await useOnAccount(guest, answer)).statusCode).toBe(403)
  })
})

test('of a browser that refuses cookies is not called expired: it is told to allow them', async () => {
  const guest = portal.guest()
  const answer = await guest.solve('account')
  guest.cookies.clear()
  for (const reply of [await useOnAccount(guest, answer), await guest.post(path, { purpose: 'account', answer })]) {
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ type: '/problems/no-cookie', title: cookieTexts.notSent })
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  const session = await guest.get('/api/v1/session')
  expect(session.json()).toMatchObject({ type: '/problems/not-signed-in', detail: cookieTexts.notSent })
})

test('the first challenge opens a guest session, and the next ones belong to it', async () => {
  const guest = portal.guest()
  await guest.solve('account')
  const cookie = guest.cookies.get('portal-guest')
  expect(cookie).toMatch(/^[\w-]{43}$/)
  const again = await guest.get(`${path}?purpose=account`)
  expect(again.headers['set-cookie']).toBeUndefined()
})

test.each(['', '?purpose=other', '?purpose=checkout&key=1'])('%j is no question', async (query) => {
  expect((await portal.guest().get(`${path}${query}`)).statusCode).toBe(400)
})

test('an address that opened too many sessions gets no more, and browsers that have one continue', async () => {
  const known = portal.guest()
  await known.solve('account')
  await portal.database.pool.query('update rate_limit set points = $1 where key = $2', [
    limits.guestSessionsPerAddress.attempts,
    'guestSessionsPerAddress:127.0.0.1',
  ])
  const refused = await portal.guest().get(`${path}?purpose=account`)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect((await known.get(`${path}?purpose=account`)).statusCode).toBe(200)
})

test('challenges are counted by address', async () => {
  const guest = portal.guest()
  await guest.solve('account')
  for (let n = 1; n < limits.humanChecksPerAddress.attempts; n += 1) await guest.get(`${path}?purpose=account`)
  const refused = await guest.get(`${path}?purpose=account`)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().retryAfterSeconds).toBeLessThanOrEqual(limits.humanChecksPerAddress.seconds)
})

describe('an answer submitted ahead (the bodies of the specification have no field for it)', () => {
  const find = async (guest: TestBrowser): Promise<number> => {
    const reply = await guest.post('/api/v1/validate-account', {
      accountId: '4821007391',
      division: 'GWA',
      postal: '96913',
    })
    return reply.statusCode
  }
  const handIn = async (guest: TestBrowser, answer: string, purpose = 'account') =>
    await guest.post(path, { purpose, answer })

  test("serves the session's next look-up that brings none, once", async () => {
    const guest = portal.guest()
    const answer = await guest.solve('account')
    expect((await handIn(guest, answer)).json()).toEqual({ expiresAt: expect.any(String) })
    expect(await find(guest)).toBe(200)
    expect(await find(guest)).toBe(403)
    expect((await handIn(guest, answer)).statusCode).toBe(403)
  })

  test('is not used up by a look-up that brings its own', async () => {
    const guest = portal.guest()
    await handIn(guest, await guest.solve('account'))
    expect((await useOnAccount(guest, await guest.solve('account'))).statusCode).toBe(200)
    expect(await find(guest)).toBe(200)
  })

  test('is not valid for another session, for another purpose, or after five minutes', async () => {
    const [guest, other] = [portal.guest(), portal.guest()]
    await other.solve('account')
    expect((await handIn(other, await guest.solve('account'))).statusCode).toBe(403)
    expect((await handIn(guest, await guest.solve('account'), 'checkout')).statusCode).toBe(403)
    const payer = portal.guest()
    expect((await handIn(payer, await payer.solve('checkout'), 'checkout')).statusCode).toBe(200)
    expect(await find(payer)).toBe(403)
    await handIn(guest, await guest.solve('account'))
    expect(await find(other)).toBe(403)
    clock.advance(5 * 60_000)
    expect(await find(guest)).toBe(403)
  })

  test('that was meanwhile used in a body is not used again', async () => {
    const guest = portal.guest()
    const answer = await guest.solve('account')
    await handIn(guest, answer)
    expect((await useOnAccount(guest, answer)).statusCode).toBe(200)
    expect(await find(guest)).toBe(403)
  })
})
