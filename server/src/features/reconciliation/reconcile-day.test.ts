import { CalendarDate, Instant, later } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countOpen } from './discrepancies.ts'
import { reconcileDay } from './reconcile-day.ts'
import { beginRunByHand } from './runs.ts'
import { type TestDay, noon, testDay } from './testing/day.ts'

const firstOfJune = CalendarDate.parse('2026-06-01')
const minute = 60_000

let world: TestDay
beforeEach(async () => {
  world = await testDay()
})
afterEach(() => world.close())

async function reconcile(day = firstOfJune) {
  const now = world.clock.now()
  const run = await beginRunByHand(world.deps.db, day, now, later(now, minute))
  return await reconcileDay(world.deps, run)
}

/** Kind and subject of everything that a run reports. */
async function told(day = firstOfJune): Promise<string[]> {
  const reconciled = await reconcile(day)
  if (reconciled.outcome === 'unavailable') throw new Error(reconciled.reason)
  return reconciled.findings.first.map(({ kind, subject }) => `${kind} ${subject}`)
}

const emailsQueued = async () => await world.database.db.selectFrom('email').selectAll().execute()
const change = async (sql: string, ...values: unknown[]) => {
  expect((await world.database.pool.query(sql, values)).rowCount).toBe(1)
}

describe('given a day on which everything went well', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) await world.pay(number)
  })

  test('then the books agree, in number and amount', async () => {
    expect(await reconcile()).toEqual({
      outcome: 'compared',
      findings: {
        count: 0,
        byKind: new Map(),
        first: [],
        totals: {
          gateway: { count: 3, amount: 12_750, returned: 0 },
          pending: 0,
          portal: { count: 3, amount: 12_750, returned: 0 },
          billing: { count: 3, amount: 12_750, returned: 0 },
        },
      },
    })
  })

  test('then one quiet line says so, the run is recorded, and nobody gets an email', async () => {
    await reconcile()
    expect(world.logged()).toMatchObject([{ level: 'info', msg: 'No discrepancies' }])
    expect(await emailsQueued()).toEqual([])
    const runs = await world.database.db.selectFrom('reconciliation_run').selectAll().execute()
    expect(runs).toMatchObject([
      {
        day: '2026-06-01',
        cause: 'by hand',
        outcome: 'agreed',
        finished_at: world.clock.now(),
        gateway_count: 3,
        gateway_cents: 12_750,
        portal_count: 3,
        portal_cents: 12_750,
        billing_count: 3,
        billing_cents: 12_750,
        discrepancy_count: 0,
      },
    ])
  })
})

describe('given a payment with a service fee of $2.50', () => {
  const withFee = async () => {
    const { reference, transaction } = await world.pay(1)
    await change(
      'update charge_attempt set amount_cents = amount_cents + 250, fee_cents = 250 where reference = $1',
      reference,
    )
    return transaction
  }

  test('then the books agree to the cent: gateway and portal with it, billing without', async () => {
    Object.assign(await withFee(), { amount: cents(4_500) })
    const compared = { gateway: { amount: 4_500 }, portal: { amount: 4_500 }, billing: { amount: 4_250 } }
    expect(await reconcile()).toMatchObject({ findings: { count: 0, totals: compared } })
  })

  test('then a charge of the bill alone is told', async () => {
    await withFee()
    expect(await told()).toEqual(['amountDiffers G0000000000000001'])
  })
})

