import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { addAdmin, logIn } from '../../testing/administrators.ts'
import { cheapHash } from '../../testing/hash.ts'
import { type EnrolledCustomer, enrolCustomer } from '../../testing/people.ts'
import { limits } from '../rate-limits/limits.ts'
import { matchesSecret, HashQueueFull } from './hashing.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

/**
 * Runs `work` while so many wait for a hash, as when crowds recover their passwords, that further ones are turned away.
 */
async function inACrowd<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = await cheapHash('theirs')
  const full = Promise.withResolvers<void>()
  const join = async (): Promise<void> => {
    await matchesSecret(kept, 'theirs').catch((error: unknown) => {
      if (!(error instanceof HashQueueFull)) throw error
      full.resolve()
    })
  }
  const over = new AbortController()
  const crowd: Promise<void>[] = []
  const joining = (async () => {
    while (!over.signal.aborted) {
      crowd.push(...Array.from({ length: 100 }, join))
      await setImmediate()
    }
  })()
  try {
    await full.promise
    return await work()
  } finally {
    over.abort()
    await joining
    await Promise.all(crowd)
  }
}

async function guessesOf({ webUserId }: EnrolledCustomer): Promise<number | undefined> {
  const user = portal.database.db.selectFrom('web_user').select('wrong_passwords').where('id', '=', webUserId)
  return (await user.executeTakeFirst())?.wrong_passwords
}

/** Does the work several times at once in a crowd, so that any of it that can be turned away is. */
async function often<Result>(work: () => Promise<Result>): Promise<Result[]> {
  return await inACrowd(async () => await Promise.all(Array.from({ length: 5 }, work)))
}

test('given a crowd, when a customer signs in, then every guess that was counted is compared, and none stays on the count', async () => {
  const maria = await enrolCustomer(portal.deps)
  const asked = { userName: maria.username, password: maria.password }
  const replies = await often(async () => await portal.guest().post('/api/v1/user-login', asked))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await guessesOf(maria)).toBe(0)
})

test('when a customer proves the password to end another session, then the same holds', async () => {
  const maria = await enrolCustomer(portal.deps)
  const browser = await portal.customer({ person: maria.personId })
  const asked = { id: 1, currentPassword: maria.password }
  const replies = await often(async () => await browser.post('/api/v1/end-own-session', asked))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await guessesOf(maria)).toBe(0)
})

test('when an administrator is turned away more often than a password may be wrong, then none of it counts', async () => {
  await addAdmin(portal.deps, 'ana', 3)
  const statuses = await inACrowd(async () => {
    const told: number[] = []
    while (told.filter((status) => status === 429).length <= limits.wrongAdminSignInsPerName.attempts) {
      told.push((await logIn(portal.guest())).statusCode)
    }
    return told
  })
  expect(statuses).toContain(429)
  expect((await logIn(portal.guest())).statusCode).toBe(200)
})
