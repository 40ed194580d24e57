import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../database/testing/database.ts'
import { testClock } from '../testing/clock.ts'
import { type Binding, checkHumanAnswer, makeChallenge, consumeHumanCheck } from './human-check.ts'
import { sweepOnce } from './work/testing/sweep.ts'

const clock = testClock()
const config = { HUMAN_CHECK_SECRET: 'a secret of the test, long enough', HUMAN_CHECK_COST: 1 }
const deps = { clock, config }
const key = '0d1f0f2e-6f0b-4a55-9f39-0d0c4b9e1a11'
const binding: Binding = { sessionId: 7, purpose: 'checkout', key }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function solved(of: Binding, by = deps): Promise<{ challenge: object; solution: object }> {
  const { challenge } = await makeChallenge(by, of)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge was not solved')
  return { challenge, solution }
}

function encode(answer: object): string {
  return Buffer.from(JSON.stringify(answer)).toString('base64')
}

test.each([
  { cost: 1, fewest: 1, most: 3 },
  { cost: 400, fewest: 400, most: 1200 },
  { cost: 600, fewest: 500, most: 1500 },
])('at a cost of $cost a challenge needs $fewest to $most guesses', async ({ cost, fewest, most }) => {
  const { challenge } = await makeChallenge({ clock, config: { ...config, HUMAN_CHECK_COST: cost } }, binding)
  const guesses = (await solveChallenge({ challenge, deriveKey }))?.counter
  expect(guesses).toBeGreaterThanOrEqual(fewest)
  expect(guesses).toBeLessThanOrEqual(most)
})

describe('a solved challenge', () => {
  test('counts once, for the purpose it was made for', async () => {
    const checked = await checkHumanAnswer(deps, encode(await solved(binding)), binding)
    if (!checked) throw new Error('The answer was refused')
    expect(await consumeHumanCheck(database.db, checked)).toBe(true)
    expect(await consumeHumanCheck(database.db, checked)).toBe(false)
  })

  test('that was spent in a failed transaction can be used again', async () => {
    const checked = await checkHumanAnswer(deps, encode(await solved(binding)), binding)
    if (!checked) throw new Error('The answer was refused')
    const failing = database.db.transaction().execute(async (tx) => {
      await consumeHumanCheck(tx, checked)
      throw new Error('nothing came of it')
    })
    await expect(failing).rejects.toThrow('nothing came of it')
    expect(await consumeHumanCheck(database.db, checked)).toBe(true)
  })

  test.each<[string, Binding]>([
    ['another session', { ...binding, sessionId: 8 }],
    ['another purpose', { ...binding, purpose: 'account' }],
    ['another checkout', { ...binding, key: '1d1f0f2e-6f0b-4a55-9f39-0d0c4b9e1a11' }],
    ['no checkout', { sessionId: 7, purpose: 'checkout' }],
  ])('is worth nothing for %s', async (_, other) => {
    expect(await checkHumanAnswer(deps, encode(await solved(binding)), other)).toBeNull()
  })

  test('is no longer valid after five minutes', async () => {
    const answer = encode(await solved(binding))
    clock.advance(5 * 60_000 - 1)
    expect(await checkHumanAnswer(deps, answer, binding)).not.toBeNull()
    clock.advance(1)
    expect(await checkHumanAnswer(deps, answer, binding)).toBeNull()
  })

  test('made with another server secret is not valid', async () => {
    const other = { clock, config: { ...config, HUMAN_CHECK_SECRET: 'another secret, also long enough to be one' } }
    expect(await checkHumanAnswer(deps, encode(await solved(binding, other)), binding)).toBeNull()
  })
})

describe('an answer', () => {
  test('without the work is refused', async () => {
    const { challenge } = await solved(binding)
    const solution = { counter: 1, derivedKey: '00'.repeat(32) }
    expect(await checkHumanAnswer(deps, encode({ challenge, solution }), binding)).toBeNull()
  })

  test('whose challenge was changed is refused', async () => {
    const { challenge, solution } = await makeChallengeLonger(await solved(binding))
    expect(await checkHumanAnswer(deps, encode({ challenge, solution }), binding)).toBeNull()
  })

  test.each(['', 'nonsense', encode({}), encode({ challenge: null, solution: null }), encode([])])(
    'that is no answer (%j) is refused',
    async (answer) => {
      expect(await checkHumanAnswer(deps, answer, binding)).toBeNull()
    },
  )

  async function makeChallengeLonger(answer: { challenge: object; solution: object }) {
    const later = JSON.stringify(answer).replace(/"expires":"\d{4}/, '"expires":"2999')
    const changed: unknown = JSON.parse(later)
    if (typeof changed !== 'object' || changed === null) throw new Error('not an answer')
    return { ...answer, ...changed }
  }
})

test('the challenge reveals neither its session nor its checkout', async () => {
  const { challenge } = await makeChallenge(deps, { ...binding, sessionId: 987_654 })
  expect(JSON.stringify(challenge)).not.toContain('987654')
  expect(JSON.stringify(challenge)).not.toContain(key)
})

test('the sweep deletes spent challenges once they have expired', async () => {
  await database.db.deleteFrom('spent_human_check').execute()
  await consumeHumanCheck(database.db, { id: 'old', expiresAt: clock.now() })
  clock.advance(1000)
  await consumeHumanCheck(database.db, { id: 'new', expiresAt: clock.now() })
  clock.advance(-1)
  expect(await sweepOnce({ db: database.db, clock }, 'spent_human_check')).toBe(1)
  expect(await consumeHumanCheck(database.db, { id: 'new', expiresAt: clock.now() })).toBe(false)
})
