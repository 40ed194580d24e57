import { Instant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'

/** One of somebody's sessions, begun and used in another browser on an evening in London, the morning after in Guam. */
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

/** The session of the browser that asks. */
export const thisOwnSession = testOwnSession(1, { device: 'Chrome on Windows', isThisOne: true })
