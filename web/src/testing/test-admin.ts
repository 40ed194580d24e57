import type { AdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'

/** An administrator who is signed in, as the server tells it. */
export function testAdmin(differences: Partial<AdminSession> = {}): AdminSession {
  return {
    id: 7,
    username: 'ana',
    level: 1,
    hasSecondFactor: false,
    endsAt: Instant.parse('2026-11-20T22:16:00.000Z'),
    secondsLeft: 960,
    ...differences,
  }
}
