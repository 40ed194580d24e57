import { resetCustomerPassword, searchWebUser } from '@portal/contract/customer-password'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import { searchCustomer } from './search-customer.ts'
import { setCustomerPassword } from './set-password.ts'

/** Setting customers' passwords from the console (A§2 Password Reset, A§7). */
export function customerPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, searchWebUser, async (asked) => await searchCustomer(deps, asked.session, asked.body, asked))
  adminRoute(
    app,
    resetCustomerPassword,
    async (asked) => await setCustomerPassword(deps, asked.session, asked.body, asked),
  )
}
