const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** "Not now": a standby, a statement that took too long, a lock, a dropped database. */
const notNowCodes = new Set(['25006', '57014', '55P03', '3D000'])

/** Class 08: the connection broke. 28: no login. 53: no disk, memory or connections left. 57P: it stops or starts. */
const notNowClass = /^(?:08|28|53|57P)/

/** The driver's own errors have no code. */
const driverMessages =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end/

/** PostgreSQL could not be reached, or took nothing at that moment. Any other failure is ours. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (networkCodes.has(code) || notNowCodes.has(code) || notNowClass.test(code)) return true
  // No socket file. By itself the code is that of any missing file.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  if (error instanceof AggregateError && error.errors.some(isUnreachable)) return true
  return driverMessages.test(error.message) || isUnreachable(error.cause)
}
