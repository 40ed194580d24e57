import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import {
  readAccountToPay as readAccountToPayCall,
  type PayableAccount,
  validateAccount,
} from '@portal/contract/pay-now'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { confirmationEmailOnFile } from '@portal/contract/payments'
import { asksOnlyZip, proofTexts } from '@portal/contract/proof'
import { displayName, maskAddress, maskEmail, maskName } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import type { Visitor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { addressLine } from '../foundation/billing-address.ts'
import { checkHumanAnswer, recallHumanCheck, consumeHumanCheck } from '../foundation/human-check.ts'
import { findProvable, isProven } from '../foundation/proof.ts'
import { restoreAll, countFailures, consume } from '../foundation/rate-limits/rate-limits.ts'
import { requireAccess, grantAccess } from '../foundation/sessions/accounts.ts'
import { guestRoute, route } from '../http/route.ts'
import { accountRows, readPortalPayments } from '../payments/balances.ts'
import { rememberShown } from '../payments/shown-balances.ts'
import { refuse, refuseCommonly } from '../refusal.ts'

/** Finding the account to pay as a guest (C§2.6), and asking again how it stands. */
export function payNowRoutes(app: FastifyInstance, deps: Deps): void {
  guestRoute(app, validateAccount, async (request) => ({
    result: await findAccountToPay(deps, request, request.body),
  }))
  route(app, readAccountToPayCall, async ({ session, body }) => readAccountToPay(deps, session.id, body.accountId))
}

type Question = ParsedBodyOf<typeof validateAccount>
type Found = ReplyOf<typeof validateAccount>['result']

/**
 * Finds the account a visitor wants to pay by its number and the proof of the profile, which is the billing zip code
 * where it names none, and opens it to the visitor's session (C§2.6, C§7). Every mismatch gets the same answer after the same work, so that it reveals nothing.
 * @throws Refusal when the human check proves nothing or there were too many tries; BillingSystemDown.
 */
async function findAccountToPay(deps: Deps, visitor: Visitor, question: Question): Promise<Found> {
  const byAddress = ['wrongLookUpsPerAddress', visitor.clientAddress] as const
  await consume(deps, ...byAddress)
  await requireHuman(deps, visitor, question.humanCheck)
  await consume(deps, 'wrongLookUpsPerAccount', question.accountId)

  const [found, payable] = await countFailures(deps, [byAddress, ['wrongLookUpsPerAccount', question.accountId]], () =>
    Promise.all([findProvable(deps, 'payNow', question.accountId), maskedAccount(deps, question.accountId)]),
  )
  const isOurs = question.division === deps.profile.division
  if (!found || !payable || !isOurs || !isProven(deps, 'payNow', found, question)) {
    return { status: 'Failed', details: asksOnlyZip('payNow') ? payNowTexts.notMatching : proofTexts.differs }
  }
  const { account } = found
  await restoreAll(deps, [byAddress, ['wrongLookUpsPerAccount', question.accountId]])
  await grantAccess(deps.db, visitor.session.id, account.accountId, deps.clock.now())
  await rememberShown(deps.db, visitor.session.id, [payable])
  return {
    status: 'Success',
    details: {
      Name: maskName(displayName(account.person.fullName)),
      Address: maskAddress(addressLine(account.mailing)),
      EmailID: maskEmail(confirmationEmailOnFile(account.person.emailAddress) ?? ''),
    },
    account: payable,
  }
}

/** Comes before tries are counted against the account, so that locking its owner out costs an attacker work. */
async function requireHuman(deps: Deps, { session }: Visitor, answer: string | undefined): Promise<void> {
  const checked =
    answer === undefined
      ? await recallHumanCheck(deps, session.id, 'account')
      : await checkHumanAnswer(deps, answer, { sessionId: session.id, purpose: 'account' })
  if (!checked || !(await consumeHumanCheck(deps.db, checked))) throw refuse(validateAccount, 'human-check-failed')
}

/**
 * How an account that is open to the session stands now (R19).
 * @throws Refusal when the account is not the caller's, or is gone; BillingSystemDown.
 */
async function readAccountToPay(deps: Deps, sessionId: number, accountId: AccountNumber): Promise<PayableAccount> {
  await requireAccess(deps.db, sessionId, accountId)
  const account = await maskedAccount(deps, accountId)
  if (!account) throw refuseCommonly('not-found')
  await rememberShown(deps.db, sessionId, [account])
  return account
}

/**
 * What a guest sees of an account; undefined when the billing system has none with this number. Unmasked, the service
 * location would reveal on the last step what the masked address has just hidden.
 * @throws BillingSystemDown
 */
async function maskedAccount(deps: Deps, account: AccountNumber): Promise<PayableAccount | undefined> {
  const [row] = await accountRows(deps, [account], await readPortalPayments(deps, [account]))
  return row && { ...row, serviceLocation: maskAddress(row.serviceLocation) }
}
