import {
  type AccountSummary,
  firstAccounts,
  laterAccounts,
  readAccountSummary as readAccountSummaryCall,
} from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { BillingSystemDown } from '../adapters/billing-system/port.ts'
import type { Deps } from '../deps.ts'
import { openAccountsAfter } from '../foundation/sessions/accounts.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { readPortalPayments } from '../payments/balances.ts'
import { shownRows } from '../payments/shown-balances.ts'

/** The table of the dashboard (C§2.5). */
export function accountSummaryRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readAccountSummaryCall, ({ session, body, log }) =>
    readAccountSummary(deps, { sessionId: session.id, after: body.after ?? null }, log),
  )
}

type Rows = AccountSummary['accounts']

interface Place {
  sessionId: number
  after: AccountNumber | null
}

/** While the billing system is down, accounts are still listed, as incomplete rows. */
async function readAccountSummary(
  deps: Deps,
  { sessionId, after }: Place,
  log: FastifyBaseLogger,
): Promise<AccountSummary> {
  const size = after === null ? firstAccounts : laterAccounts
  // One more account shows whether there is another page.
  const opened = await openAccountsAfter(deps.db, sessionId, after, size + 1)
  const page = opened.accounts.slice(0, size)
  return {
    accounts: await rowsOf(deps, { sessionId, accounts: page }, log),
    total: opened.total,
    next: opened.accounts.length > size ? (page.at(-1) ?? null) : null,
    asOf: deps.clock.now(),
  }
}

async function rowsOf(
  deps: Deps,
  { sessionId, accounts }: { sessionId: number; accounts: readonly AccountNumber[] },
  log: FastifyBaseLogger,
): Promise<Rows> {
  if (accounts.length === 0) return []
  const known = await readPortalPayments(deps, accounts)
  const complete = await shownRows(deps, sessionId, accounts, known).catch((error: unknown) => {
    if (!(error instanceof BillingSystemDown)) throw error
    log.warn({ err: error }, 'Account summary shown without billing data')
    return []
  })
  const rowOf = new Map(complete.map((row) => [row.accID, row]))
  return accounts.map(
    (accID) => rowOf.get(accID) ?? { isComplete: false, accID, isBeingPaid: known.get(accID)?.isBeingPaid ?? false },
  )
}