describe('given a payment that one book has lost or changed', () => {
  const forged: [string, () => Promise<void>, string][] = [
    [
      'a row deleted from the ledger',
      () => change('delete from cis.portal_payment where receipt_number = $1', 'W-902000002'),
      'paidButNotPosted W-902000002',
    ],
    [
      'another amount in the ledger',
      () => change('update cis.portal_payment set amount_cents = 1 where receipt_number = $1', 'W-902000002'),
      'postedAmountDiffers W-902000002',
    ],
    [
      'another account in the ledger',
      () => change(`update cis.portal_payment set account_id = '9999999999' where receipt_number = $1`, 'W-902000002'),
      'postedToAnotherAccount W-902000002',
    ],
    [
      'a forged row in the ledger',
      () =>
        change(`insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
            authorization_number, paid_at, pay_date)
          values ('W-77', '1000000002', 100, 'CCV', 'PG001', 'ET1', now(), '2026-06-01')`),
      'postedWithoutCharge W-77',
    ],
    [
      'a posting that never came through',
      async () => {
        await change(`update posting set state = 'PENDING' where receipt_number = $1`, 'W-902000002')
        await change('delete from cis.portal_payment where receipt_number = $1', 'W-902000002')
      },
      'paidButNotPosted W-902000002',
    ],
    [
      'a posting deleted from our records',
      async () => {
        await change('delete from posting where receipt_number = $1', 'W-902000002')
        await change('delete from cis.portal_payment where receipt_number = $1', 'W-902000002')
      },
      'paidButNotPosted G0000000000000002',
    ],
    [
      'another amount at the gateway',
      async () => void Object.assign(world.gateway.books[1] ?? {}, { amount: cents(1) }),
      'amountDiffers G0000000000000002',
    ],
    [
      'a row lost at the gateway',
      async () => void world.gateway.books.splice(1, 1),
      'recordedButNotAtGateway G0000000000000002',
    ],
  ]
  test.each(forged)('when there is %s, then that is reported and nothing else', async (_, forge, expected) => {
    for (const number of [1, 2, 3]) await world.pay(number)
    await forge()
    expect(await told()).toEqual([expected])
  })

  test('when we say declined and the gateway charged, then that is reported, and so is the billing entry without a charge', async () => {
    const { reference, receipt } = await world.pay(1)
    await change(`update charge_attempt set state = 'DECLINED' where reference = $1`, reference)
    expect(await told()).toEqual([`declinedButChargedAtGateway ${reference}`, `postedWithoutCharge ${receipt}`])
  })

  test('when we say declined and the gateway charged, then the engine is asked to look it up again, and nothing else changes', async () => {
    const { reference } = await world.pay(1)
    const other = await world.pay(2)
    await change(`update charge_attempt set state = 'NOT_CHARGED', next_look_at = null where reference = $1`, reference)
    await told()
    const attempts = await world.database.db
      .selectFrom('charge_attempt')
      .select(['reference', 'state', 'next_look_at'])
      .orderBy('id')
      .execute()
    expect(attempts).toEqual([
      { reference, state: 'NOT_CHARGED', next_look_at: expect.any(String) },
      { reference: other.reference, state: 'CHARGED', next_look_at: null },
    ])
  })

  test('when the gateway has a charge that nobody made, then it is reported by its tag', async () => {
    const { transaction } = await world.pay(1)
    world.gateway.books.push({ ...transaction, tag: '555', reference: 'ORDER 4111 1111 1111 1111' })
    expect(await told()).toEqual(['chargedButNotRecorded 555'])
    // Anything that could be a card number is stored nowhere.
    const kept = await world.database.db.selectFrom('discrepancy').select(['reference', 'detail']).execute()
    const detail = expect.stringMatching(/reference number withheld\. Accounts: not known to the gateway\.$/)
    expect(kept).toEqual([{ reference: null, detail }])
  })

  test('when the portal has lost a charge, then its accounts are named, the first twenty of many', async () => {
    const { transaction } = await world.pay(1)
    const accounts = Array.from({ length: 22 }, (_, nth) => ({
      accountId: AccountNumber.parse(String(9_000_000_000 + nth)),
      amount: cents(9_999_999),
    }))
    const record = {
      chargedAt: world.deps.clock.now(),
      accounts,
      fee: noCents,
      shortNumber: null,
      mode: 'Online',
      brand: 'Visa',
      lastFour: '1111',
      cardHolder: 'Maria Cruz',
    } as const
    world.gateway.books.push({ ...transaction, tag: '555', reference: 'GLOST', record })
    expect(await told()).toEqual(['chargedButNotRecorded 555'])
    const { detail } = await world.database.db.selectFrom('discrepancy').select('detail').executeTakeFirstOrThrow()
    expect(detail).toContain('Accounts: 9000000000 $99,999.99, 9000000001 $99,999.99,')
    expect(detail).toMatch(/9000000019 \$99,999\.99 and 2 more\.$/)
  })
})

