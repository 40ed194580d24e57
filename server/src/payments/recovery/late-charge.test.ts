import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FoundTransaction, emptyReply } from '../../adapters/payment-gateway/port.ts'
import { failingTransactions } from '../../database/testing/failing-transactions.ts'
import { reverseLateCharge } from '../charge/late-charge.ts'
import { recordOutcome } from '../charge/record-outcome.ts'
import { takePayment } from '../charge/take-payment.ts'
import { closeRefund } from '../manual/manual-actions.ts'
import { recordExternalRefund } from '../manual/record-external-refund.ts'
import { outcomeOfFinding } from '../manual/resolve-escalated.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { resolveLoop } from './resolve-unknown.ts'

const account = '1234567890'
const never = new AbortController().signal
const minute = 60_000
const hour = 60 * minute

const world = engineTests()
beforeEach(async () => {
  // An earlier charge, which proves that the search works.
  await takePayment(world.engine, intentFor(world.engine, ['9999999999']), testCard, null)
})

/** Runs inquiries and reversals once per step, for this long. */
async function letPass(milliseconds: number, step = minute): Promise<void> {
  const works = [resolveLoop(world.engine), reversalLoop(world.engine)]
  for (let passed = 0; passed < milliseconds; passed += step) {
    world.clock.pass(step)
    for (const work of works) while ((await work.run(never)) > 0);
  }
}

/** The inquiries find only the earlier charge, until that proves that nothing was charged. */
async function settleAsNotCharged(): Promise<void> {
  const listed = world.gateway.books
  world.engine.gateway.inquire = async ({ reference }) => {
    if (reference === world.gateway.charges[0]?.reference) return { outcome: 'found', transactions: [] }
    return world.gateway.books === listed ? { outcome: 'nothing' } : world.gateway.books
  }
  await letPass(2 * hour)
}

function charge(reference: string): FoundTransaction {
  const row = { tag: '501', reference, amount: cents(4_250), authorization: 'ET5', at: '' }
  return { ...row, kind: 'purchase', status: 'approved' }
}

async function payUnknown(): Promise<StoredCheckout> {
  world.gateway.answer = async () => unknown
  const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

async function stateOf(checkout: Pick<StoredCheckout, 'publicId'>): Promise<string | undefined> {
  return (await readByPublicId(world.engine.db, checkout.publicId))?.state
}

async function givenBack() {
  const rows = await world.database.db.selectFrom('reversal').select(['cause', 'state', 'transaction_tag']).execute()
  return rows.map(({ cause, state, transaction_tag: tag }) => ({ cause, state, tag }))
}

async function emailsTo(checkout: StoredCheckout): Promise<string[]> {
  const rows = await world.database.db.selectFrom('email').select(['kind', 'dedupe_key']).orderBy('id').execute()
  return rows.filter(({ dedupe_key: key }) => key.endsWith(checkout.publicId)).map(({ kind }) => kind)
}

describe('given a process that stood still inside the charge, and a payer who was told that nothing was charged', () => {
  test('when it resumes with an approval, then the charge is given back, with an alarm and an email', async () => {
    const intent = intentFor(world.engine, [account])
    world.gateway.answer = async () => {
      await settleAsNotCharged()
      return charged('501')
    }
    const taken = await takePayment(world.engine, intent, testCard, null)
    if (taken.outcome !== 'taken') throw new Error(taken.outcome)
    expect(taken.checkout.state).toBe('REVERSING')
    await letPass(minute)
    expect(await stateOf(taken.checkout)).toBe('REVERSED')
    expect(await givenBack()).toEqual([{ cause: 'lateCharge', state: 'DONE', tag: '501' }])
    expect(world.gateway.reversals).toMatchObject([{ kind: 'void', tag: '501', amount: 4_250 }])
    expect(world.alarms.some((alarm) => alarm.includes('after the payer was told'))).toBe(true)
    expect(await emailsTo(taken.checkout)).toEqual(['payment-not-made', 'payment-reversed'])
  })

  test('when it resumes with a refusal, then nothing changes', async () => {
    const intent = intentFor(world.engine, [account])
    world.gateway.answer = async () => {
      await settleAsNotCharged()
      return declined('502')
    }
    const taken = await takePayment(world.engine, intent, testCard, null)
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'NOT_CHARGED' } })
    expect(await givenBack()).toEqual([])
  })

  test('when it dies with the approval, then a look-up of the next days finds the charge and gives it back', async () => {
    const checkout = await payUnknown()
    await settleAsNotCharged()
    expect(await stateOf(checkout)).toBe('NOT_CHARGED')
    world.gateway.books = { outcome: 'found', transactions: [charge(checkout.attempt.reference)] }
    await letPass(24 * hour, hour)
    expect(await stateOf(checkout)).toBe('REVERSED')
    expect(await givenBack()).toEqual([{ cause: 'lateCharge', state: 'DONE', tag: '501' }])
  })

  test('when the database goes away before it answers that the charge is given back, then there is an alarm nevertheless', async () => {
    const checkout = await payUnknown()
    await settleAsNotCharged()
    world.gateway.books = { outcome: 'found', transactions: [charge(checkout.attempt.reference)] }
    world.engine.db = failingTransactions(world.database.db, (nth) => (nth === 1 ? 'unanswered' : 'works'))
    world.clock.pass(6 * hour)
    await expect(resolveLoop(world.engine).run(never)).rejects.toThrow('Gateway checks failed')
    await letPass(hour)
    expect(await stateOf(checkout)).toBe('REVERSED')
    expect(world.alarms.some((alarm) => alarm.includes('after the payer was told'))).toBe(true)
  })

  test('when nothing turns up for a week, then the look-ups end', async () => {
    const checkout = await payUnknown()
    await settleAsNotCharged()
    await letPass(8 * 24 * hour, 6 * hour)
    const { next_look_at: nextInquiryAt, looks: inquiries } = await world.database.db
      .selectFrom('charge_attempt')
      .select(['next_look_at', 'looks'])
      .where('id', '=', checkout.attempt.id)
      .executeTakeFirstOrThrow()
    expect(nextInquiryAt).toBeNull()
    expect(inquiries).toBeGreaterThan(6)
    expect(await stateOf(checkout)).toBe('NOT_CHARGED')
  })
})

