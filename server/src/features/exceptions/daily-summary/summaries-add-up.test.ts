import { Instant } from '@portal/contract/dates'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { home, shop, testDesk } from '../testing/desk.ts'
import { noAnswer } from '../testing/partners.ts'
import { financeSummaryCommand } from './command.ts'
import type { Moves } from './read-summary.ts'
import { dailyFinanceSummary } from './send-summary.ts'
import { addUp, figuresOf } from './testing/figures-of.ts'

const desk = testDesk()
const never = new AbortController().signal
const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')
const hour = 3_600_000

/** What may happen in the days of a utility. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('pays', 'paysForTwo', 'isDeclined', 'staysUnknown') },
  { weight: 3, arbitrary: fc.constantFrom('isListed', 'isListedAsTakenBack', 'billingGoesAway', 'billingIsBack') },
  { weight: 3, arbitrary: fc.constantFrom('isRefunded', 'isWritten', 'commits') },
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.integer({ min: 1, max: 30 }),
      // Three days in which no server runs.
      fc.constant(75),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'summaryRuns',
      'threeProcessesRun',
      'isKilledWhileMailing',
      'commandPrints',
      'commandSends',
    ),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A transaction that has written its charge, and commits when it gets to it. */
let writing: { commit: () => Promise<void> } | null = null
afterAll(async () => await writing?.commit())

test('each cent is in one summary, and all summaries add up to the books, whatever happens when', async () => {
  expect.hasAssertions()
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22 }), live), { numRuns: 12 })
}, 240_000)

async function live(steps: readonly Step[]): Promise<void> {
  // What an earlier history left open, when it failed.
  await writing?.commit()
  await emptyTables(
    desk.portal.database.db,
    ['rate_limit', 'checkout', 'email', 'reconciliation_run', 'finance_summary', 'cis.portal_payment'],
    'from1',
  )
  Object.assign(desk.partners, { answer: null, found: { outcome: 'nothing' }, billing: null })
  for (const each of steps) {
    await happen(each)
    await expectSumsToBeTheBooks()
  }
  await writing?.commit()
  desk.partners.billing = null
  await desk.pass(25 * hour)
  await desk.work()
  await desk.pass(30 * hour)
  while ((await run()) > 0);
  const open = await expectSumsToBeTheBooks()
  expect(open).toEqual(addUp([]))
  await expectTheCommandToSayTheSame()
}

async function happen(each: Step): Promise<void> {
  if (typeof each === 'number') {
    await desk.pass(each * hour)
    await desk.work()
    return
  }
  await moves[each]()
}

const moves: Readonly<Record<Exclude<Step, number>, () => Promise<unknown>>> = {
  pays: async () => await paid([home]),
  paysForTwo: async () => ((await isHeld(shop)) ? undefined : await paid([home, shop])),
  isDeclined: async () => {
    const reply = { tag: null, authorization: null, sequence: null, code: '00', message: '' }
    const bank = { bankCode: '302', bankMessage: 'No', avs: null, cvv2: null, record: null }
    desk.partners.answer = { outcome: 'declined', reply: { ...reply, ...bank } }
    await desk.pay([home])
    desk.partners.answer = null
  },
  staysUnknown: async () => {
    if (await isHeld(shop)) return
    desk.partners.answer = noAnswer
    desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
    await desk.pay([shop])
    desk.partners.answer = null
  },
  isListed: async () => await listed(false),
  isListedAsTakenBack: async () => await listed(true),
  billingGoesAway: async () => void (desk.partners.billing = 'down'),
  billingIsBack: async () => void (desk.partners.billing = null),
  isRefunded: async () => {
    const { rows } = await desk.portal.database.pool.query<{ id: number }>(
      "select checkout_id::int as id from charge_attempt where state = 'CHARGED' order by checkout_id limit 1",
    )
    if (!rows[0]) return
    const asked = await desk.move(rows[0].id, { action: 'requestRefund', why: 'paid twice' })
    await desk.decide(asked.body.approvalRequests?.at(-1)?.id ?? 0, { decision: 'approve' })
    await desk.work()
  },
  isWritten: async () => {
    if (writing) return
    const client = await desk.portal.database.pool.connect()
    await client.query('begin')
    await client.query(
      `insert into ledger_entry (checkout_id, book, amount_cents, entered_at)
       select checkout_id, book, amount, $1::timestamptz
       from (select checkout_id from charge_attempt where state = 'CHARGED' order by id limit 1) as oldest,
         (values ('card', 4250), ('unposted', -4250)) as entry(book, amount)`,
      [desk.clock.now()],
    )
    const commit = async (): Promise<void> => {
      writing = null
      await client.query('commit')
      client.release()
    }
    writing = { commit }
  },
  commits: async () => await writing?.commit(),
  summaryRuns: async () => await run(),
  threeProcessesRun: async () => await Promise.all([run(), run(), run()]),
  isKilledWhileMailing: async () => {
    const { deps } = desk.portal
    const profile = Object.defineProperty({ ...deps.profile }, 'financeEmail', {
      get: () => {
        throw new Error('killed')
      },
    })
    await run({ ...deps, profile }).catch(() => 0)
  },
  commandPrints: async () => await command(),
  commandSends: async () => await command('--send'),
}

