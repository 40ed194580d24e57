import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { readDetailsToEdit } from '@portal/contract/edit-account'
import type { AccountNumber } from '@portal/contract/ids'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isOpenTo, openAccountsAfter } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { otherDetails, readOwnRecord, shownRecord } from './own-record.ts'

type Question = ParsedBodyOf<typeof readDetailsToEdit>
type Result = ReplyOf<typeof readDetailsToEdit>['result']

/**
 * What the Edit Account view shows (C§2.5): the customer's own details, with the billing address of the account asked
 * for, or of the first by number.
 * @throws Refusal for anybody else's; BillingSystemDown.
 */
export async function readDetails(deps: Deps, customer: CustomerCaller, question: Question): Promise<Result> {
  const isOurs = question.division === deps.profile.division
  if (!isOurs || question.personId !== customer.personId) throw refuseCommonly('not-allowed')
  const accountId = question.accountId ?? (await firstAccount(deps, customer))
  if (!accountId || !(await isOpenTo(deps.db, customer.id, accountId))) throw refuseCommonly('not-allowed')
  const record = await readOwnRecord(deps, customer, accountId)
  if (!record) throw refuseCommonly('not-found')
  return { otherDetails: otherDetails(record), details: shownRecord(customer, record) }
}

async function firstAccount({ db }: Deps, { id }: CustomerCaller): Promise<AccountNumber | undefined> {
  const { accounts } = await openAccountsAfter(db, id, null, 1)
  return accounts[0]
}
