import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { createLog } from '../../log.ts'
import { testClock } from '../../testing/clock.ts'
import { enrolCustomer } from '../../testing/people.ts'
import { provePassword } from './prove-password.ts'

const clock = testClock()
const log = createLog('silent')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('given four wrong passwords, when the right one follows, then the count is reset', async () => {
  const deps = { db: database.db, clock, log }
  const maria = await enrolCustomer(deps)
  const prove = async (password: string) => await provePassword(deps, maria, { password, knownToken: null })
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
