import { readFile } from 'node:fs/promises'
import { CalendarDate } from '@portal/contract/dates'
import { DecimalAmount, cents, dollars, noCents, parseDecimalCents } from '@portal/contract/money'
import type pg from 'pg'
import { z } from 'zod'
import { RefusedExtract } from '../import/read-lines.ts'
import { incomingSchema } from '../import/staging.ts'
import { fileKinds } from './columns.ts'

/** What another system counted, beside the files as `manifest.json`. */
const Manifest = z.strictObject({
  as_of: CalendarDate.optional(),
  /** Lines of each file that are read, and the sum of all balances. */
  rows: z.partialRecord(z.enum(fileKinds), z.int()).default({}),
  balance: DecimalAmount.transform((text) => parseDecimalCents(text) ?? noCents).optional(),
  /** The number of our newest payment file that the balances contain. */
  payments_through: z.int().min(1).optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'

/** @throws RefusedExtract */
export async function readManifest(path: string): Promise<Manifest> {
  try {
    const parsed = Manifest.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (parsed.success) return parsed.data
    throw new RefusedExtract(`${manifestName}: ${z.prettifyError(parsed.error)}`)
  } catch (error) {
    if (error instanceof RefusedExtract) throw error
    throw new RefusedExtract(`${manifestName} cannot be read`)
  }
}

/** Rows that are left out have no balance here, so with any the sums differ anyway. @throws RefusedExtract */
export async function refuseOtherSum(client: pg.Client, { balance }: Manifest, leftOut: number): Promise<void> {
  if (balance === undefined || leftOut > 0) return
  const { rows } = await client.query<{ cents: string }>(
    `select coalesce(sum(balance), 0) as cents from ${incomingSchema}.accounts`,
  )
  const sum = cents(Number(rows[0]?.cents))
  if (sum !== balance)
    throw new RefusedExtract(`The manifest says balances of ${dollars(balance)}. The file has ${dollars(sum)}`)
}
