import { type Readable, finished } from 'node:stream'
import { dateIn } from '@portal/contract/dates'
import { dollars } from '@portal/contract/money'
import { exportTransactions, csvFileName } from '@portal/contract/report-export'
import type { ReportFilter } from '@portal/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { to as copyTo } from 'pg-copy-streams'
import { bankPaymentsOf } from '../../adapters/payment-gateway/port.ts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import type { Download } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'
import { type Column, columns, writtenOut } from './columns.ts'
import { conditionsOf } from './filter.ts'
import { newestPayment } from './search-payments.ts'

/** Newest first (A§9), made while it is sent; stops when the browser leaves. @throws Refusal `exports-busy` */
export async function exportPayments(
  deps: Deps,
  caller: AdminCaller,
  filter: ReportFilter,
  { signal, ...origin }: AuditOrigin & { signal: AbortSignal },
): Promise<Download> {
  const { db, profile, clock } = deps
  const wanted = { filter, timeZone: profile.timeZone, asOf: await newestPayment(db) }
  const typed = { ...filter, amount: filter.amount && amountInWords(filter.amount) }
  const after = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  const event = { actor: actorOf(caller), action: 'report-exported', after } as const
  const names = {
    savedCards: deps.paymentGateway.savedMethods !== undefined,
    bankAccounts: bankPaymentsOf(profile, deps.paymentGateway) !== null,
    fees: profile.serviceFees.length > 0,
  }
  const statement = copyStatement(profile.timeZone, names, conditionsOf(wanted, writtenOut)).compile(db).sql
  const fileName = csvFileName(profile.division, dateIn(profile.timeZone, clock.now()))
  const content = await asOneOfFew(async () => {
    await recordAudit(db, event, origin, clock.now())
    return await copyOut(deps, statement, signal)
  })
  return { fileName, content }
}

function amountInWords({ least, most }: NonNullable<ReportFilter['amount']>): string {
  return least === most ? dollars(least) : `${dollars(least)} to ${dollars(most)}`
}

/** Without it, a spreadsheet takes the file for one in the machine's old encoding. */
const byteOrderMark = '\uFEFF'

function copyStatement(
  timeZone: string,
  has: Readonly<Record<NonNullable<Column['onlyWith']>, boolean>>,
  conditions: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const selected = Object.values(columns)
    .filter(({ csv, onlyWith }) => csv !== undefined && (onlyWith === undefined || has[onlyWith]))
    .map(({ sql: shown, csv, inCsv }, at) => {
      return sql`${inCsv?.(timeZone) ?? shown} as ${sql.id(`${at === 0 ? byteOrderMark : ''}${csv}`)}`
    })
  return sql`copy (
    select ${sql.join(selected)}
    from charge_attempt payment
    join checkout on checkout.id = payment.checkout_id
    join checkout_item first_item on first_item.checkout_id = checkout.id and first_item.ordinal = 1
    where ${conditions}
    order by payment.sent_at desc, payment.id desc
  ) to stdout with (format csv, header)`
}

/** In milliseconds: a million rows take longer than any page may. */
const longest = 10 * 60_000

/** By one process: each holds a connection, and payments need them, too. */
const mostAtOnce = 2
let running = 0

/** Counts until the content has ended. @throws Refusal `exports-busy` before any of the work */
async function asOneOfFew(make: () => Promise<Readable>): Promise<Readable> {
  if (running >= mostAtOnce) throw refuse(exportTransactions, 'exports-busy', { retryAfterSeconds: 60 })
  running += 1
  const end = () => {
    running -= 1
  }
  try {
    const content = await make()
    finished(content, end)
    return content
  } catch (error) {
    end()
    throw error
  }
}

/** On a connection of its own; cancelled when `left` aborts. */
async function copyOut(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  statement: string,
  left: AbortSignal,
): Promise<Readable> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(longest)])
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('statement_timeout', '${longest}', false)`,
    )
    signal.throwIfAborted()
    const content = client.query(copyTo(statement))
    const stop = () => {
      content.destroy()
      pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch((error: unknown) => {
        log.warn({ err: error }, 'An abandoned export could not be stopped')
      })
    }
    signal.addEventListener('abort', stop)
    finished(content, () => {
      signal.removeEventListener('abort', stop)
      // The connection may be in the middle of a row: it is not used again.
      client.release(true)
    })
    return content
  } catch (error) {
    client.release(true)
    throw error
  }
}
