import { type UserDetails, readUserDetails as readUserDetailsCall } from '@portal/contract/account-summary'
import type { PhoneType } from '@portal/contract/contact'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { FastifyInstance } from 'fastify'
import type { PersonRecord } from '../adapters/billing-system/port-people.ts'
import type { AdminCaller, CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { shownAddress } from '../foundation/billing-address.ts'
import { deliverChangesOf } from '../foundation/contact-changes/delivery.ts'
import { requireAccess, openAccounts, openAccountsAfter } from '../foundation/sessions/accounts.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { keyOf } from '../messages/outbox/names.ts'
import { readUnverified } from '../payments/records/bank-standings.ts'
import { refuseCommonly } from '../refusal.ts'

/** C§2.5, C§7. */
export function userDetailsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, readUserDetailsCall, async ({ session, body }) => ({
    result: await readUserDetails(deps, session, body),
  }))
}

interface Question {
  personId: PersonId
  accountId?: AccountNumber | undefined
}

/** C§3; administrators: with an account open to the session. @throws Refusal for anybody else's; BillingSystemDown */
async function readUserDetails(
  deps: Deps,
  session: CustomerCaller | AdminCaller,
  question: Question,
): Promise<UserDetails> {
  const { personId } = question
  if (session.kind === 'customer' && session.personId !== personId) throw refuseCommonly('not-allowed')
  const accountId = await ownAccount(deps, session, question)
  await deliverChangesOf(deps, personId)
  const [person, account] = await Promise.all([
    deps.billing.findPerson(personId),
    accountId === null ? null : deps.billing.findAccount(accountId),
  ])
  if (!person) throw refuseCommonly('not-found')
  const details = detailsOf(person, accountId, account?.mailing ?? person.address, account?.serviceLocation ?? '')
  const unverified = session.kind === 'customer' ? await readUnverified(deps.db, session.username) : []
  return {
    ...details,
    isEmailStopped: await isStopped(deps, details.emailAddress),
    isPaymentUnverified: unverified.length > 0,
  }
}

async function isStopped({ db }: Deps, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('stopped_address')
    .select('why')
    .where('channel', '=', 'email')
    .where('address', '=', keyOf(email))
    .executeTakeFirst()
  return row !== undefined
}

/** Of session and person, by default the first; null for none. @throws Refusal when it does not belong to both */
async function ownAccount(
  deps: Deps,
  session: CustomerCaller | AdminCaller,
  { personId, accountId }: Question,
): Promise<AccountNumber | null> {
  if (session.kind === 'admin') return await accountOfPerson(deps, session, personId, accountId)
  // An account that is open to a customer's session belongs to the customer.
  if (accountId === undefined) return (await openAccountsAfter(deps.db, session.id, null, 1)).accounts[0] ?? null
  await requireAccess(deps.db, session.id, accountId)
  return accountId
}

/** An administrator may have accounts of several people open. */
async function accountOfPerson(
  { db, billing }: Deps,
  session: AdminCaller,
  personId: PersonId,
  accountId: AccountNumber | undefined,
): Promise<AccountNumber> {
  const opened = new Set(await openAccounts(db, session.id))
  const own = (await billing.accountsOfPerson(personId)).map((account) => account.accountId)
  const found = own.find((account) => opened.has(account) && (accountId === undefined || accountId === account))
  if (!found) throw refuseCommonly('not-allowed')
  return found
}

function detailsOf(
  person: PersonRecord,
  accountId: AccountNumber | null,
  address: PersonRecord['address'],
  premiseAddress: string,
): Omit<UserDetails, 'isEmailStopped' | 'isPaymentUnverified'> {
  const { address1, address2, city, state, postal, country } = shownAddress(address)
  const phone = (type: PhoneType) => person.phones.find((each) => each.type === type)
  const [home, mobile, work] = [phone('HOME-PHONE'), phone('MOBILE'), phone('BUSN-PHONE')]
  return {
    personId: person.personId,
    accountId,
    fullName: person.fullName,
    addressLine1: address1,
    addressLine2: address2,
    city,
    state,
    postal,
    country,
    premiseAddress,
    homePhone: home?.number ?? '',
    mobilePhone: mobile?.number ?? '',
    workPhone: work?.number ?? '',
    sequenceHome: home?.sequence ?? null,
    sequenceMobile: mobile?.sequence ?? null,
    sequenceWork: work?.sequence ?? null,
    emailAddress: person.emailAddress ?? '',
  }
}
