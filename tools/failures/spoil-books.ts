import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeBooks } from '../gateway-simulator/stripe/books.ts'

const Row = z.looseObject({
  tag: z.number(),
  sequence: z.number(),
  reference: z.string(),
  amount: z.number(),
  status: z.string(),
})
type Row = z.infer<typeof Row>

/** References of the payments to falsify, each in its way. */
export interface GatewaySpoils {
  lost: string
  otherAmount: string
  approved: string
  twice: string
  takenBack: string
}

/** Falsifies the books of a simulated gateway that is not running. */
export async function spoilGatewayBooks(folder: string, spoils: GatewaySpoils): Promise<void> {
  const file = join(folder, 'transactions.jsonl')
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const rows = lines.map((line) => Row.parse(JSON.parse(line)))
  rows.splice(rows.indexOf(rowOf(rows, spoils.lost)), 1)
  rowOf(rows, spoils.otherAmount).amount += 1
  rowOf(rows, spoils.approved).status = 'A'
  append(rows, rowOf(rows, spoils.twice))
  const takenBack = rowOf(rows, spoils.takenBack)
  append(rows, { ...takenBack, kind: 'reversal', reverses: takenBack.tag })
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** The same in the books of Stripe's stand-in, which goes on serving. */
export async function spoilStripeBooks(
  { books, refundInDashboard }: SpoiledStripe,
  spoils: GatewaySpoils,
): Promise<void> {
  const intentOf = (reference: string): Stripe.PaymentIntent => {
    const found = [...books.intents.values()].find(({ metadata }) => metadata['reference'] === reference)
    if (!found) throw new Error(`Stripe has no payment ${reference}`)
    return found
  }
  const change = async (reference: string, by: (intent: Stripe.PaymentIntent) => Stripe.PaymentIntent) =>
    await books.keep({ kind: 'intent', value: by(intentOf(reference)) })
  books.intents.delete(intentOf(spoils.lost).id)
  await change(spoils.otherAmount, (intent) => ({ ...intent, amount_received: intent.amount_received + 1 }))
  await change(spoils.approved, (intent) => ({ ...intent, status: 'succeeded', amount_received: intent.amount }))
  await change(spoils.twice, (intent) => ({ ...intent, id: 'pi_SECONDCHARGE' }))
  await refundInDashboard(intentOf(spoils.takenBack).id)
}

interface SpoiledStripe {
  books: StripeBooks
  refundInDashboard(tag: string): Promise<unknown>
}

function rowOf(rows: readonly Row[], reference: string): Row {
  const row = rows.find((each) => each.reference === reference)
  if (!row) throw new Error(`The gateway has no transaction ${reference}`)
  return row
}

function append(rows: Row[], row: Row): void {
  const last = rows.at(-1) ?? row
  rows.push({ ...row, tag: last.tag + 1, sequence: last.sequence + 1 })
}

interface LedgerSpoils {
  lost: string
  otherAmount: string
  otherAccount: string
  twice: string
}

/** Another billing system may have a receipt twice; the ledger's key forbids that, so the key is dropped. */
export async function spoilLedger(pool: pg.Pool, spoils: LedgerSpoils): Promise<void> {
  const change = async (sql: string, receipt: string): Promise<void> => {
    const { rowCount } = await pool.query(sql, [receipt])
    if (rowCount !== 1) throw new Error(`The ledger has no payment ${receipt}`)
  }
  await change('delete from cis.portal_payment where receipt_number = $1', spoils.lost)
  await change('update cis.portal_payment set amount_cents = 1 where receipt_number = $1', spoils.otherAmount)
  await change(`update cis.portal_payment set account_id = '9999999999' where receipt_number = $1`, spoils.otherAccount)
  await pool.query('alter table cis.portal_payment drop constraint portal_payment_pkey cascade')
  const columns =
    'receipt_number, account_id, amount_cents, source_code, method_code, authorization_number, paid_at, pay_date'
  await change(
    `insert into cis.portal_payment (${columns}) select ${columns} from cis.portal_payment where receipt_number = $1`,
    spoils.twice,
  )
}

/** Leaves of a charge only what the partners know, as when an old backup was restored. */
export async function forgetCharge(pool: pg.Pool, reference: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `delete from posting where checkout_id = (select checkout_id from charge_attempt where reference = $1)`,
      [reference],
    )
    await client.query('delete from charge_attempt where reference = $1', [reference])
    await client.query('commit')
  } finally {
    client.release()
  }
}
