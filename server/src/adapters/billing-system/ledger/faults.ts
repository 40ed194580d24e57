import { isUnreachable } from '../../../database/unreachable.ts'
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
