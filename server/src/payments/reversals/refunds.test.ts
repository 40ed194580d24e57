import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { keyOfRepeat } from '../../wording/customer-email.ts'
import { takePayment } from '../charge/take-payment.ts'
import { receiptKey } from '../emails.ts'
import { startReversal } from '../engine.ts'
import { postAgain, sendAgain } from '../manual/manual-actions.ts'
import { cancellationLoop, postingLoop } from '../posting/post-to-billing.ts'
import { readByPublicId } from '../records/checkouts.ts'
import { leaseReversals } from '../records/reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { declined, intentFor, reversed, testCard } from '../testing/engine-world.ts'
import { recordReversal } from './record-reversal.ts'
import { type ManualAction, type RefundRequestResult, requestRefund } from './request-refund.ts'
import { reversalLoop } from './send-reversals.ts'

const accounts = ['1234567890', '2234567890']
const never = new AbortController().signal
const asked = { reason: 'paid for the wrong house', by: 'finance:maria' }

const world = engineTests()

async function pay(): Promise<StoredCheckout> {
  const taken = await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

async function giveBack(checkout: Pick<StoredCheckout, 'id'>): Promise<RefundRequestResult> {
  return await byHand(checkout, async (tx, move) => await requestRefund(tx, move, startReversal(world.engine)))
}

/** Makes a move at the exceptions page. */
async function byHand<Made>(
  { id: checkoutId }: Pick<StoredCheckout, 'id'>,
  make: (tx: Tx, move: ManualAction) => Promise<Made>,
): Promise<Made> {
  const move = { ...asked, checkoutId, at: world.engine.clock.now() }
  return await world.database.db.transaction().execute(async (tx) => await make(tx, move))
}

async function paidAndPosted(): Promise<StoredCheckout> {
  const checkout = await pay()
  await work()
  await sql`update email set delivered_at = ${world.clock.now()}::timestamptz`.execute(world.database.db)
  return checkout
}

async function work(minutes = 1): Promise<void> {
  const works = [postingLoop(world.engine), reversalLoop(world.engine), cancellationLoop(world.engine)]
  for (let passed = 0; passed < minutes; passed++) {
    world.clock.pass(60_000)
    for (const each of works) while ((await each.run(never)) > 0);
  }
}

async function standing({ publicId, id }: StoredCheckout) {
  const checkout = await readByPublicId(world.engine.db, publicId)
  const reversals = await world.database.db.selectFrom('reversal').selectAll().orderBy('id').execute()
  const items = await world.database.db
    .selectFrom('checkout_item')
    .select('status')
    .where('checkout_id', '=', id)
    .execute()
  return {
    state: checkout?.state,
    postings: checkout?.items.map(({ postingState }) => postingState),
    items: items.map(({ status }) => status),
    reversals: reversals.map(({ kind, state }) => `${kind} ${state}`),
  }
}

async function booksOf({ id }: StoredCheckout): Promise<Record<string, number>> {
  const entries = await world.database.db.selectFrom('ledger_entry').selectAll().where('checkout_id', '=', id).execute()
  const books: Record<string, number> = { card: 0, unposted: 0, posted: 0 }
  for (const { book, amount_cents: amount } of entries) books[book] = (books[book] ?? 0) + amount
  return books
}

describe('given a payment that stands and is posted', () => {
  test('when finance gives it back, then it is voided and cancelled in the billing system, and the payer gets an email', async () => {
    const checkout = await paidAndPosted()
    expect(await giveBack(checkout)).toBe('requested')
    expect(await standing(checkout)).toMatchObject({ state: 'REVERSING', postings: ['POSTED', 'POSTED'] })
    await work()
    expect(await standing(checkout)).toEqual({
      state: 'REVERSED',
      postings: ['CANCELLED', 'CANCELLED'],
      items: ['DECLINED', 'DECLINED'],
      reversals: ['void DONE'],
    })
    expect(world.gateway.reversals).toMatchObject([{ kind: 'void', amount: 8_500 }])
    expect(world.billing.cancelled).toMatchObject([{ reason: asked.reason }, { reason: asked.reason }])
    expect(await booksOf(checkout)).toEqual({ card: 0, unposted: 0, posted: 0 })
    const emails = await world.database.db.selectFrom('email').select(['kind', 'body_text']).orderBy('id').execute()
    expect(emails.map(({ kind }) => kind)).toEqual(['payment-confirmation', 'payment-reversed'])
    expect(emails[1]?.body_text).toContain('Your bills are unpaid again.')
  })

  test('when the sender of the void stood still, then only the current lease holder records its answer, once', async () => {
    const checkout = await paidAndPosted()
    await giveBack(checkout)
    const { db, clock } = world.engine
    const lease = async () => (await leaseReversals(db, 'gge4', clock.now(), later(clock.now(), 60_000), 1))[0]
    const stoodStill = await lease()
    expect(await lease()).toBeUndefined()
    world.clock.pass(61_000)
    const holder = await lease()
    const answer = async (to: 'DONE' | 'REFUSED', epoch = 0) =>
      await recordReversal(db, {
        id: holder?.id ?? 0,
        checkoutId: checkout.id,
        epoch,
        at: clock.now(),
        to,
        nextTryAt: null,
        isMiss: false,
        newReference: null,
        refundReference: null,
        detail: {},
        email: null,
      })
    expect(await answer('DONE', stoodStill?.epoch)).toBe(false)
    expect(await answer('REFUSED', holder?.epoch)).toBe(true)
    expect(await answer('DONE', holder?.epoch)).toBe(false)
    expect(await standing(checkout)).toMatchObject({ state: 'PAID', reversals: ['void REFUSED'] })
  })

  test('when no mail server has accepted the receipt, then it is withdrawn with its repeats, and the payer is told the truth', async () => {
    const checkout = await paidAndPosted()
    const key = receiptKey(checkout)
    await sql`update email set delivered_at = null`.execute(world.database.db)
    await world.database.db.transaction().execute(async (tx) => {
      const again = { template: 'help-ticket' as const, recipient: 'm@example.com', subject: '', text: '', html: '' }
      await queueEmail(tx, { ...again, dedupeKey: `${keyOfRepeat(key)}1` }, world.clock.now())
      await queueEmail(tx, { ...again, dedupeKey: 'payment-confirmation-of-somebody-else' }, world.clock.now())
    })
    await giveBack(checkout)
    await work()
    const emails = await world.database.db.selectFrom('email').select('dedupe_key').orderBy('id').execute()
    expect(emails.map(({ dedupe_key: each }) => each)).toEqual([
      'payment-confirmation-of-somebody-else',
      `payment-reversed-${checkout.publicId}`,
    ])
    const events = await world.database.db
      .selectFrom('payment_event')
      .select('to_state')
      .where('subject', '=', 'email')
      .execute()
    expect(events.map(({ to_state: to }) => to)).toEqual(['QUEUED', 'WITHDRAWN', 'QUEUED'])
  })

  test('then who asked, and why, is kept with the request and in the log', async () => {
    const checkout = await paidAndPosted()
    await giveBack(checkout)
    const kept = await world.database.db.selectFrom('reversal').select(['cause', 'reason', 'requested_by']).execute()
    expect(kept).toEqual([{ cause: 'refund', reason: asked.reason, requested_by: asked.by }])
    const moves = await world.database.db
      .selectFrom('payment_event')
      .select('detail')
      .where('subject', '=', 'attempt')
      .where('to_state', '=', 'REVERSING')
      .execute()
    expect(moves).toEqual([{ detail: { reason: asked.reason, by: asked.by } }])
  })

  test('when it is requested twice, then it is given back once', async () => {
    const checkout = await paidAndPosted()
    const answers = await Promise.all([1, 2, 3].map(() => giveBack(checkout)))
    expect(answers.toSorted()).toEqual(['alreadyGivenBack', 'alreadyGivenBack', 'requested'])
    await work()
    expect(await giveBack(checkout)).toBe('alreadyGivenBack')
    expect(world.gateway.reversals).toHaveLength(1)
  })

  test('when the gateway refuses, then the payment stands as before and can be requested again', async () => {
    const checkout = await paidAndPosted()
    const reply = { ...emptyReply, tag: '778' }
    world.gateway.answerReversal = async () => ({ outcome: 'refused', reason: 'other', reply, operatorAlarm: false })
    await giveBack(checkout)
    await work()
    expect(await standing(checkout)).toEqual({
      state: 'PAID',
      postings: ['POSTED', 'POSTED'],
      items: ['PAID', 'PAID'],
      reversals: ['void REFUSED'],
    })
    expect(world.billing.cancelled).toEqual([])
    expect(world.alarms.some((alarm) => alarm.includes('Reversal rejected by the gateway'))).toBe(true)
    world.gateway.answerReversal = async () => reversed('779')
    // One person alone cannot ask for it again.
    expect(await byHand(checkout, (tx, move) => sendAgain(world.engine, tx, move))).toBe(false)
    expect(await giveBack(checkout)).toBe('requested')
    await work()
    expect(await standing(checkout)).toMatchObject({ state: 'REVERSED', reversals: ['void REFUSED', 'void DONE'] })
  })

  test('when the answers of the billing system are lost, then it is looked up there before it is sent again', async () => {
    const checkout = await paidAndPosted()
    await giveBack(checkout)
    world.billing.losesReplies = true
    await work()
    expect(await standing(checkout)).toMatchObject({ state: 'REVERSED', postings: ['CANCEL_DUE', 'CANCEL_DUE'] })
    expect(await booksOf(checkout)).toEqual({ card: 0, unposted: 8_500, posted: -8_500 })
    let repeated = 0
    world.engine.billing.cancelPayment = async () => {
      repeated++
      return { outcome: 'cancelled' }
    }
    await work(2)
    expect(repeated).toBe(0)
    expect(await standing(checkout)).toMatchObject({ postings: ['CANCELLED', 'CANCELLED'] })
  })

  test('when the billing system refuses to cancel it, then a person is called for', async () => {
    const checkout = await paidAndPosted()
    await giveBack(checkout)
    world.billing.payments.splice(0, 1)
    await work()
    expect((await standing(checkout)).postings).toEqual(['CANCEL_REJECTED', 'CANCELLED'])
    expect(world.alarms.some((alarm) => alarm.includes('Cancellation rejected'))).toBe(true)
    expect(await booksOf(checkout)).toEqual({ card: 0, unposted: 4_250, posted: -4_250 })
  })
})

describe('given a payment that the billing system refused', () => {
  test('when finance gives it back, then nothing is cancelled there and the ledger is at zero', async () => {
    world.billing.refuses = 'the account is closed'
    const checkout = await paidAndPosted()
    expect(await giveBack(checkout)).toBe('requested')
    await work()
    expect(await standing(checkout)).toMatchObject({ state: 'REVERSED', postings: ['REJECTED', 'REJECTED'] })
    expect(world.billing.cancelled).toEqual([])
    expect(await booksOf(checkout)).toEqual({ card: 0, unposted: 0, posted: 0 })
  })

  test('when it was given back, then nobody can have it reported to the billing system anymore', async () => {
    world.billing.refuses = 'the account is closed'
    const checkout = await paidAndPosted()
    await giveBack(checkout)
    await work()
    world.billing.refuses = null
    expect(await byHand(checkout, (tx, move) => postAgain(tx, move))).toBe(false)
    await work()
    expect(await standing(checkout)).toMatchObject({ state: 'REVERSED', postings: ['REJECTED', 'REJECTED'] })
    expect(world.billing.payments).toEqual([])
  })
})

describe('what cannot be given back', () => {
  test('is a payment about which the billing system has not answered yet', async () => {
    world.billing.isDown = true
    const checkout = await paidAndPosted()
    expect(await giveBack(checkout)).toBe('stillPosting')
    expect(await standing(checkout)).toMatchObject({ state: 'PAID', reversals: [] })
  })

  test('is a payment that was declined, or that does not exist', async () => {
    world.gateway.answer = async () => declined('501')
    const checkout = await pay()
    expect(await giveBack(checkout)).toBe('notPaid')
    expect(await giveBack({ id: 999_999 })).toBe('notPaid')
  })
})
