import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/card-gateway/port.ts'
import { takePayment } from '../charge/take-payment.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { charged, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { accounts, opened, whole, eventTests } from '../testing/event-tests.ts'

const never = new AbortController().signal
const { world, asked, tell, act, catchUp, paid, standing, open } = eventTests()

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

  test('of somebody else, then nothing happens', async () => {
    const before = (await paid(), await standing())
    await tell('charge', '9999')
    asked.dispute = { ...opened, chargeTag: '9999' }
    await tell('dispute', 'dp_9')
    asked.refund = { reference: 'GNOBODY', isFailed: true, reason: 'lost' }
    await tell('refund', 're_9')
    expect(await standing()).toEqual(before)
    expect([await open(), world.alarms]).toEqual([0, []])
  })

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
