import { type AutopayRun, type HeldCharge, heldPageSize } from '@portal/contract/autopay-run'
import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { type TestCharge, addTestAgreement, addTestCharge, noAutopay } from '../payments/run/testing/planned.ts'
import { addTestPayment } from '../payments/testing/payments.ts'
import { testClock } from '../testing/clock.ts'

/** 02/17/2026 in Guam. */
const clock = testClock(Instant.parse('2026-02-17T01:20:00.000Z'))
const account = '4821007391'
let portal: TestApp
let finance: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock })
  finance = await portal.administrator(3)
})
beforeEach(async () => {
  await noAutopay(portal.database.db)
  await emptyTables(portal.database.db, ['checkout'])
  await portal.database.pool.query('update maintenance_switch set is_off = false')
})
afterAll(() => portal.close())

const read = async () => (await finance.get('/api/v1/autopay-run')).json<AutopayRun>()
const add = async (charge: TestCharge) => await addTestCharge(portal.database.db, charge)
const held = async (query: string) => await finance.get(`/api/v1/autopay-run/held?${query}`)

/** Everybody was told. */
const none = { unpriced: 0, estimated: 0, skipped: 0 }

describe('what is due', () => {
  test('is counted by day and state, with the amounts that customers were told; later days and what is done are left out', async () => {
    await add({ chargeOn: '2026-02-17', noticed: 9_520 })
    await add({ account: '4821007392', chargeOn: '2026-02-17', noticed: 480 })
    await add({ account: '4821007393', chargeOn: '2026-02-17', state: 'PLANNED', noticed: null })
    await add({ account: '4821007394', chargeOn: '2026-02-18', noticed: 100 })
    await add({ account: '4821007395', chargeOn: '2026-02-19' })
    await add({ account: '4821007396', chargeOn: '2026-02-17', state: 'PAID' })
    expect((await read()).due).toEqual([
      { day: 'today', date: '2026-02-17', state: 'NOTIFIED', charges: 2, ...none, amount: '100.00' },
      { day: 'today', date: '2026-02-17', state: 'PLANNED', charges: 1, ...none, unpriced: 1, amount: '0.00' },
      { day: 'tomorrow', date: '2026-02-18', state: 'NOTIFIED', charges: 1, ...none, amount: '1.00' },
    ])
    expect((await read()).oldestDue).toBe('2026-02-17')
  })

  test('is what each account owes now, for who was not told, paid a part, owes too little or too much', async () => {
    const owes = async (number: string, balance: number) =>
      await addTestAccount(portal.database.db, { account: number, balance, dueDate: '2026-02-20' })
    const [untold, partly, little, above] = ['4821007381', '4821007382', '4821007383', '4821007384']
    await owes(untold, 805_352)
    await owes(partly, 4_000)
    await owes(little, 40)
    await owes(above, 30_001)
    const { pool } = portal.database
    await add({ account: untold, state: 'PLANNED', noticed: null, heldFor: 'after_hours' })
    await pool.query('update autopay_agreement set most_cents = null')
    for (const number of [partly, little, above]) await add({ account: number, chargeOn: '2026-02-18' })
    const run = await read()
    expect(run.due).toEqual([
      { day: 'today', date: '2026-02-17', state: 'PLANNED', charges: 1, ...none, estimated: 1, amount: '8053.52' },
      { day: 'tomorrow', date: '2026-02-18', state: 'NOTIFIED', charges: 3, ...none, skipped: 2, amount: '40.00' },
    ])
    expect(run.held).toMatchObject([{ reason: 'after_hours', estimated: 1, amount: '8053.52' }])
    const { charges } = (await held('reason=after_hours')).json<{ charges: HeldCharge[] }>()
    expect(charges).toMatchObject([{ next: { says: 'aboutFrom', amount: 805_352, heldFor: null } }])
  })

  test('includes what should have been charged days ago, as one line', async () => {
    await add({ chargeOn: '2026-02-03', heldFor: 'stale_import' })
    await add({ account: '4821007392', chargeOn: '2026-02-16', heldFor: 'stale_import' })
    expect(await read()).toMatchObject({ due: [{ day: 'earlier', charges: 2 }], oldestDue: '2026-02-03' })
  })

  test('is nothing when no charge is planned', async () => {
    expect(await read()).toEqual({
      stoppedAt: null,
      due: [],
      held: [],
      oldestDue: null,
      hour: { sent: 0, most: portal.deps.profile.autoPay.mostPerHour },
      last: null,
      asOf: clock.now(),
    })
  })
})

