import type { Instant } from '@portal/contract/dates'
import type pg from 'pg'

/** How an import affected the contact changes made in the portal. */
export interface ContactMatch {
  /** Changes that no earlier imported extract contained. */
  contained: number
  /** Changes that still override the imported data. */
  open: number
}

/**
 * Settles which contact changes the extract contains: those that the person's characteristic CMWEBCHG names, and all
 * earlier ones of that person (docs/extract-format.md). Call it in the transaction of the swap.
 */
export async function matchContacts(client: pg.Client, importId: number, extractedAt: Instant): Promise<ContactMatch> {
  // An older extract (--force) may not have a change that a newer one contained. That change applies again.
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
