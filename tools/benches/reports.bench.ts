import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { exportTransactions } from '@portal/contract/report-export'
import { ReportSearch, searchTransactions } from '@portal/contract/reports'
import { systemClock } from '@portal/server/clock.ts'
import { searchPayments } from '@portal/server/features/reports/search-payments.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import { signInAdministrator } from '@portal/server/testing/people.ts'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Payer } from '../world/payer.ts'
import type { World, WorldDatabase } from '../world/start-world.ts'
import { sentStatements } from './frame/bare.ts'
import { fillPayments } from './frame/fill-payments.ts'
import { withClient, zip } from './frame/fill.ts'
import { endOf, mostMegabytes, ownMegabytes, quantile, took } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'
import { Visitor } from './frame/visitor.ts'
import { type Question, between, byHand, payments, questions } from './report-questions.ts'

/** More accounts than are paid at the same moment, because each is paid by one payer at a time. */
const accounts = Array.from({ length: 240 }, (_, nth) => String(9_200_000_000 + nth))

/**
 * Searches, a file of a million rows, and checkouts while finance searches, on five years of payments. Searches and file
 * are compared with the same query made directly in PostgreSQL, checkouts with those while nobody searches.
 */
export const reports: Bench = {
  name: 'Reports on five years of payments',
  world: {
    accounts: accounts.map((account) => ({ account, balance: 10_000, email: null })),
    fill: (database) => fillPayments(database, payments),
  },
  measure,
}

async function measure(world: World): Promise<Row[]> {
  const { database } = world
  const server = await world.start()
  const token = await signInAdministrator({ db: database.db, clock: systemClock }, 3)
  const finance = new Visitor(server.address, { cookies: [`portal-admin=${token}`] })
  const rows: Row[] = []
  await withClient(database.pool, async (client) => {
    for (const question of questions) rows.push(await searchRow(database, client, finance, question))
    rows.push(...(await fileRows(client, server.pid, finance)))
  })
  rows.push(await checkoutRow(database, server.address, finance))
  finance.leave()
  return rows
}

const ask = (finance: Visitor, question: Question, nth: number): Promise<unknown> =>
  finance.ask(searchTransactions.path, question.asked(nth), '"list":[{')

/** The call itself (session, rights, HTTP) may take 10 ms when the query takes almost nothing. */
const most = { ratio: 1.5, call: 10, milliseconds: 200 }
const [warmUps, times] = [8, 40]
/** Slow queries are made by hand less often: for this many milliseconds, and at least once. */
const longest = 8_000

async function searchRow(
  database: WorldDatabase,
  client: pg.ClientBase,
  finance: Visitor,
  question: Question,
): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let nth = 0; nth < warmUps; nth++) await ask(finance, question, nth)
  for (let nth = warmUps; nth < warmUps + times; nth++) {
    const turns = [
      async () => void ours.push(await took(() => ask(finance, question, nth))),
      async () => {
        const spent = theirs.reduce((sum, milliseconds) => sum + milliseconds, 0)
        if (spent <= longest) theirs.push(await took(() => client.query(byHand(question, nth))))
      },
    ]
    // Each goes first every other time, because the second one finds in memory what the first has read.
    for (const turn of nth % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const [portal, hand] = [quantile(ours, 0.95), quantile(theirs, 0.95)]
  const whole = await tablesReadWhole(database, question)
  const isMet = (portal <= most.ratio * hand || portal - hand < most.call) && portal < most.milliseconds && !whole
  const plan = whole ? `reads all of ${whole}` : 'by indexes'
  const text = `${most.ratio} or ${most.call} ms more, under ${most.milliseconds} ms, ${plan}`
  return { ...compared(`search: ${question.name}`, [portal, hand], 'ms p95', {}), target: { text, isMet } }
}

/**
 * The first large table that a query reads from end to end, as PostgreSQL explains the statements that the portal sends:
 * planned for the given values, and for any values, as for a statement that was sent often.
 */
async function tablesReadWhole({ db, pool }: WorldDatabase, question: Question): Promise<string> {
  const asked = ReportSearch.parse(question.asked(1))
  const statements = await sentStatements(db, (listened) =>
    searchPayments({ db: listened, profile: readProfile() }, asked),
  )
  let plans = ''
  await withClient(pool, async (client) => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      for (const [nth, { sql, parameters }] of statements.entries()) {
        const { rows } = await client.query({ name: `${mode}-${nth}`, text: `explain ${sql}`, values: [...parameters] })
        plans += JSON.stringify(rows)
      }
    }
  })
  return /Seq Scan on (checkout|checkout_item|charge_attempt|posting)\b/.exec(plans)?.[1] ?? ''
}

