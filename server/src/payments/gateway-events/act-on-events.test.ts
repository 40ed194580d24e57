import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { takePayment } from '../charge/take-payment.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { charged, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { accounts, opened, whole, eventTests } from '../testing/event-tests.ts'

const never = new AbortController().signal
const { world, asked, tell, act, catchUp, paid, standing, open, discrepancies } = eventTests()

describe('given an event about a charge', () => {
  test('then the inquiry that was due later comes now, and decides', async () => {
    world.gateway.answer = async () => {
      return { ...unknown, reply: { ...emptyReply, tag: '1001' } }
    }
    const { reference } = await takeUnknown()
    const transaction = { reference, kind: 'purchase', status: 'approved', authorization: 'A1', at: '' } as const
    world.gateway.books = {
      outcome: 'found',
      isFinal: true,
      transactions: [{ ...transaction, tag: '1001', amount: cents(whole) }],
    }
    await resolveLoop(world.engine).run(never)
    expect((await standing()).attempt).toBe('UNKNOWN')
    await tell('charge', '1001')
    await resolveLoop(world.engine).run(never)
    expect((await standing()).attempt).toBe('CHARGED')
  })

  test('then a lie changes nothing: the gateway has no such charge', async () => {
    world.gateway.answer = async () => {
      return { ...unknown, reply: { ...emptyReply, tag: '1001' } }
    }
    await takeUnknown()
    await tell('charge', '1001')
    await resolveLoop(world.engine).run(never)
    expect((await standing()).attempt).toBe('UNKNOWN')
  })

  test('that comes before its answer, then it waits for that', async () => {
    let early: Promise<void> | undefined
    world.gateway.answer = async () => {
      await sql`update charge_attempt set transaction_tag = '1001'`.execute(world.database.db)
      early = tell('charge', '1001')
      await early
      return charged('1001')
    }
    await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
    expect(early).toBeDefined()
    expect(await open()).toBe(1)
    world.clock.pass(60_000)
    await act()
    expect([(await standing()).attempt, await open()]).toEqual(['CHARGED', 0])
  })

  test('of no payment, then a person is told of what moved money, once, and no payment changes', async () => {
    const before = (await paid(), await standing())
    const nobodys = { chargeTag: '9999', chargeReference: null }
    asked.charge = { ...nobodys, charged: cents(0), accounts: null }
    await tell('charge', '9998')
    asked.charge = { ...nobodys, charged: cents(700), accounts: null }
    await tell('charge', '9999')
    asked.dispute = { ...opened, ...nobodys }
    await tell('dispute', 'dp_9')
    asked.refund = { ...nobodys, reference: 'GNOBODY', amount: cents(700), standing: cents(700), reason: 'lost' }
    await tell('refund', 're_9')
    await tell('refund', 're_9')
    expect(await standing()).toEqual(before)
    expect(await discrepancies()).toEqual([
      ['chargedButNotRecorded', '9999'],
      ['disputeNotRecorded', 'dp_9'],
      ['reversedAtGatewayOnly', 're_9'],
    ])
    expect([await open(), world.alarms.length]).toEqual([0, 3])
    await world.database.db.updateTable('discrepancy').set({ settled_at: world.clock.now() }).execute()
    await tell('dispute', 'dp_9')
    expect(await discrepancies()).toEqual([])
  })

  test('that two people recorded with another tag, then it is told as that of the payment', async () => {
    const { reference } = await taken()
    await sql`update charge_attempt set transaction_tag = '1002'`.execute(world.database.db)
    asked.charge = { chargeTag: '1001', chargeReference: reference, charged: cents(whole), accounts: null }
    await tell('charge', '1001')
    expect(await discrepancies()).toEqual([['recordedWithOtherNumbers', reference]])
    asked.dispute = { ...opened, chargeReference: reference }
    await tell('dispute', 'dp_1')
    asked.dispute = { ...opened, chargeReference: null }
    await tell('dispute', 'dp_2')
    expect((await standing()).disputes).toHaveLength(2)
  })

  async function taken(): Promise<{ reference: string }> {
    const id = await paid()
    return await world.database.db
      .selectFrom('charge_attempt')
      .select('reference')
      .where('checkout_id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async function takeUnknown(): Promise<{ reference: string }> {
    const intent = intentFor(world.engine, accounts)
    await takePayment(world.engine, intent, testCard, null)
    return intent
  }
})

describe('given events that did not arrive', () => {
  test('then the gateway lists them once an hour, and each is acted on once', async () => {
    await paid()
    asked.dispute = opened
    asked.listed = [
      { id: 'evt_lost', subject: 'dispute', tag: 'dp_1' },
      { id: 'evt_known', subject: 'dispute', tag: 'dp_1' },
    ]
    await tell('dispute', 'dp_1', 'evt_known')
    const begun = world.clock.now()
    await catchUp()
    await catchUp()
    await act()
    expect((await standing()).disputes).toEqual([{ state: 'OPEN', person: true }])
    world.clock.pass(3_600_000)
    await catchUp()
    expect(asked.listedSince.map((since) => Math.round((Date.parse(begun) - Date.parse(since)) / 60_000))).toEqual([
      30 * 24 * 60,
      15,
    ])
  })

  test('and a gateway that is away, then they are listed from where it ended', async () => {
    asked.listed = 'away'
    await catchUp()
    world.clock.pass(3_600_000)
    await catchUp()
    expect(asked.listedSince[1]).toBe(asked.listedSince[0])
  })
})