describe('given payments around midnight', () => {
  const beforeMidnight = Instant.parse('2026-06-01T13:59:59.900Z')
  const afterMidnight = Instant.parse('2026-06-01T14:00:00.400Z')
  const secondOfJune = CalendarDate.parse('2026-06-02')

  test('when the gateway and the ledger put one on the next day, then both days agree', async () => {
    const { transaction } = await world.pay(1, beforeMidnight)
    transaction.instant = afterMidnight
    await change(`update cis.portal_payment set pay_date = '2026-06-02'`)
    expect(await told()).toEqual([])
    expect(await told(secondOfJune)).toEqual([])
  })

  test('when the gateway takes a charge back on the next day, then that day reports it', async () => {
    const { transaction, reference } = await world.pay(1, beforeMidnight)
    world.gateway.books.push({ ...transaction, tag: '555', kind: 'void', instant: afterMidnight })
    expect(await told(secondOfJune)).toEqual([`reversedAtGatewayOnly ${reference}`])
  })

  test('when the gateway took one back by itself on the next day and we know it, then both days agree', async () => {
    const { transaction, reference } = await world.pay(1, beforeMidnight)
    await change('delete from cis.portal_payment')
    await change('delete from posting')
    await change(`update charge_attempt set state = 'REVERSED' where reference = $1`, reference)
    world.gateway.books.push({ ...transaction, tag: '555', kind: 'void', instant: afterMidnight })
    expect(await told()).toEqual([])
    expect(await told(secondOfJune)).toEqual([])
  })

  test.each([
    ['first', '2026-05-31T14:00:00.000Z'],
    ['last', '2026-06-01T13:59:59.999Z'],
  ])('when one is made in the %s moment of the day in Guam, then it belongs to the day in all books', async (_, at) => {
    await world.pay(1, Instant.parse(at))
    const one = { count: 1 }
    expect(await reconcile()).toMatchObject({ findings: { totals: { gateway: one, portal: one, billing: one } } })
  })

  test('when a payment belongs to another day, then this day does not include it', async () => {
    await world.pay(1, later(noon, -24 * 60 * minute))
    await world.pay(2, later(noon, 24 * 60 * minute))
    expect(await reconcile()).toMatchObject({ findings: { totals: { portal: { count: 0 }, billing: { count: 0 } } } })
  })

  test('when one is made exactly at midnight, then it belongs to the day that begins and to no other', async () => {
    await world.pay(1, Instant.parse('2026-06-01T14:00:00.000Z'))
    const portalCounts = (count: number) => ({ findings: { count: 0, totals: { portal: { count } } } })
    expect(await reconcile()).toMatchObject(portalCounts(0))
    expect(await reconcile(secondOfJune)).toMatchObject(portalCounts(1))
  })
})

describe('given a void of the portal', () => {
  const voided = async (state: string) => {
    const { reference, transaction } = await world.pay(1)
    await change(`delete from cis.portal_payment`)
    await change(`delete from posting`)
    await change(`update charge_attempt set state = 'REVERSED' where reference = $1`, reference)
    await change(
      `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind,
         reference, cause, reason, requested_by, state, requested_at, sent_at, next_try_at)
       select checkout_id, id, transaction_tag, 'ET000001', amount_cents, 'void', 'GVVVVVVVVVVVVVVVV', 'refund', 'test', 'test',
         $1, sent_at, sent_at, sent_at from charge_attempt`,
      state,
    )
    return { ...transaction, tag: '555', reference: 'GVVVVVVVVVVVVVVVV', kind: 'void' as const }
  }

  test('when the gateway lists it, then the books agree, and both say what went back', async () => {
    world.gateway.books.push(await voided('DONE'))
    expect(await reconcile()).toMatchObject({
      findings: { count: 0, totals: { gateway: { count: 1, returned: 4250 }, portal: { count: 1, returned: 4250 } } },
    })
  })

  test('when the gateway does not list it, then that is reported', async () => {
    await voided('DONE')
    expect(await told()).toEqual(['recordedButNotAtGateway GVVVVVVVVVVVVVVVV'])
  })

  describe('when people recorded it as refunded in the gateway’s console', () => {
    const recorded = async () => {
      const transaction = await voided('DONE')
      await change('update reversal set sent_at = null, decided_at = requested_at')
      return transaction
    }

    test('and the gateway gave nothing back, then that is reported: the payer was told otherwise', async () => {
      await recorded()
      expect(await told()).toEqual(['recordedButNotAtGateway GVVVVVVVVVVVVVVVV'])
      const { detail } = await world.database.db.selectFrom('discrepancy').select('detail').executeTakeFirstOrThrow()
      expect(detail).toBe('Recorded by two admins as refunded in the gateway’s console.')
    })

    test('and the gateway lists the refund without a reference of ours, then the two form a pair', async () => {
      world.gateway.books.push({ ...(await recorded()), reference: '', kind: 'refund' })
      expect(await told()).toEqual(['reversedAtGatewayOnly 555', 'recordedButNotAtGateway GVVVVVVVVVVVVVVVV'])
    })

    test('then it belongs to the day of the record, whenever the charge was', async () => {
      await recorded()
      await change("update reversal set decided_at = decided_at + interval '1 day'")
      expect(await told()).toEqual([])
      expect(await told(CalendarDate.parse('2026-06-02'))).toEqual(['recordedButNotAtGateway GVVVVVVVVVVVVVVVV'])
    })
  })

  test('when we believe that it was refused, then both sides of the mistake are reported', async () => {
    world.gateway.books.push(await voided('REFUSED'))
    expect(await told()).toEqual([
      'declinedButChargedAtGateway G0000000000000001',
      'reversedAtGatewayOnly GVVVVVVVVVVVVVVVV',
    ])
  })
})

