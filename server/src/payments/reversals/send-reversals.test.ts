import { setImmediate } from 'node:timers/promises'
import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type InquiryAnswer, type FoundTransaction, emptyReply } from '../../adapters/payment-gateway/port.ts'
import { type Fate, failingTransactions } from '../../database/testing/failing-transactions.ts'
import { takePayment } from '../charge/take-payment.ts'
import { sendAgain } from '../manual/manual-actions.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor, reversed, testCard, unknown } from '../testing/engine-world.ts'
import { reversalLoop } from './send-reversals.ts'

const account = '1234567890'
const never = new AbortController().signal
const minute = 60_000

const world = engineTests()
beforeEach(() => {
  world.gateway.answer = async () => unknown
})

async function payUnknown(accounts = [account]): Promise<StoredCheckout> {
  const taken = await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/** Charges that the gateway lists for the checkout's reference, with these tags. */
function charges(checkout: StoredCheckout, ...tags: string[]): InquiryAnswer {
  const common = { reference: checkout.attempt.reference, amount: checkout.amount, authorization: 'ET5', at: '' }
  const transactions = tags.map((tag): FoundTransaction => ({ ...common, tag, kind: 'purchase', status: 'approved' }))
  return { outcome: 'found', transactions }
}

const voidRow = {
  tag: '777',
  reference: '',
  amount: cents(4_250),
  kind: 'void',
  status: 'approved',
  authorization: null,
  at: '',
} as const

/** The gateway's list of one void, with one row per status. */
function voids(...statuses: ('approved' | 'declined')[]): InquiryAnswer {
  return { outcome: 'found', transactions: statuses.map((status) => ({ ...voidRow, status })) }
}

async function letPass(minutes: number): Promise<void> {
  const works = [resolveLoop(world.engine), reversalLoop(world.engine), postingLoop(world.engine)]
  for (let passed = 0; passed < minutes; passed++) {
    world.clock.pass(minute)
    for (const work of works) while ((await work.run(never)) > 0);
  }
}

/** Until the charge is to be given back, but has not been. */
async function passUntilAsked(): Promise<void> {
  for (let passed = 0; passed < 8; passed++) {
    world.clock.pass(minute)
    while ((await resolveLoop(world.engine).run(never)) > 0);
  }
}

async function stateOf(checkout: StoredCheckout): Promise<string> {
  return (await readByPublicId(world.engine.db, checkout.publicId))?.state ?? 'gone'
}

async function reversals() {
  const rows = await world.database.db.selectFrom('reversal').selectAll().orderBy('id').execute()
  return rows.map(({ kind, state, transaction_tag: tag, reason }) => ({ kind, state, tag, reason }))
}

async function emails(): Promise<string[]> {
  return (await world.database.db.selectFrom('email').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
}

async function textOf(kind: string): Promise<string> {
  const email = world.database.db.selectFrom('email').select('body_text').where('kind', '=', kind)
  return (await email.executeTakeFirstOrThrow()).body_text
}

describe('given a late charge of a bill that was paid in another way meanwhile', () => {
  test('then it is voided once, nothing is posted, and the payer gets an email', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => reversed('777')
    await letPass(16)
    expect(await stateOf(checkout)).toBe('REVERSED')
    expect(world.gateway.reversals).toMatchObject([{ kind: 'void', tag: '501', authorization: 'ET5', amount: 4_250 }])
    expect(await reversals()).toEqual([
      { kind: 'void', state: 'DONE', tag: '501', reason: 'paid another way in the meantime' },
    ])
    expect(world.billing.payments).toEqual([])
    expect(await emails()).toEqual(['payment-reversed'])
    expect(await textOf('payment-reversed')).toContain('Your bill had already been paid another way')
    expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
  })

  test('and of others, then the email does not claim that any was paid: the whole charge went back', async () => {
    const checkout = await payUnknown([account, '1234567891'])
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => reversed('777')
    await letPass(16)
    expect(world.gateway.reversals).toMatchObject([{ kind: 'void', amount: 8_500 }])
    const email = await textOf('payment-reversed')
    expect(email).toContain('At least one of the bills had already been paid another way')
    expect(email).toContain('Check each account’s balance before you pay again')
  })

  test('then it is refunded when the void comes too late', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    const refused = { ...emptyReply, tag: '778', bankMessage: 'Batched' }
    world.gateway.answerReversal = async ({ kind }) =>
      kind === 'refund'
        ? reversed('779')
        : { outcome: 'refused', reason: 'tooLate', reply: refused, operatorAlarm: false }
    await letPass(16)
    expect((await reversals()).map(({ kind, state }) => [kind, state])).toEqual([
      ['void', 'REFUSED'],
      ['refund', 'DONE'],
    ])
    const refusals = world.database.db.selectFrom('payment_event').select('detail').where('to_state', '=', 'REFUSED')
    expect(await refusals.execute()).toMatchObject([{ detail: { reason: 'tooLate', bankMessage: 'Batched' } }])
    expect(await stateOf(checkout)).toBe('REVERSED')
  })

  test('then a void without an answer is looked up by its own reference, never sent again', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => unknown
    await letPass(8)
    expect((await reversals()).map(({ state }) => state)).toEqual(['UNKNOWN'])
    world.gateway.books = voids('approved')
    await letPass(60)
    expect(world.gateway.reversals).toHaveLength(1)
    expect(await stateOf(checkout)).toBe('REVERSED')
  })

  test('then a void that is proven absent is requested again, under its own reference', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => unknown
    await letPass(8)
    world.engine.gateway.inquire = async ({ reference }) =>
      reference === checkout.attempt.reference ? { outcome: 'found', transactions: [] } : { outcome: 'nothing' }
    world.gateway.answerReversal = async () => reversed('777')
    await letPass(60)
    expect(world.gateway.reversals).toHaveLength(2)
    expect(new Set(world.gateway.reversals.map(({ reference }) => reference)).size).toBe(2)
    // The misses of the first request prove nothing about the second.
    expect(await world.database.db.selectFrom('reversal').select('misses').execute()).toEqual([{ misses: 0 }])
    expect(await stateOf(checkout)).toBe('REVERSED')
  })

  test.each<[string, InquiryAnswer]>([
    ['twice with different data', voids('declined', 'approved')],
    ['as something else than a void', { outcome: 'found', transactions: [{ ...voidRow, kind: 'other' }] }],
  ])('then a void that is listed %s decides nothing, and a person is called', async (_, books) => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => unknown
    await letPass(8)
    world.gateway.books = books
    await letPass(30)
    expect((await reversals()).map(({ state }) => state)).toEqual(['UNKNOWN'])
    expect(await stateOf(checkout)).toBe('REVERSING')
    expect(world.alarms.some((alarm) => alarm.includes('The gateway lists'))).toBe(true)
  })

  test('then it is requested again after the gateway had locked us out', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    const reply = { ...emptyReply, tag: null }
    let isLockedOut = true
    world.gateway.answerReversal = async () =>
      isLockedOut ? { outcome: 'refused', reason: 'other', reply, operatorAlarm: true } : reversed('777')
    await letPass(8)
    expect((await reversals()).map(({ state }) => state)).toEqual(['REQUESTED'])
    isLockedOut = false
    await letPass(60)
    expect(await stateOf(checkout)).toBe('REVERSED')
  })

  test('then a refusal calls for a person', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    world.gateway.answerReversal = async () => ({
      outcome: 'refused',
      reason: 'other',
      reply: { ...emptyReply, tag: '778' },
      operatorAlarm: false,
    })
    await letPass(16)
    expect(await stateOf(checkout)).toBe('REVERSING')
    expect(world.alarms.filter((alarm) => alarm.includes('Reversal rejected by the gateway'))).toHaveLength(1)
  })

  test.each<[string, () => Promise<Fate>, number]>([
    [
      'by a process that has lost its lease calls for nobody',
      async () => {
        await world.database.db
          .updateTable('reversal')
          .set({ epoch: sql`epoch + 1` })
          .execute()
        return 'works'
      },
      0,
    ],
    ['calls for a person although the database went away before it answered', async () => 'unanswered', 1],
  ])('then a refusal that is recorded %s', async (_, fate, calls) => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    const refused = { outcome: 'refused', reason: 'other', reply: emptyReply, operatorAlarm: false } as const
    world.gateway.answerReversal = async () => refused
    await passUntilAsked()
    world.engine.db = failingTransactions(world.database.db, fate)
    await Promise.allSettled([reversalLoop(world.engine).run(never)])
    expect(world.gateway.reversals).toHaveLength(1)
    expect(world.alarms.filter((alarm) => alarm.includes('Reversal rejected by the gateway'))).toHaveLength(calls)
  })
})

