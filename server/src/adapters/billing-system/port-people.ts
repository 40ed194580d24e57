import type { BillAddressSource, PhoneType } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'

/**
 * People in the billing system: who an account belongs to, how to reach them, and how the portal changes that (C§3,
 * docs/extract-format.md). Part of `BillingSystem`, with the same conventions: null means that there is no such thing,
 * texts are trimmed and blank ones null, and `BillingSystemDown` is thrown when there is no answer.
 */
export interface PeopleRecords {
  /** All people of the account, the main customer first; empty when the division this portal serves has no such account. */
  holdersOf(account: AccountNumber): Promise<AccountHolder[]>
  /** The person as of now, including changes made through `changeContact`. */
  findPerson(personId: PersonId): Promise<PersonRecord | null>
  /** Every account the person may see on the web, by account number; up to thousands. */
  accountsOfPerson(personId: PersonId): Promise<AccountOfPerson[]>
  /**
   * The SQL condition that the person may still see the account, for statements about sessions. `true` where the
   * billing system keeps its people outside this database.
   * @param person the column with the person's id
   * @param account the column with the account's number
   */
  holdsAccount(person: string, account: string): string
  /**
   * Changes a person's contact details. Idempotent by change key: making the same change again alters nothing and
   * answers `changed`. When it throws `BillingSystemDown`, the change may or may not have been made.
   */
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

/** A postal address as the billing system keeps it. */
export interface BillingAddress {
  address1: string
  address2: string | null
  city: string
  state: string
  /** May have a `-nnnn` extension. The five digits before it are the zip code (C§3). */
  postal: string
  country: string
}

/**
 * What the customer may edit besides phones: the one shape of a person, a change, the queue and the extract. The portal
 * compares, queues and stores by its keys.
 */
export interface ContactDetails {
  emailAddress: string | null
  /** The person's own address. Bills may go to another one. */
  address: BillingAddress | null
}

/** A person and how to reach them. */
export interface PersonRecord extends ContactDetails {
  personId: PersonId
  /** As stored: either `first last` or `last, first` (C§3). */
  fullName: string
  /** Whether it is a company or an institution. */
  isBusiness: boolean
  phones: PersonPhone[]
  /** The email address before this one, and when it was replaced (CMOLDEML, C§3). */
  previousEmail: { address: string; replacedOn: CalendarDate } | null
  /** The username in an earlier portal (CMOLDUSR, C§5). */
  previousUsername: string | null
}

/** A telephone number of a person. */
export interface PersonPhone {
  type: PhoneType
  number: string
  /** Identifies this phone in a change. */
  sequence: number
}

/** An account that a person may see on the web. */
export interface AccountOfPerson {
  accountId: AccountNumber
  /** The address that is served: street, city, state, zip code, separated by commas. */
  serviceLocation: string
  /** `RESID` is residential. */
  customerClass: string
  isActive: boolean
}

/** What a change sets. What is left out stays as it is. */
export type ContactEdit = {
  readonly [Detail in keyof ContactDetails]?: NonNullable<ContactDetails[Detail]>
} & { readonly phones: readonly PhoneChange[] }

/** One change of a person's contact details. */
export interface ContactChange extends ContactEdit {
  /** Identifies the change, the same at every try: a UUID. */
  changeKey: string
  personId: PersonId
  /** When it was made, and that moment's date in the utility's time zone. */
  changedAt: Instant
  changeDate: CalendarDate
}

/** A change to one phone. If the phone no longer exists, `update` adds it and `delete` does nothing. */
export type PhoneChange =
  | { action: 'add'; type: PhoneType; number: string }
  | { action: 'update'; type: PhoneType; sequence: number; number: string }
  | { action: 'delete'; type: PhoneType; sequence: number }

/** `rejected` is final: the billing system understood the request and refused it, so a person must look at it. */
export type ChangedContact = { outcome: 'changed' } | { outcome: 'rejected'; reason: string }
