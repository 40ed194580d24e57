import type { ContactDetails, ContactEdit, PhoneChange } from '@portal/contract/contact'
import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { arrayToJoin } from '../../../database/sql.ts'
import type {
  AccountHolder,
  AccountOfPerson,
  ChangedContact,
  ContactChange,
  PeopleRecords,
  PersonPhone,
  PersonRecord,
  RoutedAccount,
} from '../port-people.ts'
import { addressOf, overrideOf, placeOf, textOf } from './addresses.ts'
import { downWhenUnreachable } from './faults.ts'

/** As imported, with the changes made in the portal applied. */
export function ledgerPeople(db: Db, division: string): PeopleRecords {
  return {
    holdersOf: (account) => downWhenUnreachable(() => holdersOf(db, account, division)),
    findPerson: (personId) => downWhenUnreachable(() => findPerson(db, personId)),
    emailAddresses: (persons) => downWhenUnreachable(() => emailAddresses(db, persons)),
    billRoutes: (persons) => downWhenUnreachable(() => billRoutes(db, persons)),
    villages: (most) => downWhenUnreachable(() => villages(db, most)),
    villagesOf: (accounts) => downWhenUnreachable(() => villagesOf(db, accounts)),
    holdsAccount,
    accountsOfPerson: (personId) => downWhenUnreachable(() => accountsOfPerson(db, personId)),
    changeContact: (change) => downWhenUnreachable(() => changeContact(db, change)),
  }
}

async function holdersOf(db: Db, account: AccountNumber, division: string): Promise<AccountHolder[]> {
  const rows = await db
    .selectFrom('cis.account as account')
    .innerJoin('cis.account_person as link', 'link.account_id', 'account.account_id')
    .select([
      'link.person_id',
      'link.relationship_type',
      'link.is_main',
      'link.may_use_web',
      'link.bill_address_source',
    ])
    .select(['link.override_address1', 'link.override_address2', 'link.override_city', 'link.override_state'])
    .select(['link.override_postal', 'link.override_country'])
    .where('account.account_id', '=', account)
    .where('account.division', '=', division)
    .orderBy('link.is_main', 'desc')
    .orderBy('link.person_id')
    .execute()
  return rows.map((row) => ({
    personId: row.person_id,
    relationshipType: row.relationship_type,
    isMain: row.is_main,
    mayUseWeb: row.may_use_web,
    billAddressSource: row.bill_address_source,
    override: row.bill_address_source === 'ACOV' ? overrideOf(row) : null,
  }))
}

/** A single query, so that a reader sees either the old person or the new one while an import swaps its tables in. */
async function findPerson(db: Db, personId: PersonId): Promise<PersonRecord | null> {
  const row = await db
    .selectFrom('cis.person as person')
    .select(['person.person_id', 'person.full_name', 'person.person_or_business', 'person.email_address'])
    .select(['person.address1', 'person.address2', 'person.city', 'person.state', 'person.postal', 'person.country'])
    .select([
      sql<PersonPhone[] | null>`(
        select json_agg(json_build_object('type', phone_type, 'number', phone_number, 'sequence', sequence)
          order by sequence)
        from cis.phone where phone.person_id = person.person_id)`.as('phones'),
      sql<PersonRecord['previousEmail']>`(
        select json_build_object('address', coalesce(adhoc_value, ''), 'replacedOn', effective_date)
        from cis.person_characteristic each
        where each.person_id = person.person_id and characteristic_type = 'CMOLDEML'
        order by effective_date desc limit 1)`.as('previousEmail'),
      sql<string | null>`(
        select adhoc_value from cis.person_characteristic each
        where each.person_id = person.person_id and characteristic_type = 'CMOLDUSR'
        order by effective_date desc limit 1)`.as('previousUsername'),
      openChanges.as('changes'),
    ])
    .where('person.person_id', '=', personId)
    .executeTakeFirst()
  if (!row) return null
  const imported: PersonRecord = {
    personId: row.person_id,
    fullName: row.full_name.trim(),
    isBusiness: row.person_or_business === 'B',
    emailAddress: textOf(row.email_address),
    address: addressOf(row),
    phones: row.phones ?? [],
    previousEmail: row.previousEmail,
    previousUsername: row.previousUsername,
  }
  return (row.changes ?? []).reduce(withChange, imported)
}

