import { setTimeout as wait } from 'node:timers/promises'
import { type Instant, instantOf } from '@portal/contract/dates'

/** Injected so that tests and simulations can control it. Nothing else reads the machine's clock. */
export interface Clock {
  now(): Instant
  /** Resolves at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => instantOf(Date.now()),
  async sleep(milliseconds, signal) {
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  },
}
