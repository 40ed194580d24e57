import { AccountNumber } from '@portal/contract/ids'
import { ledgerBalances } from '@portal/server/adapters/billing-system/ledger/balances.ts'
import { systemClock } from '@portal/server/clock.ts'
import type { Db } from '@portal/server/database/connect.ts'
import { openAccountsAfter } from '@portal/server/foundation/sessions/accounts.ts'
import { findByToken } from '@portal/server/foundation/sessions/session.ts'
import { readPortalPayments } from '@portal/server/payments/balances.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import { sentStatements } from '../sent-statements.ts'

/** A statement of the product. Parameters that differ between requests are named; the others are fixed. */
export interface Statement {
  sql: string
  parameters: ({ named: 'token' | 'session' | 'accounts' | 'after' } | { value: unknown })[]
}

/** The statements of one page of the account summary, in order, recorded from the product itself. */
export async function summaryStatements(db: Db): Promise<Statement[]> {
  const profile = readProfile()
  const [session, after] = [987_654_321, AccountNumber.parse('9876543210')]
  const accounts = [AccountNumber.parse('1234567890')]
  const sent = await sentStatements(db, async (listened) => {
    await findByToken(listened, Buffer.from('token'), 'customer', systemClock.now())
    await openAccountsAfter(listened, session, after, 21)
    await readPortalPayments({ db: listened, clock: systemClock, profile }, accounts)
    await ledgerBalances(listened, accounts, profile.division)
  })
  return sent.map(({ sql, parameters }) => ({
    sql,
    parameters: parameters.map((value) => {
      if (Buffer.isBuffer(value)) return { named: 'token' }
      if (Array.isArray(value)) return { named: 'accounts' }
      if (value === session) return { named: 'session' }
      return value === after ? { named: 'after' } : { value }
    }),
  }))
}
