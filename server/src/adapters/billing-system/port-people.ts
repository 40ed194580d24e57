import type {
  BillAddressSource,
  BillingAddress,
  ContactDetails,
  ContactEdit,
  PhoneType,
} from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { BillRoute } from '@portal/contract/paperless'

/** Part of `BillingSystem`, with the same conventions (C§3, docs/extract-format.md). @throws BillingSystemDown */
export interface PeopleRecords {
  /** The main customer first; empty when the division this portal serves has no such account. */
  holdersOf(account: AccountNumber): Promise<AccountHolder[]>
  /** Including changes made through `changeContact`. */
  findPerson(personId: PersonId): Promise<PersonRecord | null>
  /** As `findPerson` has them; for some hundreds. A person who is gone is left out. */
  emailAddresses(persons: readonly PersonId[]): Promise<ReadonlyMap<PersonId, string | null>>
  /** How their bills go out for each account that they may see on the web; for some hundreds of persons. */
  billRoutes(persons: readonly PersonId[]): Promise<RoutedAccount[]>
  /** Those the person may see on the web, by account number; up to thousands. */
  accountsOfPerson(personId: PersonId): Promise<AccountOfPerson[]>
  /** Where accounts are served, in the order of their names. */
  villages(most: number): Promise<string[]>
  /** Where each is served now or last; for some thousands. Left out where that is not known. */
  villagesOf(accounts: readonly AccountNumber[]): Promise<ReadonlyMap<AccountNumber, string>>
  /** An SQL condition on two columns; `true` where the billing system keeps its people outside this database. */
  holdsAccount(person: string, account: string): string
  /** Idempotent by change key. After `BillingSystemDown`, the change may or may not have been made. */
  changeContact(change: ContactChange): Promise<ChangedContact>
}

/** CI_ACCT_PER: one person of an account. */
export interface AccountHolder {
  personId: PersonId
  /** ACCT_REL_TYPE_CD, such as MAIN. */
  relationshipType: string
  isMain: boolean
  /** WEB_ACCESS_FLG is ALWD. */
  mayUseWeb: boolean
  billAddressSource: BillAddressSource | null
  /** The address that only this account's bills go to; null unless the source is ACOV. */
  override: BillingAddress | null
}

export interface PersonRecord extends ContactDetails {
  personId: PersonId
  /** As stored: either `first last` or `last, first` (C§3). */
  fullName: string
  isBusiness: boolean
  phones: PersonPhone[]
  /** Before this one (CMOLDEML, C§3). */
  previousEmail: { address: string; replacedOn: CalendarDate } | null
  /** In an earlier portal (CMOLDUSR, C§5). */
  previousUsername: string | null
}

export interface PersonPhone {
  type: PhoneType
  number: string
  sequence: number
}

export interface AccountOfPerson {
  accountId: AccountNumber
  /** Street, city, state, zip code, separated by commas. */
  serviceLocation: string
  customerClass: string
  isActive: boolean
}

export interface RoutedAccount {
  personId: PersonId
  accountId: AccountNumber
  /** Null when the billing system has not said. */
  route: BillRoute | null
  /** Asked for by `changeContact`, and not yet contained in the data; null: nothing. */
  asked: BillRoute | null
}

export interface ContactChange extends ContactEdit {
  /** A UUID, the same at every try. */
  changeKey: string
  personId: PersonId
  /** `changeDate` is the date of `changedAt` in the utility's time zone. */
  changedAt: Instant
  changeDate: CalendarDate
}

/** `rejected` is final: a person must look at it. */
export type ChangedContact = { outcome: 'changed' } | { outcome: 'rejected'; reason: string }
