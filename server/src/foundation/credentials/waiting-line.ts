import pLimit from 'p-limit'

/** When this many wait, further ones are turned away, however short their wait would be. */
const mostWaiting = 300

/** Seconds. Whoever would wait longer is turned away at once: after that long, people press again. */
const longestWait = 10

/** How much the last piece of work counts in what a piece takes on average. */
const weightOfLast = 0.1

/** More people sign in at once than this process can compare passwords for. They should try again. */
export class TooManyHashes extends Error {
  override readonly name = 'TooManyHashes'
}

/** A line in which work waits while other work of its kind runs. */
export interface WaitingLine {
  /** Runs work when its turn comes. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws TooManyHashes when the line is too long, or would take too long at the pace of the last work. */
  refuseWhenLong: () => void
}

/** A line whose work runs a few at a time, first come, first served. */
export function waitingLine(atOnce: number): WaitingLine {
  const turns = pLimit(atOnce)
  let secondsEach = 0
  return {
    run: async (work) =>
      await turns(async () => {
        const began = performance.now()
        try {
          return await work()
        } finally {
          secondsEach += ((performance.now() - began) / 1000 - secondsEach) * weightOfLast
        }
      }),
    refuseWhenLong: () => {
      const { pendingCount } = turns
      const isLong = pendingCount >= mostWaiting || (pendingCount / atOnce) * secondsEach > longestWait
      if (isLong) throw new TooManyHashes(`${pendingCount} wait already`)
    },
  }
}
