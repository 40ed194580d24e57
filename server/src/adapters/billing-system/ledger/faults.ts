import { BillingSystemDown } from '../port.ts'

/** @throws BillingSystemDown when PostgreSQL was unreachable or too slow. Other errors are our own and passed on. */
export async function downWhenUnreachable<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query()
  } catch (error) {
    if (isUnreachable(error)) throw new BillingSystemDown('The billing ledger cannot be reached', { cause: error })
    throw error
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
])

/** "Not now": shutting down, starting up, too many connections, a dropped database, a statement that took too long. */
const notNowCodes = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '57014', '55P03', '3D000'])

/** The driver's own errors have no code. */
const driverMessages =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end/

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (networkCodes.has(code) || notNowCodes.has(code) || code.startsWith('08')) return true
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  return driverMessages.test(error.message)
}