describe('given two charges for one reference', () => {
  test('then the first is kept, receipted and posted, and the second is given back', async () => {
    const checkout = await payUnknown()
    world.gateway.books = charges(checkout, '501', '502')
    world.gateway.answerReversal = async () => reversed('777')
    await letPass(16)
    expect(await stateOf(checkout)).toBe('PAID')
    expect(world.billing.payments).toMatchObject([{ receipt: 'W-501' }])
    expect(await reversals()).toEqual([{ kind: 'void', state: 'DONE', tag: '502', reason: 'duplicate charge' }])
    expect(world.alarms.some((alarm) => alarm.includes('Duplicate charge'))).toBe(true)
  })

  test('then the payer is told of the payment, and of the charge that was given back', async () => {
    const checkout = await payUnknown()
    world.gateway.books = charges(checkout, '501', '502')
    await letPass(16)
    expect(await emails()).toEqual(['payment-confirmation', 'payment-charged-twice'])
    expect(await textOf('payment-charged-twice')).toContain('charged twice for one payment')
  })

  test('then the payer is told of each when there was a third charge', async () => {
    const checkout = await payUnknown()
    world.gateway.books = charges(checkout, '501', '502', '503')
    await letPass(16)
    expect(await emails()).toEqual(['payment-confirmation', 'payment-charged-twice', 'payment-charged-twice'])
  })

  test('then refused reversals of two more charges are sent again with a reference each', async () => {
    const checkout = await payUnknown()
    world.gateway.books = charges(checkout, '501', '502', '503')
    const refused = { outcome: 'refused', reason: 'other', reply: emptyReply, operatorAlarm: false } as const
    world.gateway.answerReversal = async () => refused
    await letPass(16)
    world.gateway.answerReversal = async () => reversed('777')
    await world.engine.db.transaction().execute(async (tx) => {
      await sendAgain(world.engine, tx, {
        checkoutId: checkout.id,
        by: 'finance',
        reason: 'gateway back',
        at: world.clock.now(),
      })
    })
    await letPass(16)
    expect(world.gateway.reversals).toHaveLength(4)
    expect(new Set(world.gateway.reversals.map(({ reference }) => reference)).size).toBe(4)
  })

  test('then the payer is told of both when the payment is given back, too', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501', '502')
    await letPass(16)
    expect(await stateOf(checkout)).toBe('REVERSED')
    expect((await emails()).toSorted()).toEqual(['payment-charged-twice', 'payment-reversed'])
  })
})

