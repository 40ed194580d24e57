import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/test-database.ts'
import { testClock } from '../../test-clock.ts'
import { enrolCustomer } from '../../test-people.ts'
import { forgiveGuesses, lockWhenUsedUp, takeGuess, takeGuessAtNobody } from './guesses.ts'
import { unknownLoginSweep } from './sweep.ts'

const clock = testClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const enrolled = async (): Promise<number> => (await enrolCustomer({ db: database.db, clock })).webUserId
const digestOf = (name: string): Buffer => Buffer.from(name)

test('guesses made at the same moment are never more than the limit', async () => {
  const id = await enrolled()
  const guesses = await Promise.all(Array.from({ length: 40 }, () => takeGuess(database.db, id)))
  const made = guesses.flatMap((guess) => (guess.isAllowed ? [guess.made] : []))
  expect(made.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
})

test('a right password lets counting start anew', async () => {
  const id = await enrolled()
  for (let n = 1; n <= 3; n += 1) await takeGuess(database.db, id)
  await forgiveGuesses(database.db, id)
  expect(await takeGuess(database.db, id)).toEqual({ isAllowed: true, made: 1 })
})

test('a login locks only when its guesses are used up, once, and then allows none', async () => {
  const id = await enrolled()
  const lock = async (): Promise<boolean> => await lockWhenUsedUp(database.db, id, clock.now())
  for (let n = 1; n < wrongPasswordLimit; n += 1) await takeGuess(database.db, id)
  expect(await lock()).toBe(false)
  await takeGuess(database.db, id)
  expect([await lock(), await lock()]).toEqual([true, false])
  await forgiveGuesses(database.db, id)
  expect(await takeGuess(database.db, id)).toEqual({ isAllowed: false })
})

test('a name nobody has is counted just the same, each name for itself', async () => {
  const take = async (name: string) => await takeGuessAtNobody(database.db, digestOf(name), clock.now())
  for (let n = 1; n <= wrongPasswordLimit; n += 1) expect(await take('one')).toEqual({ isAllowed: true, made: n })
  expect(await take('one')).toEqual({ isAllowed: false })
  expect(await take('other')).toEqual({ isAllowed: true, made: 1 })
})

test('a name nobody has is forgotten 90 days after it was last tried', async () => {
  const day = 24 * 60 * 60_000
  const sweep = unknownLoginSweep({ db: database.db, clock })
  const run = async (): Promise<number> => await sweep.run(new AbortController().signal)
  clock.advance(89 * day)
  await takeGuessAtNobody(database.db, digestOf('other'), clock.now())
  clock.advance(day)
  expect(await run()).toBe(1)
  clock.advance(89 * day)
  expect(await run()).toBe(1)
})