async function fileRows(client: pg.ClientBase, server: number, finance: Visitor): Promise<Row[]> {
  const year = new URLSearchParams({ pay_date_start: '01/01/2024', pay_date_end: '12/31/2024' }).toString()
  const copied = () =>
    counted(async (onPart) => {
      for await (const part of client.query(copyTo(copyOfYear))) if (Buffer.isBuffer(part)) onPart(part)
    })
  // Once before, so that both find the data in memory, as far as there is room.
  await copied()
  const before = ownMegabytes(server)
  const download = counted(
    async (onPart) => void (await finance.read(`${exportTransactions.path}?${year}`, undefined, {}, onPart)),
  )
  const grown = (await mostMegabytes(server, download)) - before
  const [ours, theirs] = [await download, await copied()]
  if (ours.rows !== theirs.rows) throw new Error(`${ours.rows} rows came instead of ${theirs.rows}`)
  const name = `CSV of ${ours.rows.toLocaleString('en-US')} rows ÷ COPY TO`
  return [
    compared(name, [ours.seconds, theirs.seconds], 's', { atMost: 2.5 }),
    compared("growth of the server's memory meanwhile", [grown, 100], 'MB', { atMost: 1 }),
  ]
}

const copyOfYear = `copy (
  select checkout.id, to_char(sent_at at time zone 'Pacific/Guam', 'MM/DD/YYYY HH24:MI:SS'), charge_attempt.paid_by,
    account_id, case when account_count = 1 then 'SINGLE' else 'MULTI-' || account_count end,
    'W-' || transaction_tag, transaction_tag, sequence_number, authorization_number,
    charge_attempt.amount_cents / 100.0, charge_attempt.mode, brand, last_four, charge_attempt.state, exact_message,
    bank_message, case when charge_attempt.state = 'CHARGED' and not exists (
      select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') then 1 else 0 end
  from charge_attempt join checkout on checkout.id = charge_attempt.checkout_id
  join checkout_item on checkout_item.checkout_id = checkout.id and ordinal = 1
  where ${between('2024-01-01', '1 year')}
  order by sent_at desc, charge_attempt.id desc
) to stdout with (format csv, header)`

async function counted(
  read: (onPart: (part: Buffer) => void) => Promise<void>,
): Promise<{ rows: number; seconds: number }> {
  let lines = 0
  const milliseconds = await took(() =>
    read((part) => {
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1
    }),
  )
  return { rows: lines - 1, seconds: milliseconds / 1000 }
}

const [rounds, seconds, perSecond] = [3, 12, 20]

/** Checkouts at their rate, in turns alone and while finance makes one query after another. */
async function checkoutRow({ pool }: WorldDatabase, portal: string, finance: Visitor): Promise<Row> {
  const payers: { accountId: string; payer: Payer }[] = []
  for (const accountId of accounts) {
    const payer = new Payer(portal)
    await payer.find(accountId, zip)
    payers.push({ accountId, payer })
  }
  const pay = (): Promise<number[]> => payAtRate(payers)
  // So that no later measurement waits for the filled books to reach the disk. The next payments write full pages again.
  await pool.query('checkpoint')
  await pay()
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    alone.push(...(await pay()))
    const paying = pay()
    const end = endOf(paying)
    for (let nth = 0; !end.isOver; nth++) {
      const question = questions[nth % questions.length]
      if (question) await ask(finance, question, nth)
      await wait(500)
    }
    beside.push(...(await paying))
  }
  const p99s = [quantile(beside, 0.99), quantile(alone, 0.99)] as const
  return compared(`p99 of ${perSecond} checkouts a second beside searches ÷ alone`, p99s, 'ms', { atMost: 1.5 })
}

/**
 * The human verifications are solved beforehand, because they are the browser's work.
 * @returns the milliseconds of each payment
 * @throws Error when more than a few are not approved; a machine that stands still may lose an answer of the gateway
 */
async function payAtRate(payers: readonly { accountId: string; payer: Payer }[]): Promise<number[]> {
  const due = Array.from({ length: seconds * perSecond }, (_, nth) => payers[nth % payers.length]).filter(
    (each) => !!each,
  )
  const wishes = await Promise.all(
    due.map(async ({ payer, accountId }) => {
      const key = randomUUID()
      return { payer, key, accounts: [{ accountId, amount: 1_000 }], humanCheck: await payer.solve('checkout', key) }
    }),
  )
  const began = performance.now()
  let approved = 0
  const waited = await Promise.all(
    wishes.map(async ({ payer, ...wish }, nth) => {
      await wait(Math.max(0, began + (nth * 1000) / perSecond - performance.now()))
      await payer.lookAgain(wish.accounts[0]?.accountId ?? '')
      return await took(async () => {
        const reply = await payer.checkOut(wish)
        if ((await reply.text()).includes('"approved"')) approved += 1
      })
    }),
  )
  if (approved < waited.length * 0.98) throw new Error(`Only ${approved} payments were approved`)
  return waited
}