async function run(deps = desk.portal.deps): Promise<number> {
  return await dailyFinanceSummary(deps, longAgo).run(never)
}

async function paid(accounts: readonly string[]): Promise<void> {
  await desk.pay(accounts)
  await desk.work()
}

async function isHeld(account: string): Promise<boolean> {
  const { rowCount } = await desk.portal.database.pool.query('select from account_hold where account_id = $1', [
    account,
  ])
  return rowCount !== 0
}

let tag = 60_000

/** The gateway lists the charge of which nobody knew, however long ago it was. */
async function listed(isTakenBack: boolean): Promise<void> {
  if (!(await isHeld(shop))) return
  tag += 1
  const row = { reference: '', amount: 4_250, status: 'approved', authorization: 'ET1', at: '' }
  const charge = { ...row, tag: String(tag), kind: 'purchase' }
  const transactions = isTakenBack ? [charge, { ...row, tag: `9${tag}`, kind: 'void' }] : [charge]
  Object.assign(desk.partners, { found: { outcome: 'found', transactions } })
  for (let inquiries = 0; inquiries < 3; inquiries += 1) {
    await desk.pass(hour / 8)
    await desk.portal.database.pool.query(
      'update charge_attempt set next_look_at = $1 where next_look_at is not null',
      [desk.clock.now()],
    )
    await desk.work()
  }
}

async function command(...more: string[]): Promise<void> {
  const { rows } = await desk.portal.database.pool.query<{ day: string }>(
    'select max(day)::text as day from finance_summary',
  )
  await printed(rows[0]?.day ?? '2026-02-10', ...more)
}

async function printed(day: string, ...more: string[]): Promise<string> {
  let text = ''
  const io = {
    open: () => ({ deps: desk.portal.deps, close: async () => undefined }),
    write: (written: string) => void (text += written),
  }
  expect(await financeSummaryCommand(['--date', day, ...more], io)).toBe(0)
  return text
}

/** What the e-mails say, those sent again apart. */
async function mails(): Promise<{ day: string; text: string }[]> {
  const emails = await desk.portal.database.db
    .selectFrom('email')
    .select(['dedupe_key as key', 'body_text as text'])
    .where('kind', '=', 'finance-summary')
    .where('dedupe_key', 'not like', '%-again-%')
    .execute()
  return emails.map(({ key, text }) => ({ day: key.replace('finance-summary-', ''), text }))
}

/** @returns what no summary tells yet */
async function expectSumsToBeTheBooks(): Promise<Moves> {
  const told = (await mails()).map(({ text }) => figuresOf(text))
  for (const { days, all } of told) expect(addUp([...days.values()])).toEqual(all)
  const open = await sums(
    'select kind, amount_cents from finance_entry where summary is null',
    (kind) => `kind in ('${kind}', 'stray${kind[0]?.toUpperCase()}${kind.slice(1)}')`,
  )
  const books = await sums('select * from ledger_entry', (kind) => conditions[kind])
  const takenBack = await sums(
    `select amount_cents from charge_attempt attempt where state = 'REVERSED'
       and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id)`,
    (kind) => (kind === 'charged' || kind === 'givenBack' ? 'true' : 'false'),
  )
  expect(addUp([...told.map(({ all }) => all), open])).toEqual(addUp([books, takenBack]))
  return open
}

const conditions: Readonly<Record<keyof Moves, string>> = {
  charged: "book = 'card' and amount_cents > 0",
  givenBack: "book = 'card' and amount_cents < 0",
  posted: "book = 'posted' and amount_cents < 0",
  cancelled: "book = 'posted' and amount_cents > 0",
}

async function sums(from: string, where: (kind: keyof Moves) => string): Promise<Moves> {
  const kinds = ['charged', 'givenBack', 'posted', 'cancelled'] as const
  const columns = kinds.map(
    (kind) => `json_build_object('count', count(*) filter (where ${where(kind)}),
      'amount', coalesce(sum(abs(amount_cents)) filter (where ${where(kind)}), 0)) as "${kind}"`,
  )
  const { rows } = await desk.portal.database.pool.query<Moves>(`select ${columns.join(', ')} from (${from}) as rows`)
  return rows[0] ?? addUp([])
}

async function expectTheCommandToSayTheSame(): Promise<void> {
  const counted = async () =>
    (await desk.portal.database.pool.query<object>('select * from finance_entry order by id')).rows
  const before = await counted()
  for (const { day, text } of await mails()) {
    const again = await printed(day)
    expect(figuresOf(again)).toEqual(figuresOf(text))
    const others = /^Declined or not charged: .*\nUnconfirmed: .*$/m
    const told = others.exec(text)?.[0]
    expect(told).toBeDefined()
    expect(others.exec(again)?.[0]).toBe(told)
  }
  expect(await counted()).toEqual(before)
}
