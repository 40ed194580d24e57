import { type CalendarDate, dateIn, daysAfter, epochOf, formatDate, Instant } from '@portal/contract/dates'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../database/migrate.ts'
import { testDesk } from '../testing/desk.ts'
import { dailyFinanceSummary } from './send-summary.ts'
import { figuresOf } from './testing/figures-of.ts'
import { recordedPayments } from './testing/recorded-payments.ts'

const migration = '0040-finance-entries.sql'
const never = new AbortController().signal
const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

const desk = testDesk()
const { charge, post, refund } = recordedPayments(() => desk.portal.database.pool)

/** The migration reads the clock of the database. */
const today = dateIn('Pacific/Guam', Instant.parse(new Date().toISOString()))
const daysAgo = (days: number): CalendarDate => daysAfter(today, -days)
const at = (days: number, time: string): Instant =>
  Instant.parse(new Date(`${daysAgo(days)}T${time}+10:00`).toISOString())

/** The database as the version before left it. */
async function goBack(): Promise<void> {
  await desk.portal.database.pool.query(`
    drop function finance_entry_of_ledger, finance_entry_of_reversal, finance_entry_of_attempt cascade;
    drop table finance_entry;
    drop function finance_entry_stays;
    drop view finance_move;
    alter table finance_summary drop column unpaid, drop column unclear;
    delete from migration where name = '${migration}'`)
}

/** The summary of the version before: the next morning, of what it knows by then. */
async function toldBefore(days: number): Promise<void> {
  await desk.portal.database.pool.query('insert into finance_summary (day, queued_at) values ($1, $2)', [
    daysAgo(days),
    at(days - 1, '06:00:00.000'),
  ])
}

async function newMails(): Promise<ReturnType<typeof figuresOf>[]> {
  while ((await dailyFinanceSummary(desk.portal.deps, longAgo).run(never)) > 0);
  const emails = await desk.portal.database.db.selectFrom('letter').select('body_text').orderBy('id').execute()
  return emails.map(({ body_text: text }) => figuresOf(text))
}

beforeEach(async () => {
  await desk.pass(epochOf(at(0, '12:00:00.000')) - epochOf(desk.clock.now()))
})

test('the first summaries after an upgrade tell what the version before did not, and nothing twice', async () => {
  await goBack()
  for (const days of [200, 199, 7, 6, 5, 4, 3, 2]) {
    await toldBefore(days)
    await post(await charge('CHARGED', at(days, '23:30:00.000')), 1, at(days, '23:31:00.000'))
  }
  const late = await charge('CHARGED', at(3, '23:00:00.000'), at(2, '06:00:01.000'))
  await post(late, 1, at(2, '07:00:00.000'))
  await charge('CHARGED', at(1, '00:00:00.000'))
  await refund(await charge('CHARGED', at(200, '10:00:00.000')), at(1, '09:00:00.000'))
  expect(await migrate(desk.portal.database.url)).toEqual([migration])

  const once = { count: 1, amount: 4_250 }
  const none = { count: 0, amount: 0 }
  const [first, ...more] = await newMails()
  expect(more).toEqual([])
  const changed = desk.portal.database.pool.query('update finance_entry set summary = null')
  await expect(changed).rejects.toThrow('an entry is in one summary and never changes')
  await expect(desk.portal.database.pool.query('delete from finance_entry')).rejects.toThrow('never changes')
  expect(Object.fromEntries(first?.days ?? [])).toEqual({
    'that day': { charged: once, givenBack: once, posted: none, cancelled: none },
    [formatDate(daysAgo(3))]: { charged: once, givenBack: none, posted: once, cancelled: none },
  })
})

test('what the version before told after the upgrade, while it still ran, is not told again', async () => {
  for (const days of [7, 6, 5, 4, 3, 2]) await toldBefore(days)
  await charge('CHARGED', at(1, '23:30:00.000'))
  await toldBefore(1)
  const late = await charge('CHARGED', at(1, '23:40:00.000'), at(0, '06:00:01.000'))
  await post(late, 1, at(0, '06:10:00.000'))
  await desk.pass(24 * 3_600_000)
  const [first] = await newMails()
  const once = { count: 1, amount: 4_250 }
  expect(first?.days.get(formatDate(daysAgo(1)))).toMatchObject({ charged: once, posted: once })
  expect(first?.all.charged).toEqual(once)
})
