import pg from 'pg'

/** The constraints by which what belongs to a session ends with it (migrations 0001, 0006 and 0016). */
const belongsToSession = [
  'session_account_session_id_fkey',
  'session_human_check_session_id_fkey',
  'enrolment_session_id_fkey',
]

/** Whether something could not be kept for a session because that has ended since the call began, as by a log-out. */
export function isOfEndedSession(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && belongsToSession.includes(error.constraint ?? '')
  )
}
