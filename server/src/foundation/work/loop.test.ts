import { afterEach, describe, expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { type WorkLoops, inLanes, leaseMilliseconds, startWork } from './loop.ts'

let loops: WorkLoops | undefined
afterEach(() => loops?.stop())

/**
 * Runs work that finds these numbers of due rows, turn by turn.
 * @returns how many turns it took before it rested
 */
async function turnsTaken(due: number[], fullBatch?: number): Promise<number> {
  let turns = 0
  const run = async (): Promise<number> => {
    turns += 1
    return due.shift() ?? 0
  }
  const work = { name: 'emails', restMilliseconds: 1_000, run, ...(fullBatch && { fullBatch }) }
  loops = startWork(testClock(), [work], () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  return turns
}

test('work continues until nothing is due', async () => {
  expect(await turnsTaken([3, 1])).toBe(3)
})

test('work rests after a batch that is not full, because nothing else is due', async () => {
  expect(await turnsTaken([5, 5, 4, 4], 5)).toBe(3)
})

/**
 * Work of this name that counts its turns. With `hangs`, the test ends each turn through `turns`; otherwise a turn ends
 * at once, with no rows found.
 */
function countedWork(name: string, hangs = false) {
  const turns: ReturnType<typeof Promise.withResolvers<number>>[] = []
  const run = async (): Promise<number> => {
    const turn = Promise.withResolvers<number>()
    turns.push(turn)
    return hangs ? await turn.promise : 0
  }
  return { work: { name, restMilliseconds: 1_000, run }, turns }
}

/** Resolves once everything that waits only for its turn has run. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve))

test('failed work is reported, and tried again after its rest', async () => {
  const clock = testClock()
  const { work, turns } = countedWork('emails', true)
  const told: unknown[] = []
  loops = startWork(clock, [work], (name, error) => told.push(name, error))
  const failure = new Error('the database is away')
  turns[0]?.reject(failure)
  await settled()
  expect(told).toEqual(['emails', failure])
  clock.advance(999)
  await settled()
  expect(turns).toHaveLength(1)
  clock.advance(1)
  await settled()
  expect(turns).toHaveLength(2)
  turns[1]?.resolve(0)
})

test('resting work begins at once when it is woken, and other work continues to rest', async () => {
  const [emails, postings] = [countedWork('emails'), countedWork('postings')]
  loops = startWork(testClock(), [emails.work, postings.work], () => undefined)
  await settled()
  loops.wake('emails')
  await settled()
  expect([emails.turns.length, postings.turns.length]).toEqual([2, 1])
})

test('work that is woken while it runs checks once more before it rests', async () => {
  const { work, turns } = countedWork('emails', true)
  loops = startWork(testClock(), [work], () => undefined)
  loops.wake('emails')
  turns[0]?.resolve(0)
  await settled()
  expect(turns).toHaveLength(2)
  turns[1]?.resolve(0)
  await settled()
  expect(turns).toHaveLength(2)
})

test('stopping waits for the work under way, and no other work begins', async () => {
  const { work, turns } = countedWork('emails', true)
  loops = startWork(testClock(), [work], () => undefined)
  let isOver = false
  const stopping = loops.stop().then(() => {
    isOver = true
  })
  await settled()
  expect(isOver).toBe(false)
  turns[0]?.resolve(5)
  await stopping
  expect(turns).toHaveLength(1)
})

/** Rows in two lanes; each is under way until the test ends it. */
function twoLanes(due: string[], signal = new AbortController().signal) {
  const ends = new Map<string, ReturnType<typeof Promise.withResolvers<void>>>()
  const work = async (row: string): Promise<void> => {
    const end = Promise.withResolvers<void>()
    ends.set(row, end)
    await end.promise
  }
  const all = inLanes(2, signal, async (most) => due.splice(0, most), work)
  return { all, ends, begun: () => [...ends.keys()] }
}

describe('rows in two lanes', () => {
  test('given a slow row, then the others pass it', async () => {
    const { all, ends, begun } = twoLanes(['slow', 'a', 'b'])
    await settled()
    expect(begun()).toEqual(['slow', 'a'])
    ends.get('a')?.resolve()
    await settled()
    expect(begun()).toEqual(['slow', 'a', 'b'])
    for (const end of ends.values()) end.resolve()
    expect(await all).toBe(3)
  })

  test('given one that fails, then those under way end, no others begin, and the failure is reported', async () => {
    const { all, ends, begun } = twoLanes(['fails', 'a', 'b'])
    await settled()
    ends.get('fails')?.reject(new Error('the database is away'))
    await settled()
    ends.get('a')?.resolve()
    await expect(all).rejects.toMatchObject({ errors: [new Error('the database is away')] })
    expect(begun()).toEqual(['fails', 'a'])
  })

  test('given more rows than lanes leased together, then each has its turn, even when the process stops', async () => {
    const stopping = new AbortController()
    const begun: string[] = []
    const batches = [['a', 'b', 'c', 'd', 'e'], ['f']]
    const all = inLanes(
      2,
      stopping.signal,
      async () => batches.shift() ?? [],
      async (row) => {
        begun.push(row)
        stopping.abort()
      },
    )
    expect(await all).toBe(5)
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('given a process that stops, then those under way end, and no others begin', async () => {
    const stopping = new AbortController()
    const { all, ends, begun } = twoLanes(['a', 'b', 'c'], stopping.signal)
    await settled()
    stopping.abort()
    for (const end of ends.values()) end.resolve()
    expect(await all).toBe(2)
    expect(begun()).toEqual(['a', 'b'])
  })
})

test.each([
  { pace: 1, seconds: 60 },
  { pace: 0.5, seconds: 30 },
  { pace: 0.1, seconds: 10 },
  { pace: 0.005, seconds: 10 },
])('at a pace of $pace a lease lasts $seconds seconds', ({ pace, seconds }) => {
  expect(leaseMilliseconds(pace)).toBe(seconds * 1000)
})