describe('given a gateway that takes a minute for each answer', () => {
  test('then charges that are due together are given back at once, and no request counts as lost', async () => {
    const checkout = await payUnknown()
    world.gateway.books = charges(checkout, '501', '502', '503')
    world.gateway.answerReversal = async ({ tag }) => {
      await setImmediate()
      world.clock.pass(61_000)
      return reversed(`7${tag}`)
    }
    await letPass(8)
    expect(world.gateway.reversals).toHaveLength(2)
    expect((await reversals()).map(({ state }) => state)).toEqual(['DONE', 'DONE'])
    expect(world.alarms.filter((alarm) => alarm.includes('marked as failed'))).toEqual([])
  })

  test('then a process that stood still sends nothing that could outlive its lease', async () => {
    const checkout = await payUnknown()
    world.billing.paidOtherwise = true
    world.gateway.books = charges(checkout, '501')
    await passUntilAsked()
    const { clock } = world.engine
    let hasLeased = false
    world.engine.clock = {
      ...clock,
      now() {
        if (hasLeased) world.clock.pass(61_000)
        hasLeased = true
        return clock.now()
      },
    }
    await reversalLoop(world.engine).run(never)
    expect(world.gateway.reversals).toEqual([])
  })
})

describe('the database itself', () => {
  test('gives nobody more than was charged, and no charge back twice', async () => {
    const checkout = await payUnknown()
    const insert = (reference: string, amount: number) => sql`
      insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind,
        reference, cause, reason, requested_by, state, requested_at, next_try_at)
      values (${checkout.id}, ${checkout.attempt.id}, '501', 'ET5', ${amount}, 'void', ${reference}, 'refund', 'test', 'test',
        'REQUESTED', now(), now())`
    await expect(insert('GAAAAAAAAAAAAAAAA', 4_251).execute(world.database.db)).rejects.toThrow('more than was charged')
    await insert('GBBBBBBBBBBBBBBBB', 4_250).execute(world.database.db)
    await expect(insert('GCCCCCCCCCCCCCCCC', 4_250).execute(world.database.db)).rejects.toThrow('reversal_one_live')
  })
})
