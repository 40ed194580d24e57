import pg from 'pg'

/** The foreign keys through which the rows of a session are deleted with it (migrations 0001, 0006 and 0016). */
const belongsToSession = [
  'session_account_session_id_fkey',
  'session_human_check_session_id_fkey',
  'enrolment_session_id_fkey',
]

/**
 * Whether something could not be stored for a session because it has ended since the call began, for example by a
 * log-out.
 */
export function isOfEndedSession(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && belongsToSession.includes(error.constraint ?? '')
  )
}
