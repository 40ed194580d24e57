import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { type Made, type Move, type Players, anyMove, make } from './testing/any-moves.ts'
import { checkRecords, checkReply, readRows, spentVerifications } from './testing/check-players.ts'
import { type StepwiseWorld, accounts, stepwiseWorld } from './testing/stepwise-world.ts'

let world: StepwiseWorld
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())

/** One thing a browser does, and perhaps another one at the same moment. */
const anyTurn = fc.tuple(anyMove, fc.option(anyMove, { freq: 2 }))

describe('whatever two browsers send: forged, foreign or repeated calls, in any order, at the same time', () => {
  test('nothing is PAID without a charge or charged twice, and nobody learns anything about the other', async () => {
    expect.hasAssertions()
    await fc.assert(fc.asyncProperty(fc.array(anyTurn, { minLength: 10, maxLength: 25, size: 'max' }), play), {
      numRuns: Number(process.env['ANY_ORDER_RUNS'] ?? 30),
      // A world takes a second: the seed that is printed is worth more than hours of shrinking.
      endOnFailure: true,
      examples: [[unverified()]],
    })
  }, 300_000)
})

async function play(turns: [Move, Move | null][]): Promise<void> {
  await world.reset()
  const first = await arrive(accounts.slice(0, 3))
  const second = await arrive(accounts.slice(1, 4))
  const players: Players = {
    world,
    browsers: [first.browser, second.browser],
    sessions: [first.session, second.session],
    overallIds: [],
    outcomes: [],
    verifications: [],
  }
  for (const [move, atOnce] of turns) {
    world.clock.pass(1000)
    const moves = atOnce ? [move, atOnce] : [move]
    const told = await Promise.all(moves.map((one) => make(players, one)))
    if (!atOnce) await repeat(players, move, told[0] ?? null)
    const rows = await readRows(players)
    checkRecords(players, rows, await spentVerifications(players))
    for (const [index, one] of moves.entries()) checkReply(players, rows, one, told[index] ?? null)
  }
}

/** An equal call right after is answered equally, but for the id that every call has of its own. */
async function repeat(players: Players, move: Move, told: Made | null): Promise<void> {
  if (!told || !move.isTwice || move.name === 'whole') return
  const again = await make(players, move, told.sent)
  expect(again && anonymous(again), `a repeat of ${move.name}`).toEqual(anonymous(told))
}

function anonymous({ body, ...made }: Made): object {
  return { ...made, body: { ...body, requestId: '' } }
}

/** One browser's payment that lacks nothing but a human verification, asked for twice. */
function unverified(): [Move, null][] {
  const honest = {
    who: 0,
    whose: 'own',
    id: 0,
    account: 0,
    amount: 0,
    tag: 0,
    form: 'named',
    outcome: 'approve',
  } as const
  return ['save-overall-payment', 'save-payment', 'payeezy'].map((name) => [
    { ...honest, name, isTwice: true, isRight: false },
    null,
  ])
}

/** A guest who has found these accounts, without the human verifications it took. */
async function arrive(found: string[]): Promise<{ browser: TestBrowser; session: number }> {
  const browser = world.portal.guest()
  await browser.get('/api/v1/human-check?purpose=account')
  const opened = await world.portal.database.pool.query<{ session_id: number }>(
    `insert into session_account
     select (select max(id) from session), account, now() from unnest($1::text[]) as account returning session_id`,
    [found],
  )
  return { browser, session: opened.rows[0]?.session_id ?? 0 }
}
