import { CalendarDate, later } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payout, PayoutPart } from '../../adapters/payment-gateway/port-payouts.ts'
import { dailyReconciliation } from './daily.ts'
import { reconcileDay } from './reconcile-day.ts'
import { beginRunByHand } from './runs.ts'
import { type TestDay, testDay } from './testing/day.ts'

const firstOfJune = CalendarDate.parse('2026-06-01')
const minute = 60_000
const day = 24 * 60 * minute

let world: TestDay
beforeEach(async () => {
  world = await testDay()
})
afterEach(() => world.close())

/** Kind, subject and what gateway and portal say, of everything that a run reports. */
async function told(): Promise<string[]> {
  const now = world.clock.now()
  const run = await beginRunByHand(world.deps.db, firstOfJune, now, later(now, minute))
  const reconciled = await reconcileDay(world.deps, run)
  if (reconciled.outcome === 'unavailable') return [reconciled.reason]
  return reconciled.findings.first.map(
    ({ kind, subject, gateway, portal }) => `${kind} ${subject} ${gateway} ${portal ?? '-'}`,
  )
}

/** Works until nothing is due, as the loop does. */
async function work(): Promise<void> {
  while ((await dailyReconciliation(world.deps).run(new AbortController().signal)) > 0);
}

const kept = async () => await world.database.db.selectFrom('payout').selectAll().orderBy('arrives_on').execute()
const open = async () => await world.database.db.selectFrom('open_discrepancy').select(['kind', 'subject']).execute()

let moved = 0

/** The charge of `pay(number)`, and 2.9 % and 30 cents of it. */
function charge(number: number, change: Partial<PayoutPart> = {}): PayoutPart {
  const reference = `G${String(number).padStart(16, '0')}`
  const tag = String(902_000_000 + number)
  const part = { tag, reference, amount: cents(4250), fee: cents(153) }
  return { kind: 'charge', id: `txn_${(moved += 1)}`, ...part, ...change }
}

function other(kind: PayoutPart['kind'], amount: number, fee = 0): PayoutPart {
  return { kind, id: `txn_${(moved += 1)}`, tag: null, reference: null, amount: cents(amount), fee: cents(fee) }
}

/** Of what these parts add up to, unless it says otherwise. */
function payOut(parts: PayoutPart[], change: Partial<Payout> = {}): { payout: Payout; parts: PayoutPart[] } {
  const amount = cents(parts.reduce((sum, part) => sum + part.amount - part.fee, 0))
  const arrived = { arrivesOn: firstOfJune, status: 'paid', failure: null, parts: 'listed' } as const
  const made = { payout: { id: `po_${world.gateway.payouts.length}`, amount, ...arrived, ...change }, parts }
  world.gateway.payouts.push(made)
  return made
}

describe('given a payout of what the portal has recorded', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) await world.pay(number)
  })

  test('then nothing is reported, and its sums are kept', async () => {
    payOut([
      charge(1),
      charge(2),
      other('dispute', -4250, 1500),
      other('fee', -25),
      other('other', -100),
      other('other', 700),
    ])
    expect(await told()).toEqual([])
    expect(await kept()).toMatchObject([
      {
        gateway: 'gge4',
        payout_id: 'po_0',
        arrives_on: '2026-06-01',
        status: 'paid',
        amount_cents: 8500 - 306 - 4250 - 1500 - 25 + 600,
        charge_count: 2,
        charge_cents: 8500,
        fee_cents: -306 - 1500 - 25,
        refund_cents: 0,
        dispute_cents: -4250,
        other_cents: 600,
        changed_at: null,
      },
    ])
  })

  test('when another run reads it again, then it is one row, and its own day is not compared again', async () => {
    payOut([charge(1)])
    await work()
    world.clock.advance(day)
    await work()
    world.clock.advance(11 * minute)
    await work()
    expect(await kept()).toMatchObject([{ payout_id: 'po_0', changed_at: null }])
    const runs = await world.database.db.selectFrom('reconciliation_run').select('day').orderBy('id').execute()
    expect(runs.map((run) => run.day)).toEqual(['2026-06-01', '2026-06-02'])
  })
})

describe('given a charge with a service fee in a payout', () => {
  test.each([
    ['with the fee', 4500, []],
    ['without it', 4250, ['paidOutAmountDiffers txn_fee 4250 4500']],
    ['a cent short', 4499, ['paidOutAmountDiffers txn_fee 4499 4500']],
  ])('%s', async (_, amount, expected) => {
    const { reference } = await world.pay(1)
    await world.database.pool.query(
      'update charge_attempt set amount_cents = amount_cents + 250, fee_cents = 250 where reference = $1',
      [reference],
    )
    payOut([charge(1, { id: 'txn_fee', amount: cents(amount) })])
    expect(await told()).toEqual(expect.arrayContaining(expected))
    expect((await told()).filter((line) => line.startsWith('paidOut'))).toEqual(expected)
  })
})

