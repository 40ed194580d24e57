import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@portal/server/clock.ts'
import { type Connection, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { hourSums } from '@portal/server/features/reports/payment-counts.ts'
import { signInAdministrator } from '@portal/server/testing/people.ts'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { settingsFor, startServer } from '../world/server.ts'
import { settingsUnderLoad } from './checkout/load.ts'
import { checkoutRows } from './reports/beside.ts'
import { copyOfYear, fileOfYear } from './reports/file.ts'
import { type FinanceClient, askInTurns, financeClient } from './reports/load.ts'
import { fillPayments } from './reports/payments.ts'
import { tablesReadWhole } from './reports/plans.ts'
import { type Question, questions } from './reports/questions.ts'
import { quantile, type BenchRow } from './table.ts'

export const name = 'Reports on five years of payments'

const payments = 5_000_000
/** `call`: how many milliseconds the call itself takes (session, rights, HTTP) when the query takes almost none. */
const most = { search: 1.5, call: 10, milliseconds: 200, file: 2.5, megabytes: 100 }

/**
 * Searches, a file of a million rows, and checkouts while somebody searches, on five million payments in a durable
 * database. Each is compared with the same query made directly in PostgreSQL.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reports-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  const connection = connect(postgres.url)
  try {
    await migrate(postgres.url)
    await fillPayments(connection, payments, systemClock.now())
    await sumHours(connection)
    return await measure(connection, postgres.url, folder)
  } finally {
    await connection.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Adds up hours and days as the portal's background work does. */
async function sumHours({ db, pool }: Connection): Promise<void> {
  const sums = hourSums({ db, clock: systemClock })
  while ((await sums.run(new AbortController().signal)) > 0);
  for (const table of ['payment_hour', 'payment_hour_mark', 'payment_day']) await pool.query(`vacuum analyze ${table}`)
}

/** Takes all measurements on the filled books. */
async function measure(connection: Connection, databaseUrl: string, folder: string): Promise<BenchRow[]> {
  const gateway = await startGatewaySimulator({ credentials: testCredentials, books: join(folder, 'books') })
  const server = await startServer({ ...settingsFor(databaseUrl, gateway.url), ...settingsUnderLoad }, null)
  const token = await signInAdministrator({ db: connection.db, clock: systemClock }, 3)
  const finance = financeClient(server.address, token)
  try {
    const rows: BenchRow[] = []
    for (const question of questions) rows.push(await searchRow(connection, finance, question))
    rows.push(...(await fileRows(connection, server.address, finance)))
    rows.push(...(await checkoutRows(connection, server.address, finance)))
    return rows
  } finally {
    finance.close()
    await server.kill('SIGTERM')
    await gateway.close()
  }
}

async function searchRow(connection: Connection, finance: FinanceClient, question: Question): Promise<BenchRow> {
  const readWhole = await tablesReadWhole(connection, question)
  const client = await connection.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const answers = await askInTurns(finance, client, question)
    const [ours, byHand] = [quantile(answers.ours, 0.95), quantile(answers.byHand, 0.95)]
    const ratio = ours / byHand
    const isQuick = ratio <= most.search || ours - byHand < most.call
    const isMet = isQuick && ours < most.milliseconds && readWhole.length === 0
    const plan = readWhole.length === 0 ? 'by indexes' : `reads all of ${readWhole.join(', ')}`
    const target = { text: `${most.search} or ${most.call} ms more, under ${most.milliseconds} ms, ${plan}`, isMet }
    const figures = { ours: `${ours.toFixed(1)} ms p95`, yardstick: `${byHand.toFixed(1)} ms p95 by hand` }
    return { name: `search: ${question.name}`, ...figures, ratio, target }
  } finally {
    client.release(true)
  }
}

async function fileRows({ pool }: Connection, portal: string, finance: FinanceClient): Promise<BenchRow[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Run once before, so that both find the data in memory, as far as there is room.
    await copyOfYear(client)
    const ours = await fileOfYear(portal, finance)
    const byHand = await copyOfYear(client)
    if (ours.rows !== byHand.rows) throw new Error(`${ours.rows} rows came instead of ${byHand.rows}`)
    const ratio = ours.milliseconds / byHand.milliseconds
    const megabytes = ours.grownBy / 1e6
    const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
    return [
      {
        name: `CSV of ${ours.rows.toLocaleString('en-US')} rows ÷ COPY TO`,
        ours: seconds(ours.milliseconds),
        yardstick: `${seconds(byHand.milliseconds)} COPY`,
        ratio,
        target: { text: `at most ${most.file}`, isMet: ratio <= most.file },
      },
      {
        name: "growth of the server's memory meanwhile",
        ours: `${megabytes.toFixed(0)} MB`,
        yardstick: `${most.megabytes} MB`,
        ratio: megabytes / most.megabytes,
        target: { text: 'below 1', isMet: megabytes < most.megabytes },
      },
    ]
  } finally {
    client.release(true)
  }
}
