import { createHash } from 'node:crypto'
import type { BillAddressSource } from '@portal/contract/contact'
import { type CalendarDate, dateIn, type Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { BillingAddress, PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { readChosenQuestion } from './queries.ts'

/** What a customer may edit, as it is now: the billing system's part, the portal's, and the version of both. */
export interface OwnRecord {
  person: PersonRecord
  accountId: AccountNumber
  source: BillAddressSource | null
  /** Where the bills of the account go. */
  address: BillingAddress | null
  question: { id: number; changedOn: CalendarDate }
  /** Counts the customer's edits; two made from the same count cannot both be saved. */
  detailsVersion: number
  /** Identifies this state; any change to it, wherever it is made, gives another version. */
  version: string
}

/**
 * The signed-in customer's own record, seen from one of their accounts.
 * @returns null when the billing system has no such person, or the account is not the person's any more.
 * @throws BillingSystemDown
 */
export async function readOwnRecord(
  deps: Deps,
  customer: CustomerCaller,
  accountId: AccountNumber,
): Promise<OwnRecord | null> {
  // Read the count first: an edit saved while the rest is read then makes this version too old, never too new.
  const chosen = await readChosenQuestion(deps.db, customer.webUserId)
  const person = await findPersonNow(deps, customer.personId)
  const { division } = deps.profile
  const [holders, account] = await Promise.all([
    deps.billing.holdersOf(accountId, division),
    deps.billing.findAccount(accountId, division),
  ])
  const holder = holders.find(({ personId }) => personId === customer.personId)
  if (!person || !holder || !account) return null
  const source = holder.billAddressSource
  const address = source === 'PER' ? (person.address ?? account.mailing) : account.mailing
  const question = { id: chosen.questionId, changedOn: dateIn(deps.profile.timeZone, chosen.changedAt) }
  const record = { person, accountId, source, address, question, detailsVersion: chosen.detailsVersion }
  return { ...record, version: versionOf(record, chosen.changedAt) }
}

function versionOf(record: Omit<OwnRecord, 'version'>, questionChangedAt: Instant): string {
  const { person, address, detailsVersion } = record
  const state = [detailsVersion, questionChangedAt, person.emailAddress, address, person.address, person.phones]
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url')
}