describe('what is held back', () => {
  test('is grouped by its reason, the most first, with the oldest due date', async () => {
    await add({ heldFor: 'no_email', dueOn: '2026-02-20' })
    await add({ account: '4821007392', heldFor: 'run_stopped', dueOn: '2026-02-24', noticed: 100 })
    await add({ account: '4821007393', heldFor: 'run_stopped', dueOn: '2026-02-22', noticed: 150 })
    expect((await read()).held).toEqual([
      { reason: 'run_stopped', charges: 2, ...none, amount: '2.50', oldestDue: '2026-02-22' },
      { reason: 'no_email', charges: 1, ...none, amount: '95.20', oldestDue: '2026-02-20' },
    ])
  })

  test('is listed by its reason a page at a time, each charge once', async () => {
    const agreementId = await addTestAgreement(portal.database.db, { account })
    for (let nth = 0; nth < heldPageSize + 2; nth += 1) await add({ agreementId, heldFor: 'hour_full' })
    await add({ agreementId, heldFor: 'no_email' })
    const first = (await held('reason=hour_full')).json<{ charges: HeldCharge[]; hasMore: boolean }>()
    expect(first.charges[0]).toMatchObject({ accountId: account, brand: 'Visa', lastFour: '4242', kind: 'autoPay' })
    const after = first.charges.at(-1)?.id
    const second = (await held(`reason=hour_full&after=${after}`)).json<typeof first>()
    expect([first.charges.length, first.hasMore, second.charges.length, second.hasMore]).toEqual([30, true, 2, false])
    expect((await held('reason=Robert;drop')).statusCode).toBe(400)
  })
})

describe('the run', () => {
  test('says since when it is off, and how much of the hour is used', async () => {
    await portal.database.pool.query("insert into plan_hour values ('2026-02-17T01:00:00Z', 17)")
    await (await portal.administrator(2)).post('/api/v1/system-maintenance-update', { id: 3, flag: 1 })
    expect(await read()).toMatchObject({ stoppedAt: clock.now(), hour: { sent: 17 } })
  })

  test('says what became of the cards that were charged on the newest day, and not of what people paid', async () => {
    const { pool } = portal.database
    const on = async (
      at: string,
      state: 'CHARGED' | 'DECLINED' | 'NOT_CHARGED',
      madeBy: 'autoPay' | 'schedule' | 'person',
    ) => await addTestPayment(pool, { at, state, madeBy, amount: 1_000 })
    await on('2026-02-15T13:00:00.000Z', 'CHARGED', 'autoPay')
    await on('2026-02-16T01:00:00.000Z', 'CHARGED', 'autoPay')
    await on('2026-02-16T02:00:00.000Z', 'CHARGED', 'schedule')
    await on('2026-02-16T03:00:00.000Z', 'DECLINED', 'autoPay')
    await on('2026-02-16T03:00:00.000Z', 'NOT_CHARGED', 'autoPay')
    await on('2026-02-16T20:00:00.000Z', 'CHARGED', 'person')
    const chargeId = await add({ state: 'FAILED', reason: 'card_refused' })
    await pool.query(
      `insert into plan_event (planned_charge_id, at, from_state, to_state, detail)
       values ($1, '2026-02-16T03:00:10Z', 'DECLINED', 'FAILED', '{}')`,
      [chargeId],
    )
    expect((await read()).last).toEqual({
      day: '2026-02-16',
      results: [
        { status: 'paid', charges: 2, amount: '20.00' },
        { status: 'declined', charges: 1, amount: '10.00' },
        { status: 'notCharged', charges: 1, amount: '10.00' },
      ],
      failed: 1,
    })
  })
})
