import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HashQueueFull, workQueue } from './hashing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets so many join the line, one after the other, with work that takes so long; counts those who were let in. */
function join(line: ReturnType<typeof workQueue>, many: number, milliseconds: number) {
  let letIn = 0
  let done = 0
  const finish = async (): Promise<void> => {
    await line.run(async () => await new Promise<void>((resolve) => void globalThis.setTimeout(resolve, milliseconds)))
    done += 1
  }
  for (let n = 0; n < many; n += 1) {
    try {
      line.refuseWhenLong()
    } catch (error) {
      expect(error).toBeInstanceOf(HashQueueFull)
      continue
    }
    letIn += 1
    void finish()
  }
  return { letIn, done: () => done }
}

test.each([
  ['a processor at rest', 1, 30, 300],
  ['a busy one', 1, 250, 42],
  ['one that three threads use', 3, 250, 122],
])(
  'given %s, then whoever would wait longer than ten seconds is turned away',
  async (_, atOnce, milliseconds, expected) => {
    const line = workQueue(atOnce)
    // From these, the line learns what a piece of work takes.
    for (let n = 0; n < 60; n += 1) {
      join(line, 1, milliseconds)
      await vi.advanceTimersByTimeAsync(milliseconds)
    }
    const crowd = join(line, 400, milliseconds)
    expect(crowd.letIn).toBeGreaterThan(expected * 0.95)
    expect(crowd.letIn).toBeLessThan(expected * 1.05)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(crowd.done()).toBe(crowd.letIn)
  },
)

test('once a slow time is over, more are let in again', async () => {
  const line = workQueue(1)
  for (let n = 0; n < 60; n += 1) {
    join(line, 1, 1000)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(join(line, 400, 30).letIn).toBeLessThan(20)
  await vi.advanceTimersByTimeAsync(1000)
  for (let n = 0; n < 60; n += 1) {
    join(line, 1, 30)
    await vi.advanceTimersByTimeAsync(30)
  }
  expect(join(line, 400, 30).letIn).toBeGreaterThan(290)
})
