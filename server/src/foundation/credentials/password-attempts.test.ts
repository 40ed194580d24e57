import { wrongPasswordLimit, signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { createLog } from '../../log.ts'
import { testClock } from '../../testing/clock.ts'
import { enrolCustomer } from '../../testing/people.ts'
import { sweepOnce } from '../work/testing/sweep.ts'
import {
  forgiveAttempts,
  lockWhenUsedUp,
  verifyPassword,
  countAttempt,
  countAttemptByName,
} from './password-attempts.ts'

const clock = testClock()
const log = createLog('silent')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const enrolled = async (): Promise<number> => (await enrolCustomer({ db: database.db, clock })).webUserId

test('attempts made at the same moment never exceed the limit', async () => {
  const id = await enrolled()
  const attempts = await Promise.all(Array.from({ length: 40 }, () => countAttempt(database.db, id)))
  const made = attempts.flatMap((attempt) => (attempt.isAllowed ? [attempt.made] : []))
  expect(made.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
})

test('a login locks only when its attempts are used up, once, and then allows no more', async () => {
  const id = await enrolled()
  const lock = async (): Promise<boolean> => await lockWhenUsedUp(database.db, id, clock.now())
  for (let n = 1; n < wrongPasswordLimit; n += 1) await countAttempt(database.db, id)
  expect(await lock()).toBe(false)
  await countAttempt(database.db, id)
  expect([await lock(), await lock()]).toEqual([true, false])
  await forgiveAttempts(database.db, id)
  expect(await countAttempt(database.db, id)).toEqual({ isAllowed: false })
})

const attemptAt = async (username: string) =>
  await countAttemptByName(database.db, { username, nameDigest: Buffer.from(username), now: clock.now() })

test('an attempt at a name is counted for the user who has it, in upper or lower case', async () => {
  const maria = await enrolCustomer({ db: database.db, clock })
  const { webUserId: id, personId, username } = maria
  const user = { id, personId, username, passwordHash: expect.stringMatching(/^\$argon2id\$/) }
  expect(await attemptAt(username.toUpperCase())).toEqual({ user, attempt: { isAllowed: true, made: 1 } })
  for (let n = 2; n <= wrongPasswordLimit; n += 1) await countAttempt(database.db, id)
  expect(await attemptAt(username)).toEqual({ user, attempt: { isAllowed: false } })
  await lockWhenUsedUp(database.db, id, clock.now())
  expect(await attemptAt(username)).toEqual({ user, attempt: { isAllowed: false } })
})

test('an unknown name is counted in the same way, each name separately, even at the same moment', async () => {
  const attempts = await Promise.all(Array.from({ length: 20 }, async () => (await attemptAt('one')).attempt))
  const made = attempts.flatMap((attempt) => (attempt.isAllowed ? [attempt.made] : []))
  expect(made.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
  expect(await attemptAt('one')).toEqual({ user: null, attempt: { isAllowed: false } })
  expect(await attemptAt('other')).toEqual({ user: null, attempt: { isAllowed: true, made: 1 } })
})

test('an unknown name is deleted 90 days after the last try', async () => {
  const day = 24 * 60 * 60_000
  const run = async (): Promise<number> => await sweepOnce({ db: database.db, clock }, 'unknown_login')
  clock.advance(89 * day)
  await attemptAt('other')
  clock.advance(day)
  expect(await run()).toBe(1)
  clock.advance(89 * day)
  expect(await run()).toBe(1)
})

test('an attempt at a name with another letter whose small letter is the same is not counted for the user', async () => {
  const { username, webUserId } = await enrolCustomer({ db: database.db, clock }, { username: 'silvia' })
  expect((await attemptAt('S\u0130LV\u0130A')).user).toBeNull()
  expect(await countAttempt(database.db, webUserId)).toEqual({ isAllowed: true, made: 1 })
  expect((await attemptAt(username.toUpperCase())).user?.id).toBe(webUserId)
})

test('given four wrong passwords, when the right one follows, then the count is reset', async () => {
  const deps = { db: database.db, clock, log }
  const maria = await enrolCustomer(deps)
  const prove = async (password: string) => await verifyPassword(deps, maria, { password, knownToken: null })
  const guessWrongly = async (times: number) => {
    for (let n = 1; n <= times; n += 1) {
      const proof = await prove('not-the-password')
      expect(proof).toEqual({ refused: signInTexts.wrongCurrentPassword })
    }
  }
  await guessWrongly(wrongPasswordLimit - 1)
  expect(await prove(maria.password)).toHaveProperty('passwordHash')
  await guessWrongly(wrongPasswordLimit - 1)
})
