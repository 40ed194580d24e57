import { ServiceFees } from '@portal/contract/fees'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { takePayment } from './charge/take-payment.ts'
import { startReversal } from './engine.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { intentFor, testCard } from './testing/engine-world.ts'
import { accounts, opened, whole, eventTests } from './testing/event-tests.ts'

const { world, asked, tell, act, work, paid, byHand, standing } = eventTests()

const [rule] = ServiceFees.parse([{ method: 'card', channels: ['online'], flat: 250 }])
const fee = 250
const total = whole + fee

/** Of both accounts, with a fee on top. */
const paidWithFee = async () => await paid(rule && { fee: { amount: cents(fee), rule } })

const inAll = async () =>
  await world.database.db
    .selectFrom('email')
    .select('body_text as text')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('given a payment with a service fee', () => {
  test('then the gateway charges both in one, the bills get theirs, and the fee is in a book of its own', async () => {
    await paidWithFee()
    expect(world.gateway.charges).toMatchObject([
      { amount: total, fee, accounts: [{ amount: whole / 2 }, { amount: whole / 2 }] },
    ])
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      postings: ['POSTED', 'POSTED'],
      books: { card: total, posted: -whole, fee: -fee },
      finance: { charged: total, posted: whole },
    })
    const posted = await world.database.db.selectFrom('posting').select('amount_cents').execute()
    expect(posted.map((each) => each.amount_cents)).toEqual([whole / 2, whole / 2])
  })

  test('then its receipt says what the bills get, what the utility keeps, and what was charged', async () => {
    await paidWithFee()
    const { text } = await inAll()
    expect(text).toMatch(
      /Bill payment: \$85\.00 USD\nService fee, kept by Test Water: \$2\.50 USD\nAmount: \$87\.50 USD/,
    )
  })

  test('then the intent keeps the fee and the rule', async () => {
    const id = await paidWithFee()
    const events = await world.database.db
      .selectFrom('payment_event')
      .select('detail')
      .where('checkout_id', '=', id)
      .where('to_state', '=', 'INTENT')
      .execute()
    expect(events).toMatchObject([{ detail: { fee, rule: '$2.50' } }])
  })

  test('that is refunded, then all of it goes back, and no book keeps anything', async () => {
    const id = await paidWithFee()
    await byHand(id, async (tx, move) => await requestRefund(tx, move, startReversal(world.engine)))
    await work()
    await work()
    expect(world.gateway.reversals).toMatchObject([{ amount: total }])
    expect(await standing()).toMatchObject({
      attempt: 'REVERSED',
      postings: ['CANCELLED', 'CANCELLED'],
      books: 'empty',
    })
    expect((await inAll()).text).toMatch(/kept by Test Water: \$2\.50\nAmount: \$87\.50/)
  })

  test('that is disputed and lost, then the fee is gone, too; won after that, both count again', async () => {
    await paidWithFee()
    asked.dispute = { ...opened, amount: cents(total) }
    await tell('dispute', 'dp_1')
    expect((await standing()).books).toEqual({ disputed: total, posted: -whole, fee: -fee })
    asked.dispute = { ...opened, amount: cents(total), state: 'lost' }
    await tell('dispute', 'dp_1')
    await work()
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', books: 'empty' })
    asked.dispute = { ...opened, amount: cents(total), state: 'won' }
    await tell('dispute', 'dp_1')
    await act()
    await work()
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      books: { card: total, posted: -whole, fee: -fee },
    })
  })

  test('of whose bills alone a dispute is lost, then the payment stands', async () => {
    await paidWithFee()
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', books: { posted: -whole, fee: -fee } })
  })

  test('when the answer is lost, then an inquiry finds it by what was charged, and not by the bills', async () => {
    world.gateway.answer = async () => ({ outcome: 'unknown', reason: 'hung up', reply: null, operatorAlarm: false })
    const found = {
      tag: '1001',
      reference: '',
      kind: 'purchase',
      status: 'approved',
      authorization: 'ET1',
      at: '',
    } as const
    world.gateway.books = { outcome: 'found', isFinal: true, transactions: [{ ...found, amount: cents(whole) }] }
    const intended = intentFor(world.engine, accounts, rule && { fee: { amount: cents(fee), rule } })
    await takePayment(world.engine, intended, testCard, null)
    await work()
    expect((await standing()).attempt).toBe('UNKNOWN')
    world.gateway.books = { outcome: 'found', isFinal: true, transactions: [{ ...found, amount: cents(total) }] }
    world.clock.pass(3_600_000)
    await work()
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', books: { card: total, fee: -fee } })
  })
})
