import { afterEach, expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { type WorkLoops, startWork } from './loop.ts'

let loops: WorkLoops | undefined
afterEach(() => loops?.stop())

/** Runs work that finds these numbers of rows due, turn by turn. @returns how many turns it took before it rested */
async function turnsTaken(due: number[], fullBatch?: number): Promise<number> {
  let turns = 0
  const run = async (): Promise<number> => {
    turns += 1
    return due.shift() ?? 0
  }
  const work = { name: 'letters', restMilliseconds: 1_000, run, ...(fullBatch && { fullBatch }) }
  loops = startWork(testClock(), [work], () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  return turns
}

test('work looks again until nothing is due', async () => {
  expect(await turnsTaken([3, 1])).toBe(3)
})

test('work rests after a batch that is not full: nothing else is due', async () => {
  expect(await turnsTaken([5, 5, 4, 4], 5)).toBe(3)
})
