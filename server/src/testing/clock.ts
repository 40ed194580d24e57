import { Instant, instantOf, epochOf } from '@portal/contract/dates'
import type { Clock } from '../clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves time on and wakes whoever sleeps until then. */
  advance(milliseconds: number): void
}

/** A clock standing at `start`. */
export function testClock(start: Instant = Instant.parse('2026-02-03T04:05:06.789Z')): TestClock {
  let now = epochOf(start)
  const sleepers = new Set<{ until: number; wake: () => void }>()
  return {
    now: () => instantOf(now),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper = { until: now + milliseconds, wake: () => wake(sleeper) }
        const wake = (woken: typeof sleeper): void => {
          sleepers.delete(woken)
          resolve()
        }
        if (signal?.aborted || milliseconds <= 0) return resolve()
        signal?.addEventListener('abort', sleeper.wake, { once: true })
        sleepers.add(sleeper)
      }),
    advance(milliseconds) {
      now += milliseconds
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake()
    },
  }
}
