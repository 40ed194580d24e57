import type { Instant } from '@portal/contract/dates'
import type pg from 'pg'
import { holdsAccount } from '../../../adapters/billing-system/ledger/people.ts'
import { exclusiveTransaction } from '../../../database/transactions.ts'
import { ledgerTables } from '../format/extract-records.ts'
import { type FinishedRun, finishRun } from './runs.ts'
import { incomingSchema } from './staging.ts'

/** How an import affected payments of the portal. */
interface PaymentMatch {
  /** In no earlier import. */
  contained: number
  /** Still lower a balance: no import contains them. */
  open: number
  /** Receipts whose account or amount differs; the extract is right. */
  differing: string[]
}

export interface PortalMatch {
  payments: PaymentMatch
  contacts: ContactMatch
}

/** One transaction: readers see old data or new. @throws Error when readers held a table for minutes */
export async function swapIn(client: pg.Client, run: FinishedRun, extractedAt: Instant): Promise<PortalMatch> {
  return await exclusiveTransaction(client, async () => {
    await client.query(`lock table ${ledgerTables.map((table) => `cis.${table}`).join(', ')} in access exclusive mode`)
    return await replaceTables(client, run, extractedAt)
  })
}

async function replaceTables(client: pg.Client, run: FinishedRun, extractedAt: Instant): Promise<PortalMatch> {
  for (const table of ledgerTables) {
    await client.query(`drop table cis.${table}`)
    await client.query(`alter table ${incomingSchema}.${table} set schema cis`)
  }
  await client.query(`drop schema ${incomingSchema}`)
  await client.query('update cis.import_run set is_live = false where is_live')
  await closeMovedAccounts(client)
  await finishRun(client, run, 'imported', null)
  return {
    payments: await matchPayments(client, run.id, extractedAt),
    contacts: await matchContacts(client, run.id, extractedAt),
  }
}

/** Contained: a transaction has its receipt number (docs/extract-format.md). */
async function matchPayments(client: pg.Client, importId: number, extractedAt: Instant): Promise<PaymentMatch> {
  // An older extract (--force) may lack a payment that a newer one contained: it counts again.
  await client.query(
    `update cis.portal_payment set contained_in_import = null
     from cis.import_run newer
     where newer.id = contained_in_import and newer.extracted_at > $1`,
    [extractedAt],
  )
  const contained = await client.query<{ receipt_number: string; is_same: boolean }>(
    `update cis.portal_payment set contained_in_import = $1
     from (
       select external_reference, min(account_id) as account_id, max(account_id) as last_account_id,
         -sum(current_cents) as cents
       from cis.financial_transaction
       where external_reference is not null and transaction_type = 'PS'
       group by external_reference) as extracted
     where receipt_number = external_reference and contained_in_import is null
     returning receipt_number,
       portal_payment.account_id = extracted.account_id and portal_payment.account_id = extracted.last_account_id
         and amount_cents = extracted.cents as is_same`,
    [importId],
  )
  await matchCancellations(client, importId, extractedAt)
  const open = await client.query<{ count: string }>(
    'select count(*) from cis.portal_payment where contained_in_import is null',
  )
  return {
    contained: contained.rows.length,
    open: Number(open.rows[0]?.count),
    differing: contained.rows.filter((row) => !row.is_same).map((row) => row.receipt_number),
  }
}

/** Contained: a transaction PX has the receipt number of its payment. */
async function matchCancellations(client: pg.Client, importId: number, extractedAt: Instant): Promise<void> {
  await client.query(
    `update cis.payment_cancellation set contained_in_import = null
     from cis.import_run newer
     where newer.id = contained_in_import and newer.extracted_at > $1`,
    [extractedAt],
  )
  await client.query(
    `update cis.payment_cancellation set contained_in_import = $1
     where contained_in_import is null and exists (
       select from cis.financial_transaction
       where external_reference = receipt_number and transaction_type = 'PX')`,
    [importId],
  )
}

interface ContactMatch {
  /** In no earlier import. */
  contained: number
  /** Still override the imported data. */
  open: number
}

/** Those up to the person's CMWEBCHG (docs/extract-format.md); within the transaction of the swap. */
async function matchContacts(client: pg.Client, importId: number, extractedAt: Instant): Promise<ContactMatch> {
  // An older extract (--force) may lack a change that a newer one contained: it applies again.
  await client.query(
    `update cis.contact_change set contained_in_import = null
     from cis.import_run newer
     where newer.id = contained_in_import and newer.extracted_at > $1`,
    [extractedAt],
  )
  const contained = await client.query(
    `update cis.contact_change change set contained_in_import = $1
     from (
       select named.person_id, max(named.change_number) as change_number
       from cis.person_characteristic characteristic
       join cis.contact_change named
         on named.person_id = characteristic.person_id and named.change_number::text = characteristic.adhoc_value
       where characteristic_type = 'CMWEBCHG'
       group by named.person_id) as last
     where change.person_id = last.person_id and change.change_number <= last.change_number
       and change.contained_in_import is null`,
    [importId],
  )
  const open = await client.query<{ count: string }>(
    'select count(*) from cis.contact_change where contained_in_import is null',
  )
  return { contained: contained.rowCount ?? 0, open: Number(open.rows[0]?.count) }
}

/** A session keeps its accounts for hours, also after moving out. Within the transaction of the swap. */
async function closeMovedAccounts(client: pg.Client): Promise<void> {
  await client.query(
    `delete from session_account opened
     using session join web_user on web_user.id = session.web_user_id
     where opened.session_id = session.id and not ${holdsAccount('web_user.person_id', 'opened.account_id')}`,
  )
}
