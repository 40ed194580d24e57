import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { validateAccount } from '@portal/contract/pay-now'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { displayName, maskAddress, maskName } from '@portal/contract/text'
import type { Visitor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { addressLine, zipOf } from '../../foundation/billing-address/billing-address.ts'
import { checkHumanAnswer, spendHumanCheck } from '../../foundation/human-check/human-check.ts'
import { recallHumanCheck } from '../../foundation/human-check/remembered.ts'
import { giveBackTries, orGiveBack, takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { openAccount } from '../../foundation/sessions/accounts.ts'
import { refuse, requireTry } from '../../http/problem.ts'
import { rememberShown } from '../../payments/shown-balances.ts'
import { maskedAccount } from './masked-account.ts'

type Question = ParsedBodyOf<typeof validateAccount>
type Found = ReplyOf<typeof validateAccount>['result']

/**
 * Finds the account a visitor wants to pay by its number and billing zip code, and opens it to the visitor's session
 * (C§2.6, C§7). Every mismatch gets the same answer after the same work, so that it reveals nothing.
 * @throws Refusal when the human check proves nothing or there were too many tries; BillingSystemDown.
 */
export async function findAccountToPay(deps: Deps, visitor: Visitor, question: Question): Promise<Found> {
  const byAddress = ['wrongLookUpsPerAddress', visitor.clientAddress] as const
  requireTry(await takeTry(deps, ...byAddress))
  await requireHuman(deps, visitor, question.humanCheck)
  requireTry(await takeTry(deps, 'wrongLookUpsPerAccount', question.accountId))

  const [account, payable] = await orGiveBack(deps, [byAddress, ['wrongLookUpsPerAccount', question.accountId]], () =>
    Promise.all([
      deps.billing.findAccount(question.accountId, deps.profile.division),
      maskedAccount(deps, question.accountId),
    ]),
  )
  const isOurs = question.division === deps.profile.division
  if (!account || !payable || !isOurs || zipOf(account.mailing) !== question.postal) {
    return { status: 'Failed', details: payNowTexts.notMatching }
  }
  await giveBackTries(deps, [byAddress, ['wrongLookUpsPerAccount', question.accountId]])
  await openAccount(deps.db, visitor.session.id, account.accountId, deps.clock.now())
  await rememberShown(deps.db, visitor.session.id, [payable])
  return {
    status: 'Success',
    details: {
      Name: maskName(displayName(account.person.fullName)),
      Address: maskAddress(addressLine(account.mailing)),
      EmailID: account.person.emailAddress ?? '',
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
  if (!checked || !(await spendHumanCheck(deps.db, checked))) throw refuse(validateAccount, 'human-check-failed')
}
