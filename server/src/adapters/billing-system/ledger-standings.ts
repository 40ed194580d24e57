import { type AgedDebt, payOldestFirst } from '@portal/contract/aged-debt'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { placeOf } from './ledger-address.ts'
import type { AccountStanding } from './port-bills.ts'

/** How many accounts stand, in one query: a few index look-ups per account, however many accounts there are in all. */
export async function ledgerStandings(
  db: Db,
  accounts: readonly AccountNumber[],
  division: string,
): Promise<AccountStanding[]> {
  const rows = await standingsQuery(db, accounts, division).execute()
  return rows.map(standingOf)
}

type StandingRow = Awaited<ReturnType<ReturnType<typeof standingsQuery>['execute']>>[number]

function standingOf(row: StandingRow): AccountStanding {
  const { bill_id: billId, bill_date: billDate, due_date: dueDate, ending_cents: ending } = row
  const imported = {
    newCharges: row.new_charges_cents,
    days30: row.arrears_30_cents,
    days60: row.arrears_60_cents,
    days90: row.arrears_90_cents,
    older: row.arrears_older_cents,
  }
  return {
    accountId: row.account_id,
    customerClass: row.customer_class,
    isActive: row.is_active ?? false,
    isCashOnly: row.is_cash_only,
    serviceLocation: placeOf(row.address1, row.city, row.state, row.postal),
    debt: debtAfter(imported, cents(row.paid ?? 0)),
    latestBill: billId && billDate && dueDate ? { billId, billDate, dueDate, total: cents(ending ?? 0) } : null,
  }
}

/** More was cancelled than paid when an import contains the payment and not yet its cancellation: nobody knows how old it is. */
function debtAfter(imported: AgedDebt, paid: Cents): AgedDebt {
  if (paid >= 0) return payOldestFirst(imported, paid)
  return { ...imported, newCharges: cents(imported.newCharges - paid) }
}

function standingsQuery(db: Db, accounts: readonly AccountNumber[], division: string) {
  return (
    db
      .selectFrom('cis.account as account')
      // The premise that is served now, or else the one served last: as in findLedgerAccounts.
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
      .leftJoin('cis.premise as premise', (on) =>
        on.on('premise.premise_id', '=', sql`coalesce(agreement.premise_id, account.mailing_premise_id)`),
      )
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('cis.portal_payment')
            .select(
              // What was cancelled again is owed again.
              sql<number>`coalesce(sum(amount_cents), 0)::bigint - (
                select coalesce(sum(amount_cents), 0) from cis.payment_cancellation cancelled
                where cancelled.account_id = account.account_id and cancelled.contained_in_import is null)::bigint`.as(
                'paid',
              ),
            )
            .whereRef('account_id', '=', 'account.account_id')
            .where('contained_in_import', 'is', null)
            .as('paid'),
        (on) => on.onTrue(),
      )
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('cis.bill')
            .select(['bill_id', 'bill_date', 'due_date', 'ending_cents'])
            .whereRef('account_id', '=', 'account.account_id')
            .orderBy('bill_date', 'desc')
            .orderBy('bill_id', 'desc')
            .limit(1)
            .as('newest'),
        (on) => on.onTrue(),
      )
      .select(['account.account_id', 'account.customer_class', 'account.is_cash_only', 'agreement.is_active'])
      .select(['account.new_charges_cents', 'account.arrears_30_cents', 'account.arrears_60_cents'])
      .select(['account.arrears_90_cents', 'account.arrears_older_cents', 'paid.paid'])
      .select(['premise.address1', 'premise.city', 'premise.state', 'premise.postal'])
      .select(['newest.bill_id', 'newest.bill_date', 'newest.due_date', 'newest.ending_cents'])
      .where('account.account_id', '=', sql<AccountNumber>`any(${[...accounts]})`)
      .where('account.division', '=', division)
  )
}
