import { createHash } from 'node:crypto'
import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import { type BillAddressSource, type PhoneType, storedPhone, type BillingAddress } from '@portal/contract/contact'
import { stateName } from '@portal/contract/countries'
import { type CalendarDate, type Instant, dateIn } from '@portal/contract/dates'
import {
  type EditAccountRecord,
  EditableTexts,
  type OtherDetail,
  editableTexts,
  type readDetailsToEdit,
} from '@portal/contract/edit-account'
import type { AccountNumber } from '@portal/contract/ids'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { hasAccess, openAccountsAfter } from '../../foundation/sessions/accounts.ts'
import { refuseCommonly } from '../../refusal.ts'

type Question = ParsedBodyOf<typeof readDetailsToEdit>
type Result = ReplyOf<typeof readDetailsToEdit>['result']

/** By default the first account's address (C§2.5). @throws Refusal for anybody else's; BillingSystemDown */
export async function readDetails(deps: Deps, customer: CustomerCaller, question: Question): Promise<Result> {
  const isOurs = question.division === deps.profile.division
  if (!isOurs || question.personId !== customer.personId) throw refuseCommonly('not-allowed')
  const accountId = question.accountId ?? (await firstAccount(deps, customer))
  if (!accountId || !(await hasAccess(deps.db, customer.id, accountId))) throw refuseCommonly('not-allowed')
  const record = await readOwnRecord(deps, customer, accountId)
  if (!record) throw refuseCommonly('not-found')
  return { otherDetails: otherDetails(record), details: shownRecord(customer, record) }
}

async function firstAccount({ db }: Deps, { id }: CustomerCaller): Promise<AccountNumber | undefined> {
  const { accounts } = await openAccountsAfter(db, id, null, 1)
  return accounts[0]
}

/** C§3 */
function shownRecord({ username }: CustomerCaller, record: OwnRecord): EditAccountRecord {
  const { person, address, source, question } = record
  const state = address?.state ?? ''
  return {
    personId: person.personId,
    accountId: record.accountId,
    username,
    fullName: person.fullName,
    ...EditableTexts.parse(Object.fromEntries(editableTexts.map((name) => [name, person[name] ?? '']))),
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    postal: address?.postal ?? '',
    stateInitials: state,
    stateDesc: stateName(state),
    country: address?.country ?? '',
    home: numberOf(person, 'HOME-PHONE'),
    mobile: numberOf(person, 'MOBILE'),
    work: numberOf(person, 'BUSN-PHONE'),
    contactNumbers: person.phones,
    characteristicValue: String(question.id),
    billAddressSource: source,
    version: record.version,
  }
}

/** The first of that type. */
function numberOf({ phones }: PersonRecord, type: PhoneType): string {
  return storedPhone(phones.find((phone) => phone.type === type)?.number ?? '')
}

/** C§3; the answer is hashed and never shown. */
function otherDetails({ person, question }: OwnRecord): OtherDetail[] {
  const { changedOn: EffectiveDate, id } = question
  const { previousEmail } = person
  return [
    {
      CharacteristicType: 'CMSCQUES',
      EffectiveDate,
      AdhocCharacteristicValue: '',
      CharacteristicValue: String(id),
    },
    { CharacteristicType: 'CMSCAN', EffectiveDate, AdhocCharacteristicValue: '', CharacteristicValue: '' },
    ...(previousEmail
      ? [
          {
            CharacteristicType: 'CMOLDEML' as const,
            EffectiveDate: previousEmail.replacedOn,
            AdhocCharacteristicValue: previousEmail.address,
            CharacteristicValue: '',
          },
        ]
      : []),
  ]
}

export interface OwnRecord {
  person: PersonRecord
  accountId: AccountNumber
  source: BillAddressSource | null
  /** Where the bills of the account go. */
  address: BillingAddress | null
  question: { id: number; changedOn: CalendarDate }
  /** Counts the customer's edits; two made from the same count cannot both be saved. */
  detailsVersion: number
  /** Any change to the record, wherever it is made, gives another version. */
  version: string
}

/** @returns null when billing has no such person, or the account is theirs no more @throws BillingSystemDown */
export async function readOwnRecord(
  deps: Deps,
  customer: CustomerCaller,
  accountId: AccountNumber,
): Promise<OwnRecord | null> {
  // The count first: an edit saved meanwhile makes this version too old, never too new.
  const chosen = await readChosenQuestion(deps.db, customer.webUserId)
  const person = await findPersonNow(deps, customer.personId)
  const [holders, account] = await Promise.all([deps.billing.holdersOf(accountId), deps.billing.findAccount(accountId)])
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
  const state = [detailsVersion, questionChangedAt, address, person]
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url')
}

/** When the question was chosen, and the count of edits. */
async function readChosenQuestion(
  db: Db,
  webUserId: number,
): Promise<{ questionId: number; changedAt: Instant; detailsVersion: number }> {
  return await db
    .selectFrom('web_user')
    .select(['security_question_id as questionId', 'question_changed_at as changedAt'])
    .select('details_version as detailsVersion')
    .where('id', '=', webUserId)
    .executeTakeFirstOrThrow()
}
