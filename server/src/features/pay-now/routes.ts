import { readAccountToPay as readAccountToPayCall } from '@portal/contract/account-to-pay'
import { validateAccount } from '@portal/contract/pay-now'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { guestRoute, route } from '../../http/route.ts'
import { findAccountToPay } from './find-account-to-pay.ts'
import { readAccountToPay } from './read-account-to-pay.ts'

/** Finding the account to pay as a guest (C§2.6), and asking again how it stands. */
export function payNowRoutes(app: FastifyInstance, deps: Deps): void {
  guestRoute(app, validateAccount, async (asked) => ({
    result: await findAccountToPay(deps, asked, asked.body),
  }))
  route(app, readAccountToPayCall, async ({ session, body }) => readAccountToPay(deps, session.id, body.accountId))
}
