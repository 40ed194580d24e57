import { type Instant, dateIn } from '@portal/contract/dates'
import type pg from 'pg'
import { holdsAccount } from '../../../adapters/billing-system/ledger/people.ts'
import { exclusiveTransaction } from '../../../database/transactions.ts'
import { ledgerTables } from '../format/extract-records.ts'
import { type ImportedData, type PaymentMatch, matchPayments } from './containment.ts'
import { keepNewHolders } from './new-holders.ts'
import type { ExtractHeader } from './read-lines.ts'
import { type FinishedRun, finishRun } from './runs.ts'
import { incomingSchema } from './staging.ts'

export interface PortalMatch {
  payments: PaymentMatch
  contacts: ContactMatch
}

/** What goes live. */
export interface Incoming extends Pick<ImportedData, 'containment' | 'paymentsThrough' | 'isOverlay'> {
  header: ExtractHeader
}

/** One transaction: readers see old data or new. @throws Error when readers held a table for minutes */
export async function swapIn(client: pg.Client, run: FinishedRun, incoming: Incoming): Promise<PortalMatch> {
  return await exclusiveTransaction(client, async () => {
    await client.query(`lock table ${ledgerTables.map((table) => `cis.${table}`).join(', ')} in access exclusive mode`)
    return await replaceTables(client, run, incoming)
  })
}

async function replaceTables(client: pg.Client, run: FinishedRun, incoming: Incoming): Promise<PortalMatch> {
  const { header, ...rule } = incoming
  const { extractedAt } = header
  for (const table of ledgerTables) {
    await client.query(`drop table cis.${table}`)
    await client.query(`alter table ${incomingSchema}.${table} set schema cis`)
  }
  await client.query(`drop schema ${incomingSchema}`)
  await client.query('update cis.import_run set is_live = false where is_live')
  await closeMovedAccounts(client)
  await keepNewHolders(client, run)
  await finishRun(client, run, 'imported', null)
  return {
    payments: await matchPayments(client, {
      ...rule,
      importId: run.id,
      extractedAt,
      lastDay: dateIn(header.timeZone, extractedAt),
    }),
    contacts: await matchContacts(client, run.id, extractedAt),
  }
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
