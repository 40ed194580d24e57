import { searchPhonedInAccounts } from '@portal/contract/phoned-in'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import { searchAccounts } from './search-accounts.ts'

/**
 * Taking payments by phone (A§2 Phoned-In Bill Payments): finding the accounts. The payments feature has the calls that
 * pay them.
 */
export function phonedInRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, searchPhonedInAccounts, async (asked) => ({
    result: await searchAccounts(deps, asked, asked.body.accountIds),
    asOf: deps.clock.now(),
  }))
}