describe('given refunds in a payout', () => {
  beforeEach(async () => {
    await world.pay(1)
    await world.pay(2)
  })

  /** As the engine records one, or, without being sent, two people. */
  async function recordRefund(number: number, isSent: boolean): Promise<string> {
    const reference = `G${String(number + 500).padStart(16, '0')}`
    await world.database.pool.query(
      `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
         cause, reason, requested_by, state, requested_at, sent_at, decided_at, next_try_at)
       select checkout_id, id, transaction_tag, authorization_number, amount_cents, 'refund', $1, 'refund', 'asked for', 'me',
         'DONE', sent_at, case when $3 then sent_at + interval '2 days' end, sent_at + interval '2 days', sent_at
       from charge_attempt where transaction_tag = $2`,
      [reference, String(902_000_000 + number), isSent],
    )
    return reference
  }
  const refund = (number: number, reference: string | null, amount = -4250): PayoutPart =>
    charge(number, { kind: 'refund', reference, amount: cents(amount), fee: cents(0) })

  test('then those that we sent are known by reference, and those made in the gateway’s console by their charge', async () => {
    const sent = await recordRefund(1, true)
    await recordRefund(2, false)
    payOut([refund(1, sent), refund(2, null), refund(1, sent, 4250), charge(1)])
    expect(await told()).toEqual([])
    expect(await kept()).toMatchObject([{ refund_cents: -4250, charge_cents: 4250 }])
    world.gateway.payouts = []
    payOut([refund(1, null)])
    expect(await told()).toEqual([])
  })

  test('then one that nobody recorded, and one of another amount, are reported', async () => {
    const sent = await recordRefund(1, true)
    const [less, unknown] = [refund(1, sent, -4000), refund(2, null)]
    payOut([less, unknown])
    expect(await told()).toEqual([
      `paidOutAmountDiffers ${less.id} 4000 4250`,
      `paidOutNotRecorded ${unknown.id} 4250 -`,
    ])
  })
})

describe('given a debit that its bank returned after the gateway had paid it out', () => {
  const back = (change: Partial<PayoutPart> = {}) =>
    charge(1, { kind: 'return', amount: cents(-4250), fee: cents(400), ...change })
  beforeEach(() => world.pay(1))
  const become = async (state: string) =>
    await world.database.pool.query(
      "update charge_attempt set state = $1, brand = null, bank_name = 'First Hawaiian', bank_account_type = 'checking'",
      [state],
    )

  test('then its return is a part of its own, and the payout may be negative', async () => {
    await become('RETURNED')
    world.gateway.books.length = 0
    await world.database.pool.query('delete from posting; delete from cis.portal_payment')
    payOut([charge(1)])
    payOut([back()])
    expect(await told()).toEqual([])
    expect(await kept()).toMatchObject([
      { amount_cents: 4097, charge_cents: 4250, return_cents: 0 },
      { amount_cents: -4650, charge_cents: 0, return_cents: -4250, fee_cents: -400, other_cents: 0 },
    ])
  })

  test('when the portal knows of no return, then that is reported', async () => {
    await become('CHARGED')
    const part = back()
    payOut([part])
    expect(await told()).toEqual([`paidOutNotRecorded ${part.id} 4250 -`])
  })
})

describe('given a payout that is not as it should be', () => {
  beforeEach(async () => {
    await world.pay(1)
    await world.pay(2)
  })

  test.each<[string, () => PayoutPart, string]>([
    ['a charge of another amount', () => charge(1, { amount: cents(4300) }), 'paidOutAmountDiffers txn 4300 4250'],
    ['a charge that is not ours', () => charge(9), 'paidOutNotRecorded txn 4250 -'],
    ['a charge without a tag', () => charge(1, { tag: null }), 'paidOutNotRecorded txn 4250 -'],
  ])('with %s, then that is reported', async (_, made, expected) => {
    const part = made()
    payOut([charge(2), part])
    expect(await told()).toEqual([expected.replace('txn', part.id)])
  })

  test('with a charge that the payer was told was declined, then it is reported as not recorded', async () => {
    payOut([charge(1)])
    await world.database.pool.query(`update charge_attempt set state = 'DECLINED' where transaction_tag = '902000001'`)
    expect(await told()).toContainEqual(expect.stringMatching(/^paidOutNotRecorded txn_\d+ 4250 -$/))
  })

  test('whose parts add up to another amount, then the difference is reported', async () => {
    payOut([charge(1)], { amount: cents(4000) })
    expect(await told()).toEqual(['payoutDoesNotAddUp po_0 4000 -'])
    expect((await world.database.db.selectFrom('discrepancy').select('detail').execute())[0]?.detail).toBe(
      'Its items, less fees, add up to 40.97.',
    )
  })

  test('whose parts the gateway never lists, then that is reported; while it still sorts them, it is not', async () => {
    payOut([], { parts: 'never', amount: cents(4000) })
    payOut([], { parts: 'later', amount: cents(3000) })
    payOut([], { parts: 'never', status: 'canceled', amount: cents(2000) })
    expect(await told()).toEqual(['payoutDoesNotAddUp po_0 4000 -'])
    expect((await kept()).map(({ charge_count }) => charge_count)).toEqual([null, null, null])
  })

  test('when the gateway cannot be asked, then the day is not compared', async () => {
    payOut([charge(1)])
    world.gateway.arePayoutsAway = true
    expect(await told()).toEqual(['the payouts are away'])
  })
})

