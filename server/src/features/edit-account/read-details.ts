import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { PhoneType } from '@portal/contract/contact'
import { storedPhone } from '@portal/contract/contact-texts'
import { stateName } from '@portal/contract/countries'
import type { EditAccountRecord, OtherDetail, readDetailsToEdit } from '@portal/contract/edit-account'
import type { AccountNumber } from '@portal/contract/ids'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isOpenTo, openAccountsAfter } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { type OwnRecord, readOwnRecord } from './own-record.ts'

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

/** The record as the Edit Account view shows it (C§3). */
function shownRecord({ username }: CustomerCaller, record: OwnRecord): EditAccountRecord {
  const { person, address, source, question } = record
  const state = address?.state ?? ''
  return {
    personId: person.personId,
    accountId: record.accountId,
    username,
    fullName: person.fullName,
    emailAddress: person.emailAddress ?? '',
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

/** The first phone of that type. */
function numberOf({ phones }: PersonRecord, type: PhoneType): string {
  return storedPhone(phones.find((phone) => phone.type === type)?.number ?? '')
}

/** The characteristics of the record (C§3); the answer itself is hashed and never shown. */
function otherDetails({ person, question }: OwnRecord): OtherDetail[] {
  const { changedOn: EffectiveDate, id } = question
  const oldEmail = person.characteristics.find(({ type }) => type === 'CMOLDEML')
  return [
    {
      CharacteristicType: 'CMSCQUES',
      EffectiveDate,
      AdhocCharacteristicValue: '',
      CharacteristicValue: String(id),
    },
    { CharacteristicType: 'CMSCAN', EffectiveDate, AdhocCharacteristicValue: '', CharacteristicValue: '' },
    ...(oldEmail
      ? [
          {
            CharacteristicType: 'CMOLDEML' as const,
            EffectiveDate: oldEmail.effectiveDate,
            AdhocCharacteristicValue: oldEmail.adhocValue ?? '',
            CharacteristicValue: '',
          },
        ]
      : []),
  ]
}