async function emailAddresses(db: Db, persons: readonly PersonId[]): Promise<Map<PersonId, string | null>> {
  const rows = await db
    .selectFrom('cis.person as person')
    .select(['person.person_id', 'person.email_address', openChanges.as('changes')])
    .where(sql<boolean>`person.person_id = any(${arrayToJoin(persons)}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => [row.person_id, detailsSet(row.changes ?? []).emailAddress ?? textOf(row.email_address)]),
  )
}

/** Whose bills have no mailing address gets no paper (C§4). */
async function billRoutes(db: Db, persons: readonly PersonId[]): Promise<RoutedAccount[]> {
  const { rows } = await sql<RoutedAccount>`
    select link.person_id as "personId", link.account_id as "accountId",
      coalesce(link.bill_route, case when coalesce(link.bill_address_source, 'N/A') = 'N/A' then 'EMAIL' end) as route, (
      select asked.route
      from cis.contact_change change
      cross join lateral json_to_recordset(change.detail->'billRoutes') as asked ("accountId" text, route text)
      where change.person_id = link.person_id and change.contained_in_import is null
        and asked."accountId" = link.account_id
      order by change.change_number desc limit 1) as asked
    from cis.account_person link
    where link.person_id = any(${arrayToJoin(persons)}::text[]) and link.may_use_web
    order by link.person_id, link.account_id`.execute(db)
  return rows
}

/** From one name of the index to the next, because there are far more premises than villages. */
async function villages(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ city: string }>`
    with recursive village (city) as (
      (select city from cis.premise order by city limit 1)
      union all
      select (select premise.city from cis.premise where premise.city > village.city order by premise.city limit 1)
      from village where village.city is not null)
    select city from village where city <> '' limit ${most}`.execute(db)
  return rows.map(({ city }) => city)
}

async function villagesOf(db: Db, accounts: readonly AccountNumber[]): Promise<Map<AccountNumber, string>> {
  const { rows } = await sql<{ account: AccountNumber; city: string }>`
    select account.account_id as account, premise.city
    from cis.account account
    left join lateral (
      select premise_id, status in ('20', '30', '50') as is_active from cis.service_agreement
      where service_agreement.account_id = account.account_id
      order by is_active desc, start_date desc, agreement_id limit 1) agreement on true
    join cis.premise premise on premise.premise_id = coalesce(agreement.premise_id, account.mailing_premise_id)
    where account.account_id = any(${arrayToJoin(accounts)}::text[])`.execute(db)
  return new Map(rows.map(({ account, city }) => [account, city]))
}

/** In SQL because every sign-in runs it. The premise is the one served now or last, as in findLedgerAccounts. */
async function accountsOfPerson(db: Db, personId: PersonId): Promise<AccountOfPerson[]> {
  const { rows } = await sql<FoundAccount>`
    select account.account_id, account.customer_class, agreement.is_active,
      premise.address1, premise.city, premise.state, premise.postal
    from cis.account_person link
    join cis.account account on account.account_id = link.account_id
    left join lateral (
      select premise_id, status in ('20', '30', '50') as is_active from cis.service_agreement
      where service_agreement.account_id = account.account_id
      order by is_active desc, start_date desc, agreement_id limit 1) agreement on true
    left join cis.premise premise on premise.premise_id = coalesce(agreement.premise_id, account.mailing_premise_id)
    where link.person_id = ${personId} and link.may_use_web
    order by account.account_id`.execute(db)
  return rows.map((row) => ({
    accountId: row.account_id,
    serviceLocation: placeOf(row),
    customerClass: row.customer_class,
    isActive: row.is_active ?? false,
  }))
}

/** It may have no agreement and no premise. */
interface FoundAccount {
  account_id: AccountNumber
  customer_class: string
  is_active: boolean | null
  address1: string | null
  city: string | null
  state: string | null
  postal: string | null
}

/** Locks the table of holders, as the swap of an import does: it runs either before the swap or after it. */
export function holdsAccount(person: string, account: string): string {
  return `exists (select from cis.account_person link
    where link.account_id = ${account} and link.person_id = ${person} and link.may_use_web)`
}

async function changeContact(db: Db, change: ContactChange): Promise<ChangedContact> {
  const { changeKey, personId, changedAt, changeDate, ...edit } = change
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('cis.contact_change')
    .columns(['change_key', 'person_id', 'changed_at', 'change_date', 'detail'])
    .expression((given) =>
      given
        .selectFrom('cis.person')
        .select([
          sql<string>`${changeKey}::uuid`.as('change_key'),
          'person_id',
          sql<string>`${changedAt}::timestamptz`.as('changed_at'),
          sql<string>`${changeDate}::date`.as('change_date'),
          sql<string>`${JSON.stringify(edit)}::json`.as('detail'),
        ])
        .where('person_id', '=', personId),
    )
    .onConflict((again) => again.column('change_key').doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 1n || (await wasChanged(db, changeKey))) return { outcome: 'changed' }
  return { outcome: 'rejected', reason: 'There is no such person' }
}

async function wasChanged(db: Db, changeKey: string): Promise<boolean> {
  const before = await db
    .selectFrom('cis.contact_change')
    .select('change_number')
    .where('change_key', '=', changeKey)
    .executeTakeFirst()
  return before !== undefined
}

interface DatedChange {
  change_date: CalendarDate
  detail: ContactEdit
}

/** Of the outer query's person, not in any imported extract yet, oldest first; null if there are none. */
export const openChanges = sql<DatedChange[] | null>`(
  select json_agg(json_build_object('change_date', change_date, 'detail', detail) order by change_number)
  from cis.contact_change change
  where change.person_id = person.person_id and change.contained_in_import is null)`

/** The newest of each. */
export function detailsSet(changes: readonly DatedChange[]): Partial<ContactDetails> {
  const all: Partial<ContactDetails> & { phones?: unknown; billRoutes?: unknown } = {}
  for (const { detail } of changes) Object.assign(all, detail)
  delete all.phones
  delete all.billRoutes
  return all
}

function withChange(before: PersonRecord, { change_date, detail }: DatedChange): PersonRecord {
  const { phones, billRoutes: _routes, ...details } = detail
  const after = { ...before, ...details, phones: phones.reduce(withPhone, before.phones) }
  if (before.emailAddress === null || after.emailAddress === before.emailAddress) return after
  return { ...after, previousEmail: { address: before.emailAddress, replacedOn: change_date } }
}

function withPhone(phones: PersonPhone[], change: PhoneChange): PersonPhone[] {
  const isMeant = (phone: PersonPhone): boolean =>
    change.action !== 'add' && phone.type === change.type && phone.sequence === change.sequence
  if (change.action === 'delete') return phones.filter((phone) => !isMeant(phone))
  if (phones.some(isMeant)) {
    return phones.map((phone) => (isMeant(phone) ? { ...phone, number: change.number } : phone))
  }
  const sequence = Math.max(0, ...phones.map((phone) => phone.sequence)) + 1
  return [...phones, { type: change.type, number: change.number, sequence }]
}
