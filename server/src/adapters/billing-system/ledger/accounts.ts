import type { BillingAddress } from '@portal/contract/contact'
import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { arrayToJoin } from '../../../database/sql.ts'
import type { BillingAccount } from '../port.ts'
import { type AddressColumns, addressOf, overrideOf, placeOf, textOf } from './addresses.ts'
import { detailsSet, openChanges } from './people.ts'

export async function findLedgerAccounts(
  db: Db,
  accounts: readonly AccountNumber[],
  division: string,
): Promise<BillingAccount[]> {
  const rows = await accountsQuery(db, accounts, division).execute()
  return rows.map(accountOf)
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsQuery>['execute']>>[number]

function accountOf(row: AccountRow): BillingAccount {
  const { emailAddress = textOf(row.email_address), address = personAddress(row) } = detailsSet(row.changes ?? [])
  return {
    accountId: row.account_id,
    division: row.division,
    customerClass: row.customer_class,
    isActive: row.is_active ?? false,
    isCashOnly: row.is_cash_only,
    serviceLocation: serviceLocation(row),
    person: {
      personId: row.person_id,
      fullName: row.full_name.trim(),
      isBusiness: row.person_or_business === 'B',
      emailAddress,
    },
    mailing: { ...mailingAddress(row, address), source: row.bill_address_source },
  }
}

function accountsQuery(db: Db, accounts: readonly AccountNumber[], division: string) {
  return (
    db
      .selectFrom('cis.account as account')
      .innerJoin('cis.account_person as link', (on) =>
        on.onRef('link.account_id', '=', 'account.account_id').on('link.is_main', '=', true),
      )
      .innerJoin('cis.person as person', 'person.person_id', 'link.person_id')
      // The premise that is served now, or otherwise the one that was served last.
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('cis.service_agreement')
            .select(['premise_id', sql<boolean>`status in ('20', '30', '50')`.as('is_active')])
            .whereRef('account_id', '=', 'account.account_id')
            .orderBy('is_active', 'desc')
            .orderBy('start_date', 'desc')
            .orderBy('agreement_id')
            .limit(1)
            .as('agreement'),
        (on) => on.onTrue(),
      )
      .leftJoin('cis.premise as served', 'served.premise_id', 'agreement.premise_id')
      .leftJoin('cis.premise as mailing', 'mailing.premise_id', 'account.mailing_premise_id')
      .select(['account.account_id', 'account.division', 'account.customer_class', 'account.is_cash_only'])
      .select(['agreement.is_active', 'person.person_id', 'person.full_name', 'person.email_address'])
      .select(['person.person_or_business'])
      .select(['link.bill_address_source'])
      .select(['served.address1', 'served.address2', 'served.city', 'served.state', 'served.postal', 'served.country'])
      .select([
        'mailing.address1 as mailing_address1',
        'mailing.address2 as mailing_address2',
        'mailing.city as mailing_city',
        'mailing.state as mailing_state',
        'mailing.postal as mailing_postal',
        'mailing.country as mailing_country',
      ])
      .select([
        'person.address1 as person_address1',
        'person.address2 as person_address2',
        'person.city as person_city',
        'person.state as person_state',
        'person.postal as person_postal',
        'person.country as person_country',
      ])
      .select(['link.override_address1', 'link.override_address2', 'link.override_city', 'link.override_state'])
      .select(['link.override_postal', 'link.override_country'])
      .select(openChanges.as('changes'))
      .where('account.account_id', '=', sql<AccountNumber>`any(${arrayToJoin(accounts)}::text[])`)
      .where('account.division', '=', division)
  )
}

function personAddress(row: AccountRow): BillingAddress | null {
  return addressOf({
    address1: row.person_address1,
    address2: row.person_address2,
    city: row.person_city,
    state: row.person_state,
    postal: row.person_postal,
    country: row.person_country,
  })
}

/** Where bills go (C§4). For a customer who reads bills online (`N/A`): the person's address, or the premise. */
function mailingAddress(row: AccountRow, ofPerson: BillingAddress | null): BillingAddress {
  return ofSource(row, ofPerson) ?? addressOf(row) ?? noAddress
}

function ofSource(row: AccountRow, ofPerson: BillingAddress | null): BillingAddress | null {
  switch (row.bill_address_source) {
    case 'PREM':
      return addressOf(mailingPremise(row))
    case 'ACOV':
      return overrideOf(row)
    case 'PER':
    case 'N/A':
    case null:
      return ofPerson
  }
}

const noAddress: BillingAddress = { address1: '', address2: null, city: '', state: '', postal: '', country: '' }

function serviceLocation(row: AccountRow): string {
  return placeOf(row.address1 === null ? mailingPremise(row) : row)
}

function mailingPremise(row: AccountRow): AddressColumns {
  return {
    address1: row.mailing_address1,
    address2: row.mailing_address2,
    city: row.mailing_city,
    state: row.mailing_state,
    postal: row.mailing_postal,
    country: row.mailing_country,
  }
}
