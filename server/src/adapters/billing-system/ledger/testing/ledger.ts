import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { onlyDigits } from '@portal/contract/text'
import type { Db } from '../../../../database/connect.ts'
import type { BillingTables } from '../../../../database/tables/billing.ts'

/** What a test may change about the account that `addTestAccount` makes; money in cents. */
export interface TestAccount {
  account: string
  /** The main customer. By default it has the account's own number. With `isKnown`, the person exists already. */
  person?: { id: string; isKnown?: boolean }
  phones?: readonly TestPhone[]
  /** WEB_ACCESS_FLG of the main customer; true by default. */
  mayUseWeb?: boolean
  balance?: number
  /** The part of the balance that is 30 days old or less and older than the newest bill. */
  arrears?: number
  customerClass?: string
  isCashOnly?: boolean
  /** Service agreement status: 20 active, 60 closed. */
  status?: string
  fullName?: string
  /** Whether the main customer is a company; false by default. */
  isBusiness?: boolean
  email?: string | null
  /** The zip codes of the person's address, of the mailing premise and of the override differ in their last digits. */
  postal?: string
  source?: BillingTables['cis.account_person']['bill_address_source']
  /** Null for an account that was never billed. */
  dueDate?: string | null
}

/** A phone of the main customer. Its sequence is its position in the list, from 1. */
interface TestPhone {
  type: BillingTables['cis.phone']['phone_type']
  number: string
}

/** Puts one account with its person, premise, agreement and newest bill into the ledger of a test database. */
export async function addTestAccount(db: Db, given: TestAccount): Promise<void> {
  const account = AccountNumber.parse(given.account)
  const balance = cents(given.balance ?? 0)
  const arrears = cents(given.arrears ?? 0)
  await addPersonAndPremise(db, given)
  await db
    .insertInto('cis.account')
    .values({
      account_id: account,
      division: 'GWA',
      customer_class: given.customerClass ?? 'RESID',
      bill_cycle: 'C01',
      setup_date: CalendarDate.parse('2020-01-15'),
      mailing_premise_id: account,
      is_cash_only: given.isCashOnly ?? false,
      balance_cents: balance,
      payoff_cents: balance,
      new_charges_cents: cents(balance - arrears),
      arrears_30_cents: arrears,
      arrears_60_cents: cents(0),
      arrears_90_cents: cents(0),
      arrears_older_cents: cents(0),
    })
    .execute()
  await addLinkAndAgreement(db, given)
  if (given.dueDate !== null) await addBill(db, account, given.dueDate ?? '2026-02-20', balance)
}

async function addPersonAndPremise(db: Db, given: TestAccount): Promise<void> {
  const place = { address2: null, city: 'Tamuning', state: 'GU', postal: given.postal ?? '96913', country: 'USA' }
  if (!given.person?.isKnown) {
    await db
      .insertInto('cis.person')
      .values({
        person_id: personOf(given),
        person_or_business: given.isBusiness ? 'B' : 'P',
        full_name: given.fullName ?? 'Maria Cruz',
        email_address: given.email === undefined ? 'maria@example.com' : given.email,
        address1: '12 Home Street',
        ...place,
      })
      .execute()
  }
  await addPhones(db, given)
  await db
    .insertInto('cis.premise')
    .values({ premise_id: given.account, premise_type: 'SFH', address1: '7 Water Lane, Unit 2', ...place })
    .execute()
}

function personOf(given: TestAccount): PersonId {
  return PersonId.parse(given.person?.id ?? given.account)
}

async function addPhones(db: Db, given: TestAccount): Promise<void> {
  for (const [at, { type, number }] of (given.phones ?? []).entries()) {
    await db
      .insertInto('cis.phone')
      .values({
        person_id: personOf(given),
        sequence: at + 1,
        phone_type: type,
        phone_number: number,
        extension: null,
      })
      .execute()
  }
}

/** Gives an account another person who is not its main customer. */
export async function addTestHolder(db: Db, account: string, person: string, relationship = 'COOWNER'): Promise<void> {
  await db
    .insertInto('cis.account_person')
    .values(link(account, person, relationship))
    .execute()
}

function link(account: string, person: string, relationship: string) {
  return {
    account_id: AccountNumber.parse(account),
    person_id: PersonId.parse(person),
    relationship_type: relationship,
    is_main: relationship === 'MAIN',
    is_financially_responsible: true,
    may_use_web: true,
    bill_address_source: 'PER' as const,
    override_name: null,
    override_address1: null,
    override_address2: null,
    override_city: null,
    override_state: null,
    override_postal: null,
    override_country: null,
    bill_route: null,
  }
}

const override = {
  override_address1: 'PO Box 99',
  override_city: 'Hagatna',
  override_state: 'GU',
  override_postal: '96932',
  override_country: 'USA',
}

async function addLinkAndAgreement(db: Db, given: TestAccount): Promise<void> {
  const account = AccountNumber.parse(given.account)
  await db
    .insertInto('cis.account_person')
    .values({
      ...link(given.account, personOf(given), 'MAIN'),
      may_use_web: given.mayUseWeb ?? true,
      bill_address_source: given.source === undefined ? 'PER' : given.source,
      ...(given.source === 'ACOV' && override),
    })
    .execute()
  await db
    .insertInto('cis.service_agreement')
    .values({
      agreement_id: given.account,
      account_id: account,
      premise_id: given.account,
      agreement_type: 'W-RES',
      status: given.status ?? '20',
      start_date: CalendarDate.parse('2020-01-15'),
      end_date: null,
      balance_cents: cents(given.balance ?? 0),
      payoff_cents: cents(given.balance ?? 0),
    })
    .execute()
}

async function addBill(db: Db, account: AccountNumber, dueDate: string, ending: number): Promise<void> {
  const routing = { name1: 'Maria Cruz', entityInfo: null, address1: '12 Home Street', address2: null }
  const detail = {
    routing: { ...routing, city: 'Tamuning', state: 'GU', postal: '96913', country: 'USA' },
    segments: [],
    messages: [],
  }
  await db
    .insertInto('cis.bill')
    .values({
      bill_id: BillId.parse(`${onlyDigits(account).padStart(10, '0')}01`),
      account_id: account,
      bill_date: CalendarDate.parse('2026-01-31'),
      due_date: CalendarDate.parse(dueDate),
      begin_cents: cents(0),
      payments_cents: cents(0),
      adjustments_cents: cents(0),
      corrections_cents: cents(0),
      current_charges_cents: cents(ending),
      ending_cents: cents(ending),
      read_date: null,
      consumption_gallons: null,
      detail,
    })
    .execute()
}
