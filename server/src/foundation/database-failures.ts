/** What PostgreSQL says when its disk has no room (SQLSTATE). */
export const fullDisk = '53100'
/** Of a standby that was not promoted, or a database that takes no writes. */
export const readOnly = '25006'

/** Of the failure, or of what caused it: SQLSTATE, or the code of the system. Empty when there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
