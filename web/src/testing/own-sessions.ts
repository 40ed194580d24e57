import { Instant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'

/**
 * A session of the same person in another browser: used in the evening in London, when it is the next morning in Guam.
 */
export function testOwnSession(id: number, differences: Partial<OwnSession> = {}): OwnSession {
  return {
    id,
    device: 'Firefox on Android',
    clientAddress: '203.0.113.7',
    startedAt: Instant.parse('2026-11-20T21:00:00.000Z'),
    lastUsedAt: Instant.parse('2026-11-20T21:45:00.000Z'),
    isThisOne: false,
    ...differences,
  }
}

/** The session of the browser that makes the call. */
export const thisOwnSession = testOwnSession(1, { device: 'Chrome on Windows', isThisOne: true })
