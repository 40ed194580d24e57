import type { AdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'

/** The session of a signed-in administrator, as the server replies. */
export function testAdmin(differences: Partial<AdminSession> = {}): AdminSession {
  return {
    id: 7,
    username: 'ana',
    level: 1,
    needsRename: false,
    hasSecondFactor: false,
    mustChangePassword: false,
    endsAt: Instant.parse('2026-11-20T22:16:00.000Z'),
    secondsLeft: 960,
    ...differences,
  }
}