test('given a search that was down for ten days, when a person has settled a charge wrongly, then it is given back', async () => {
  const checkout = await payUnknown()
  world.engine.gateway.inquire = async () => ({ outcome: 'unavailable', reason: 'down' })
  await letPass(10 * 24 * hour, 6 * hour)
  const stored = await readByPublicId(world.engine.db, checkout.publicId)
  if (stored?.attempt.state !== 'ESCALATED') throw new Error(stored?.attempt.state)
  const answer = { verdict: 'unclear', said: 'the search is down' } as const
  const move = { by: 'ana', reason: 'the bank has no such charge', answer, before: 0 }
  await recordOutcome(world.engine.db, outcomeOfFinding(world.engine, stored, { outcome: 'notCharged' }, move))
  world.engine.gateway.inquire = async () => world.gateway.books
  world.gateway.books = { outcome: 'found', transactions: [charge(checkout.attempt.reference)] }
  await letPass(2 * hour)
  expect(await stateOf(checkout)).toBe('REVERSED')
})

describe('given a payment that the look-ups settled as declined', () => {
  test('when its own answer says that it was charged, then the charge is given back', async () => {
    const intent = intentFor(world.engine, [account])
    world.gateway.answer = async () => {
      const refusal = { ...charge(intent.reference), tag: '499', status: 'declined' } as const
      world.gateway.books = { outcome: 'found', transactions: [refusal] }
      await letPass(30 * minute)
      expect(await stateOf(intent)).toBe('DECLINED')
      return charged('501')
    }
    const taken = await takePayment(world.engine, intent, testCard, null)
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'REVERSING' } })
    expect(await givenBack()).toMatchObject([{ cause: 'lateCharge', tag: '501' }])
  })
})

describe('given two charges after the payer was told that nothing was charged, which the gateway refuses to give back', () => {
  test('when one of them was given back in its console, then the other still needs a person', async () => {
    world.gateway.answer = async () => declined('499')
    const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
    if (taken.outcome !== 'taken') throw new Error(taken.outcome)
    const charges = ['501', '502'].map((tag) => ({ tag, authorization: 'ET5', amount: cents(4_250) }))
    await reverseLateCharge(world.engine, taken.checkout, {
      charges,
      reply: { ...emptyReply, tag: '501' },
      epoch: null,
    })
    world.gateway.answerReversal = async () => {
      return { outcome: 'refused', reason: 'other', reply: emptyReply, operatorAlarm: false }
    }
    await letPass(minute)
    const waiting = async () =>
      await world.database.db
        .selectFrom('reversal')
        .select(['id', 'transaction_tag as tag'])
        .where('needs_person', '=', true)
        .orderBy('tag')
        .execute()
    const [first, second] = await waiting()
    const { id: checkoutId } = taken.checkout
    const move = { checkoutId, by: 'ana', reason: 'seen in the console', at: world.clock.now() }
    await world.database.db.transaction().execute(async (tx) => {
      // It is owed to the payer, so nobody can claim that it is settled in another way.
      expect(await closeRefund(tx, move)).toBe(false)
      expect(await recordExternalRefund(world.engine, tx, move, first?.id ?? 0)).toBe('recorded')
    })
    expect(second).toMatchObject({ tag: '502' })
    expect(await waiting()).toEqual([second])
  })
})

describe('given a payment that the look-ups settled as paid', () => {
  test('when its own answer comes late, then it stands', async () => {
    const intent = intentFor(world.engine, [account])
    world.gateway.answer = async () => {
      world.gateway.books = { outcome: 'found', transactions: [charge(intent.reference)] }
      await letPass(30 * minute)
      return charged('501')
    }
    const taken = await takePayment(world.engine, intent, testCard, null)
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'PAID' } })
    expect(await givenBack()).toEqual([])
  })
})
