import type { PersonId } from '@portal/contract/ids'
import { mostAccountsToChoose } from '@portal/contract/notifications'
import type { Paperless } from '@portal/contract/paperless'
import type { RoutedAccount } from '../adapters/billing-system/port-people.ts'
import type { CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { queuedRoutes } from '../foundation/contact-changes/queue.ts'
import { reachedAt } from '../messages/addresses/addresses.ts'
import { paperlessState } from './rules.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** @throws BillingSystemDown */
export async function readPaperlessOf(deps: Needed, customer: CustomerCaller): Promise<Paperless> {
  const [email, accounts, routes, choices] = await Promise.all([
    reachedAt(deps, customer, 'email'),
    deps.billing.accountsOfPerson(customer.personId),
    routesOf(deps, [customer.personId]),
    deps.db
      .selectFrom('paperless_choice')
      .select(['account_id as accountId', 'started_at as startedAt', 'confirmed_on as confirmedOn'])
      .select(['ended_on as endedOn', 'ended_why as endedWhy'])
      .where('web_user_id', '=', customer.webUserId)
      .execute(),
  ])
  const chosen = new Map(choices.map((choice) => [choice.accountId, choice]))
  const routed = new Map(routes.map((routing) => [routing.accountId, routing]))
  return {
    email,
    accounts: accounts.slice(0, mostAccountsToChoose).map(({ accountId, serviceLocation }) => {
      const choice = chosen.get(accountId)
      const state = paperlessState(choice, routed.get(accountId) ?? { route: null, asked: null })
      const since = state === 'returned' ? choice?.endedOn : choice?.confirmedOn
      return { accountId, serviceLocation, state, since: since ?? null, why: choice?.endedWhy ?? null }
    }),
  }
}

/** As the billing system has them, with what is still on its way there. @throws BillingSystemDown */
export async function routesOf({ db, billing }: Needed, persons: readonly PersonId[]): Promise<RoutedAccount[]> {
  // First what waits: a change that is delivered between the two reads is seen by both.
  const queued = await queuedRoutes(db, persons)
  const routes = await billing.billRoutes(persons)
  const waiting = new Map(queued.map((change) => [`${change.personId} ${change.accountId}`, change]))
  return routes.map((routing) => {
    const change = waiting.get(`${routing.personId} ${routing.accountId}`)
    if (!change || (change.isRefused && routing.asked !== null)) return routing
    return { ...routing, asked: change.route }
  })
}