describe('given a payout that changes after its day was compared', () => {
  test('when the bank returns it, then its own day is compared again, and that is reported until it is resolved', async () => {
    await world.pay(1)
    const made = payOut([charge(1)])
    await work()
    expect(await open()).toEqual([])
    made.payout = { ...made.payout, status: 'failed', failure: 'account_closed' }
    world.clock.advance(3 * day)
    await work()
    expect(await kept()).toMatchObject([{ status: 'failed', failure: 'account_closed', charge_cents: 4250 }])
    world.clock.advance(11 * minute)
    await work()
    expect(await open()).toEqual([{ kind: 'payoutFailed', subject: 'po_0' }])
    world.clock.advance(day)
    await work()
    expect(await open()).toEqual([{ kind: 'payoutFailed', subject: 'po_0' }])
  })

  test('when the gateway lists its parts at last, then they are compared', async () => {
    const made = payOut([charge(9)], { parts: 'later' })
    await work()
    made.payout = { ...made.payout, parts: 'listed' }
    world.clock.advance(day)
    await work()
    world.clock.advance(11 * minute)
    await work()
    expect(await kept()).toMatchObject([{ charge_count: 1 }])
    expect(await open()).toEqual([{ kind: 'paidOutNotRecorded', subject: made.parts[0]?.id }])
  })

  test('then payouts from before the first comparison are not kept', async () => {
    payOut([charge(9)], { arrivesOn: CalendarDate.parse('2026-05-28') })
    await work()
    expect(await kept()).toEqual([])
  })
})

describe('given the items of a payout', () => {
  const items = async () => await world.database.db.selectFrom('payout_item').selectAll().orderBy('id').execute()

  test('then each is kept once with its fee and the charge it is about, however often it is read', async () => {
    await world.pay(1)
    payOut([charge(1), other('fee', -25)])
    await told()
    await told()
    expect(await items()).toMatchObject([
      { kind: 'charge', tag: '902000001', amount_cents: 4_250, fee_cents: -153 },
      { kind: 'fee', tag: null, amount_cents: -25 },
    ])
  })
})

describe('given money that does not come', () => {
  const alarms = () =>
    world
      .logged()
      .filter((line) => line['alarm'] === true)
      .map(({ msg, day: on, payout, count }) => ({ msg, day: on, payout, count }))

  /** Reconciles each day of these. */
  async function days(many: number): Promise<void> {
    for (let nth = 0; nth < many; nth += 1) {
      await work()
      world.clock.advance(day)
    }
  }

  test('when a paid payout is not itemized within three days, then there is an alarm every night until it is', async () => {
    const made = payOut([], { parts: 'later', amount: cents(100) })
    await days(3)
    expect(alarms()).toEqual([])
    await days(2)
    const alarm = { msg: 'A paid payout was never itemized', day: '2026-06-01', payout: 'po_0', count: undefined }
    expect(alarms()).toEqual([alarm, alarm])
    Object.assign(made.payout, { parts: 'listed', amount: cents(0) })
    // It is itemized once its own day is compared again.
    await days(3)
    const before = alarms().length
    await days(2)
    expect(alarms()).toHaveLength(before)
  })

  test('when a charge is in no payout after 14 days, then there is one alarm for its day', async () => {
    payOut([other('other', 100)])
    await world.pay(1)
    await world.pay(2)
    payOut([charge(2)], { arrivesOn: CalendarDate.parse('2026-06-03') })
    await days(14)
    expect(alarms()).toEqual([])
    await days(3)
    expect(alarms()).toEqual([
      { msg: 'Charges are in no payout after 14 days', day: '2026-06-01', payout: undefined, count: 1 },
    ])
  })

  test('when no payout is known from before the charge, then nothing is said of it', async () => {
    await world.pay(1)
    await days(17)
    expect(alarms()).toEqual([])
  })
})