describe('given books that differ', () => {
  const lose = async (number: number) => {
    const { receipt } = await world.pay(number)
    await change('delete from cis.portal_payment where receipt_number = $1', receipt)
  }
  beforeEach(async () => {
    await lose(1)
    await lose(2)
  })

  test('then there is an alarm per kind and one email to the finance office', async () => {
    await reconcile()
    expect(world.logged()).toMatchObject([{ level: 'error', alarm: true, kind: 'paidButNotPosted', count: 2 }])
    const emails = await emailsQueued()
    expect(emails).toMatchObject([
      {
        kind: 'reconciliation-differs',
        recipient: 'finance@utility.example',
        subject: expect.stringContaining('2 disc'),
      },
    ])
    expect(emails[0]?.body_text).toContain('Posting missing | W-902000001 | - | 42.50 | -')
    expect(world.woken).toEqual(['emails'])
  })

  test('then another run for the day updates what was found and adds nothing', async () => {
    const firstRun = world.clock.now()
    await reconcile()
    world.clock.advance(minute)
    await reconcile()
    const kept = await world.database.db.selectFrom('discrepancy').selectAll().orderBy('subject').execute()
    expect(kept.map(({ subject }) => subject)).toEqual(['W-902000001', 'W-902000002'])
    for (const each of kept) {
      expect(each).toMatchObject({ first_seen_at: firstRun, last_seen_at: world.clock.now(), settled_at: null })
    }
  })

  test('then nothing is repaired', async () => {
    await reconcile()
    const { rows } = await world.database.pool.query('select from cis.portal_payment')
    expect(rows).toEqual([])
    const states = await world.database.db.selectFrom('posting').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'POSTED' }])
  })

  test('then a discrepancy that a later run for the day no longer finds is kept, but no longer counts', async () => {
    await reconcile()
    expect(await countOpen(world.deps.db)).toEqual([{ kind: 'paidButNotPosted', count: 2 }])
    await change(`update posting set state = 'POSTED', receipt_number = 'W-3' where receipt_number = 'W-902000001'`)
    await change(`insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
        authorization_number, paid_at, pay_date)
      values ('W-3', '1000000001', 4250, 'CCV', 'PG001', 'ET1', now(), '2026-06-01')`)
    world.clock.advance(minute)
    await reconcile()
    expect(await countOpen(world.deps.db)).toEqual([{ kind: 'paidButNotPosted', count: 1 }])
    expect(await world.database.db.selectFrom('discrepancy').select('id').execute()).toHaveLength(2)
  })

  test('then one that was settled and is found again is a new case', async () => {
    await reconcile()
    await world.database.pool.query(`update discrepancy set settled_at = now(), settled_by = 'finance'`)
    world.clock.advance(minute)
    await reconcile()
    expect(await world.database.db.selectFrom('discrepancy').select('id').execute()).toHaveLength(4)
  })
})

describe('given a partner that cannot be reached', () => {
  test.each([
    ['the gateway is away', () => void (world.gateway.isAway = true)],
    ['the ledger is away', () => void (world.billing.isDown = true)],
    [
      'the search is away',
      () => {
        world.gateway.books.length = 0
        world.gateway.isSearchAway = true
      },
    ],
  ])('when %s, then nothing is said about the books', async (reason, breakIt) => {
    await world.pay(1)
    breakIt()
    expect(await reconcile()).toEqual({ outcome: 'unavailable', reason })
    const runs = await world.database.db.selectFrom('reconciliation_run').select(['outcome', 'reason']).execute()
    expect(runs).toEqual([{ outcome: 'unavailable', reason }])
    expect(await emailsQueued()).toEqual([])
  })

  test("when another day was compared before, then that day's findings stay", async () => {
    await world.pay(1)
    await reconcile()
    world.gateway.isAway = true
    await reconcile(CalendarDate.parse('2026-06-02'))
    const runs = await world.database.db
      .selectFrom('reconciliation_run')
      .select(['day', 'outcome'])
      .orderBy('day')
      .execute()
    expect(runs).toEqual([
      { day: '2026-06-01', outcome: 'agreed' },
      { day: '2026-06-02', outcome: 'unavailable' },
    ])
  })
})
