import type { ReplyOf } from '@portal/contract/call'
import {
  type CallerCheck,
  type WebUser,
  resetCustomerPassword,
  searchWebUser,
  customerPasswordTexts,
} from '@portal/contract/customer-password'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { historyRows } from '@portal/contract/one-payment'
import { displayName } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import type { AdminCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { findPersonNow } from '../foundation/contact-changes/delivery.ts'
import { hashSecret } from '../foundation/credentials/hashing.ts'
import { replacePassword } from '../foundation/credentials/replace-password.ts'
import { weakPasswordReason } from '../foundation/credentials/weak-passwords.ts'
import { findWebUsersOf } from '../foundation/credentials/web-users.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { requireStillAllowed } from '../foundation/sessions/still-allowed.ts'
import { adminRoute } from '../http/route.ts'
import { emailWork } from '../messages/outbox/message.ts'
import { emailPasswordChanged } from '../messages/outbox/password-changed.ts'
import { refuseField } from '../refusal.ts'

/** A§2 Password Reset, A§7. */
export function customerPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, searchWebUser, async (request) => await searchCustomer(deps, request.session, request.body, request))
  adminRoute(
    app,
    resetCustomerPassword,
    async (request) => await setCustomerPassword(deps, request.session, request.body, request),
  )
}

const notFound = { result: { status: 'Failed' as const, description: customerPasswordTexts.notFound } }

/** Limited, so that nobody lists all customers (A§2). @throws Refusal after too many searches; BillingSystemDown */
async function searchCustomer(
  deps: Deps,
  caller: AdminCaller,
  { accountId, division }: { accountId: AccountNumber; division: string },
  origin: AuditOrigin,
): Promise<ReplyOf<typeof searchWebUser>> {
  await consume(deps, 'customerSearchesPerAdmin', String(caller.adminUserId))
  const isOurs = division === deps.profile.division
  const holders = isOurs ? await deps.billing.holdersOf(accountId) : []
  const event = { actor: actorOf(caller), action: 'customer-searched', subject: accountId } as const
  await recordAudit(deps.db, event, origin, deps.clock.now())
  if (holders.length === 0) return notFound
  const [people, enrolled, check] = await Promise.all([
    Promise.all(holders.map(async ({ personId }) => await deps.billing.findPerson(personId))),
    findWebUsersOf(
      deps.db,
      holders.map(({ personId }) => personId),
    ),
    readCallerCheck(deps, accountId),
  ])
  const desc = people
    .filter((person) => person !== null)
    .map(({ personId, fullName }): WebUser => {
      const username = enrolled.find((user) => user.personId === personId)?.username ?? ''
      return { username, fullName: displayName(fullName), personId }
    })
  return { result: { status: 'Success', desc, description: '', check } }
}

/** @throws BillingSystemDown */
async function readCallerCheck({ billing }: Pick<Deps, 'billing'>, account: AccountNumber): Promise<CallerCheck> {
  const [known, payments] = await Promise.all([billing.findAccount(account), billing.payments(account, historyRows)])
  const last = payments.find(({ type }) => type === 'PS')
  return {
    serviceLocation: known?.serviceLocation ?? '',
    lastPayment: last ? { amount: cents(-last.amount), date: last.date } : null,
  }
}

/** A§2; ends sessions, mails a notice. @throws Refusal: easy password, too many; BillingSystemDown; HashQueueFull */
async function setCustomerPassword(
  deps: Deps,
  caller: AdminCaller,
  { personId, password }: { personId: PersonId; password: string },
  origin: AuditOrigin,
): Promise<ReplyOf<typeof resetCustomerPassword>> {
  await consume(deps, 'passwordResetsPerAdmin', String(caller.adminUserId))
  const [user] = await findWebUsersOf(deps.db, [personId])
  if (!user) return { result: { status: 'Failed', description: customerPasswordTexts.notEnrolled } }
  const easy = weakPasswordReason(password, { username: user.username, profile: deps.profile })
  if (easy !== null) throw refuseField('password', easy)
  const person = await findPersonNow(deps, personId)
  const passwordHash = await hashSecret(password)
  await deps.db.transaction().execute(async (tx) => {
    await requireStillAllowed(tx, caller)
    const now = deps.clock.now()
    const noticeTo = person?.emailAddress ?? null
    const change = { webUserId: user.id, passwordHash, noticeTo, isGiven: true, keptSessionId: null }
    await replacePassword(tx, change, { now, tell: emailPasswordChanged(deps.profile) })
    const before = { isLocked: user.lockedAt !== null }
    const event = { actor: actorOf(caller), action: 'customer-password-reset', subject: user.username, before } as const
    await recordAudit(tx, event, origin, now)
  })
  deps.wake(emailWork)
  return { result: { status: 'Success', description: customerPasswordTexts.updated } }
}
