import type { Instant } from '@portal/contract/dates'
import { expect } from 'vitest'

/** 'Firefox on Android'. */
export const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

/** Its own session began at `first`, that of an unnamed browser at `now`. */
export function listedInFirefox(first: Instant, now: Instant): object[] {
  const anyId: unknown = expect.any(Number)
  const session = { id: anyId, clientAddress: '127.0.0.1', lastUsedAt: now }
  return [
    { ...session, device: 'Firefox on Android', startedAt: first, isThisOne: true },
    { ...session, device: '', startedAt: now, isThisOne: false },
  ]
}
