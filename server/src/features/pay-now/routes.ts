import { validateAccount } from '@portal/contract/pay-now'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { ReadPortalPayments } from '../../foundation/payable-accounts/portal-payments.ts'
import { guestRoute } from '../../http/route.ts'
import { findAccountToPay } from './find-account-to-pay.ts'

/** Finding the account to pay as a guest (C§2.6). */
export function payNowRoutes(app: FastifyInstance, deps: Deps, readPortalPayments: ReadPortalPayments): void {
  guestRoute(app, validateAccount, async (asked) => ({
    result: await findAccountToPay(deps, readPortalPayments, asked, asked.body),
  }))
}
