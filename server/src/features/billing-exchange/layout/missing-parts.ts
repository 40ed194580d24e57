import { missingParts } from '@portal/contract/import-texts'
import type { MissingPart } from '@portal/contract/imports'
import type pg from 'pg'
import { incomingSchema as incoming } from '../import/staging.ts'

/** What shows that a part is there, in SQL over the rows of accounts. Bills with lines and usage are in no file yet. */
const shows: Readonly<Record<MissingPart, string>> = {
  usage: 'false',
  lines: 'false',
  bills: 'bill_date is not null and due_date is not null',
  ages: 'num_nonnulls(current, past_due_30, past_due_60, past_due_90, past_due_older) > 0',
  dueDate: 'due_date is not null',
  address: 'service_address is not null',
  zip: 'zip is not null',
  holder: 'customer_id is not null or holder_since is not null',
}

/** Parts of pages that do not appear, because no account has what they need. */
export async function missingPartsOf(client: pg.Client): Promise<MissingPart[]> {
  const columns = Object.entries(shows).map(([part, isThere]) => `bool_or(${isThere}) as "${part}"`)
  const { rows } = await client.query<Partial<Record<string, boolean | null>>>(
    `select ${columns.join(', ')} from ${incoming}.holder`,
  )
  const parts = Object.keys(missingParts).filter((name): name is MissingPart => Object.hasOwn(missingParts, name))
  return parts.filter((part) => rows[0]?.[part] !== true)
}
