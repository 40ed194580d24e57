import { epochOf, formatInstant, Instant, later } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { InquiryAnswer } from '../../adapters/payment-gateway/port.ts'
import { failingTransactions } from '../../database/testing/failing-transactions.ts'
import { beginCheckout } from '../charge/begin-checkout.ts'
import { takePayment } from '../charge/take-payment.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { resolveLoop } from './resolve-unknown.ts'

const account = '1234567890'
const never = new AbortController().signal
const minute = 60_000

const world = engineTests()

/** Moves time on in steps while the inquiries run, as they would. */
async function letPass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    world.clock.pass(minute)
    while ((await resolveLoop(world.engine).run(never)) > 0);
  }
}

async function payUnknown(of = account): Promise<StoredCheckout> {
  world.gateway.answer = async () => unknown
  const taken = await takePayment(world.engine, intentFor(world.engine, [of]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/** 23:59 in Guam. */
const lastMinuteOfTheDay = Instant.parse('2026-06-01T13:59:00.000Z')

const absent: InquiryAnswer = { outcome: 'nothing' }
const canary: InquiryAnswer = { outcome: 'found', transactions: [] }

/** A payment that the search does not find, after one that the gateway is known to have. */
async function payUnknownBesideCanary(searchCanary: (asked: 'before' | 'after') => InquiryAnswer) {
  world.gateway.answer = async () => declined('400')
  await takePayment(world.engine, intentFor(world.engine, ['9999999999']), testCard, null)
  const checkout = await payUnknown()
  let isAfter = false
  let isFoundBefore = false
  const { gateway } = world.engine
  world.engine.gateway = {
    ...gateway,
    inquire: async ({ reference }) => {
      if (reference !== checkout.attempt.reference) {
        const answer = searchCanary(isAfter ? 'after' : 'before')
        isFoundBefore = !isAfter && answer.outcome === 'found'
        isAfter = false
        return answer
      }
      isAfter = isFoundBefore
      return absent
    },
  }
  return checkout
}

async function now(checkout: StoredCheckout): Promise<StoredCheckout> {
  const read = await readByPublicId(world.engine.db, checkout.publicId)
  if (!read) throw new Error('The checkout is gone')
  return read
}

function listed(
  checkout: StoredCheckout,
  status: 'approved' | 'declined',
  also?: 'takenBack' | 'twice',
): InquiryAnswer {
  const { reference } = checkout.attempt
  const row = {
    tag: '501',
    reference,
    amount: cents(4_250),
    kind: 'purchase',
    status,
    authorization: 'ET5',
    at: '',
  } as const
  if (also === 'takenBack') return { outcome: 'found', transactions: [row, { ...row, tag: '9501', kind: 'void' }] }
  return { outcome: 'found', transactions: also === 'twice' ? [row, { ...row, tag: '502' }] : [row] }
}

async function emailKinds(): Promise<string[]> {
  return (await world.database.db.selectFrom('email').select('kind').execute()).map((email) => email.kind)
}

async function emailText(): Promise<string> {
  return (await world.database.db.selectFrom('email').select('body_text').executeTakeFirstOrThrow()).body_text
}

describe('a payment whose outcome is unknown', () => {
  test('is settled soon after the end of an outage of the search for hours, and the account is free', async () => {
    let isAway = true
    const checkout = await payUnknownBesideCanary(() =>
      isAway ? { outcome: 'unavailable', reason: 'no connection' } : canary,
    )
    await letPass(3 * 60)
    // A search that was down proves nothing, however often it was tried.
    expect((await now(checkout)).attempt).toMatchObject({ state: 'UNKNOWN', misses: 0 })
    isAway = false
    await letPass(105)
    expect((await now(checkout)).attempt).toMatchObject({ state: 'NOT_CHARGED', misses: 2 })
  })

  test('is not looked up after the lease has ended, because another worker may be doing so by then', async () => {
    await payUnknown('1111111111')
    await payUnknown('2222222222')
    world.clock.pass(15 * minute)
    let asked = 0
    world.engine.gateway = {
      ...world.engine.gateway,
      inquire: async () => {
        asked += 1
        world.clock.pass(minute)
        return { outcome: 'unavailable', reason: 'no answer in a minute' }
      },
    }
    await resolveLoop(world.engine).run(never)
    expect(asked).toBe(1)
    await resolveLoop(world.engine).run(never)
    expect(asked).toBe(2)
  })

  test('is paid, receipted, posted and confirmed when the gateway lists it', async () => {
    const checkout = await payUnknown()
    world.gateway.books = listed(checkout, 'approved')
    await letPass(16)
    expect(await now(checkout)).toMatchObject({
      state: 'PAID',
      items: [{ receiptNumber: 'W-501', postingState: 'PENDING' }],
    })
    expect(await emailKinds()).toEqual(['payment-confirmation'])
    expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
  })

  test('is paid on the day its card was charged, when that is found after midnight', async () => {
    world.clock.pass(epochOf(lastMinuteOfTheDay) - epochOf(world.clock.now()))
    const checkout = await payUnknown()
    world.gateway.books = listed(checkout, 'approved')
    await letPass(16)
    await postingLoop(world.engine).run(never)
    expect(world.billing.payments).toMatchObject([{ paidAt: lastMinuteOfTheDay, payDate: '2026-06-01' }])
    expect(await emailText()).toContain(formatInstant(world.engine.profile, lastMinuteOfTheDay))
  })

  test('is paid no sooner than five minutes after it was first seen listed, however long ago it was sent', async () => {
    const checkout = await payUnknown()
    await letPass(70)
    world.gateway.books = listed(checkout, 'approved')
    world.clock.pass(5 * 60 * minute)
    await letPass(1)
    expect(await now(checkout)).toMatchObject({ state: 'UNDECIDED', attempt: { listedAt: world.clock.now() } })
    await letPass(4)
    expect((await now(checkout)).state).toBe('UNDECIDED')
    await letPass(1)
    expect((await now(checkout)).state).toBe('PAID')
  })

  test('is reversed when the gateway takes it back after it was first seen in the list', async () => {
    const checkout = await payUnknown()
    await letPass(20)
    world.gateway.books = listed(checkout, 'approved')
    await letPass(12)
    expect((await now(checkout)).state).toBe('UNDECIDED')
    world.gateway.books = listed(checkout, 'approved', 'takenBack')
    await letPass(5)
    expect((await now(checkout)).state).toBe('REVERSED')
  })

  test('is left to a person when the gateway lists it under reused another payment’s transaction tag', async () => {
    world.gateway.answer = async () => charged('501')
    await takePayment(world.engine, intentFor(world.engine, ['9999999999']), testCard, null)
    const checkout = await payUnknown()
    world.gateway.books = listed(checkout, 'approved')
    await letPass(60)
    expect((await now(checkout)).state).toBe('UNDECIDED')
    expect(world.alarms).toContainEqual(expect.stringContaining('reused another payment’s transaction tag'))
    world.clock.pass(24 * 60 * minute)
    await letPass(1)
    expect((await now(checkout)).attempt.state).toBe('ESCALATED')
  })

  test('is left to a person when a second charge listed for it belongs to another payment, and is not given back', async () => {
    world.gateway.answer = async () => charged('502')
    await takePayment(world.engine, intentFor(world.engine, ['9999999999']), testCard, null)
    const checkout = await payUnknown()
    world.gateway.books = listed(checkout, 'approved', 'twice')
    await letPass(60)
    expect((await now(checkout)).state).toBe('UNDECIDED')
    expect(await world.database.db.selectFrom('reversal').select('transaction_tag').execute()).toEqual([])
    expect(world.alarms).toContainEqual(expect.stringContaining('reused another payment’s transaction tag'))
  })

  test('is declined when the gateway lists a refusal, and the payer gets an email', async () => {
    const checkout = await payUnknown()
    world.gateway.books = listed(checkout, 'declined')
    await letPass(16)
    expect((await now(checkout)).state).toBe('DECLINED')
    expect(await emailKinds()).toEqual(['payment-not-made'])
    expect(await emailText()).toContain('Your bill is still unpaid. You can pay it now.')
    expect(await emailText()).toContain('https://portal.utility.example/paynow')
    expect(await emailText()).toContain(account)
  })

  test('becomes not charged only after half an hour of proven absence', async () => {
    const checkout = await payUnknownBesideCanary(() => canary)
    await letPass(29)
    expect((await now(checkout)).state).toBe('UNDECIDED')
    await letPass(5)
    expect((await now(checkout)).state).toBe('NOT_CHARGED')
    expect(await emailKinds()).toEqual(['payment-not-made'])
  })

  test.each<[string, (asked: 'before' | 'after') => InquiryAnswer]>([
    ['works again only afterwards', (asked) => (asked === 'before' ? absent : canary)],
    ['stops working meanwhile', (asked) => (asked === 'before' ? canary : absent)],
    [
      'fails afterwards',
      (asked) => (asked === 'before' ? canary : { outcome: 'unavailable', reason: 'no connection' }),
    ],
    [
      'is asked by a process that stands still meanwhile',
      (asked) => {
        if (asked === 'after') world.clock.pass(minute)
        return canary
      },
    ],
  ])('stays unknown when the search that does not find it %s', async (_, searchCanary) => {
    const checkout = await payUnknownBesideCanary(searchCanary)
    await letPass(120)
    expect(await now(checkout)).toMatchObject({ state: 'UNDECIDED', attempt: { misses: 0 } })
  })

  test('reports the search that failed, and why, to monitoring', async () => {
    const told: string[] = []
    world.engine.monitoring.searchFailed = (reference, reason) => told.push(`${reference}: ${reason}`)
    const checkout = await payUnknown()
    world.gateway.books = { outcome: 'unavailable', reason: 'no connection' }
    await letPass(16)
    expect(new Set(told)).toEqual(new Set([`${checkout.attempt.reference}: no connection`]))
  })

  test('counts each look-up that does not find it, and after a day calls for a person by its reference, once', async () => {
    const checkout = await payUnknownBesideCanary(() => canary)
    await letPass(1)
    expect(await now(checkout)).toMatchObject({ attempt: { inquiries: 1, misses: 1 } })
    const inquiries = world.database.db
      .selectFrom('payment_event')
      .select(['subject', 'to_state'])
      .where('checkout_id', '=', checkout.id)
      .where('from_state', '=', 'UNKNOWN')
    expect(await inquiries.execute()).toEqual([{ subject: 'attempt', to_state: 'UNKNOWN' }])
    world.gateway.books = { outcome: 'unavailable', reason: 'no connection' }
    world.engine.gateway = { ...world.engine.gateway, inquire: async () => world.gateway.books }
    await letPass(24 * 60 - 2)
    expect(world.alarms).toEqual([])
    await letPass(3 * 60)
    expect(world.alarms).toEqual([expect.stringContaining(checkout.attempt.reference)])
    expect(world.alarms).toEqual([expect.stringContaining('unconfirmed for 24 hours')])
  })

  test('that is found after a day calls for nobody because the database went away before it answered', async () => {
    const checkout = await payUnknown()
    world.clock.pass(24 * 60 * minute)
    world.gateway.books = listed(checkout, 'approved')
    await letPass(1)
    world.engine.db = failingTransactions(world.database.db, (nth) => (nth === 1 ? 'rolledBack' : 'works'))
    world.clock.pass(5 * minute)
    await expect(resolveLoop(world.engine).run(never)).rejects.toThrow('Gateway checks failed')
    await letPass(2)
    expect(await now(checkout)).toMatchObject({ state: 'PAID' })
    expect(world.alarms).toEqual([])
  })

  test('for a day calls for a person although the database went away before it answered that it waits for one', async () => {
    const checkout = await payUnknown()
    world.engine.db = failingTransactions(world.database.db, (nth) => (nth === 1 ? 'unanswered' : 'works'))
    world.clock.pass(24 * 60 * minute)
    await expect(resolveLoop(world.engine).run(never)).rejects.toThrow('Gateway checks failed')
    await letPass(3 * 60)
    expect(await now(checkout)).toMatchObject({ attempt: { state: 'ESCALATED' } })
    expect(world.alarms).toEqual([expect.stringContaining('unconfirmed for 24 hours')])
  })

  test('stays unknown, and held, while the search cannot be proven to work', async () => {
    const checkout = await payUnknown()
    world.gateway.books = { outcome: 'nothing' }
    await letPass(120)
    expect(await now(checkout)).toMatchObject({ state: 'UNDECIDED', attempt: { misses: 0 } })
    expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toHaveLength(1)
  })
})

describe('a process that dies between intent and outcome', () => {
  test('leaves an intent that the look-ups settle from the gateway’s books', async () => {
    const begun = await beginCheckout(world.engine.db, intentFor(world.engine, [account]))
    if (begun.outcome !== 'begun') throw new Error(begun.outcome)
    world.gateway.books = listed(begun.checkout, 'approved')
    await letPass(1)
    expect((await now(begun.checkout)).attempt.state).toBe('INTENT')
    await letPass(6)
    expect((await now(begun.checkout)).state).toBe('PAID')
  })
})

test('a terminal that is paid every minute still proves an absence, although its search lags two minutes behind', async () => {
  const checkout = await payUnknown()
  const sentAt = new Map<string, Instant>()
  world.engine.gateway = {
    ...world.engine.gateway,
    inquire: async ({ reference }) => {
      const listedAt = later(sentAt.get(reference) ?? Instant.parse('2999-01-01T00:00:00.000Z'), 2 * minute)
      return listedAt <= world.clock.now() ? canary : absent
    },
  }
  for (let minutes = 0; minutes < 60; minutes++) {
    world.gateway.answer = async ({ reference }) => {
      sentAt.set(reference, world.clock.now())
      return declined(String(500 + minutes))
    }
    await takePayment(world.engine, intentFor(world.engine, ['9999999999']), testCard, null)
    await letPass(1)
  }
  expect(await readByPublicId(world.engine.db, checkout.publicId)).toMatchObject({ state: 'NOT_CHARGED' })
})

test('a payment whose look-ups fail for a day waits for a person, who can settle it, and the look-ups continue', async () => {
  const checkout = await payUnknown()
  const { reference } = checkout.attempt
  const charge = { tag: '501', reference, amount: checkout.amount, authorization: 'ET5', at: '' } as const
  const transactions = [{ ...charge, kind: 'purchase', status: 'approved' } as const]
  world.gateway.books = { outcome: 'found', transactions }
  const { wasPaidOtherwise } = world.engine.billing
  world.engine.billing.wasPaidOtherwise = async () => Promise.reject(new Error('the billing system is down'))
  for (const minutes of [1, 10, 60, 24 * 60]) {
    world.clock.pass(minutes * minute)
    await resolveLoop(world.engine)
      .run(never)
      .catch(() => undefined)
  }
  expect(await readByPublicId(world.engine.db, checkout.publicId)).toMatchObject({ attempt: { state: 'ESCALATED' } })
  expect(world.alarms).toEqual([expect.stringContaining('unconfirmed for 24 hours')])
  expect(await resolveLoop(world.engine).run(never)).toBe(0)
  world.engine.billing.wasPaidOtherwise = wasPaidOtherwise
  await letPass(61)
  expect(await readByPublicId(world.engine.db, checkout.publicId)).toMatchObject({ state: 'PAID' })
})
