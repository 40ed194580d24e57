import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { home, shop, testDesk } from './testing/desk.ts'
import { escalations, evidence, listed } from './testing/escalations.ts'
import { noAnswer } from './testing/partners.ts'

const desk = testDesk()
const { escalatedPayment, settledByTwo } = escalations(desk)
const charged = { outcome: 'found' as const, transactions: [listed('5001', 'purchase')] }
const minute = 60_000
const hour = 60 * minute

describe('given a payment that two people resolved with the tag of another one while the gateway was away', () => {
  const undo = { action: 'undoResolution', why: 'row 7 is the shop, not the home' } as const

  /** The gateway is back, and lists this for the wrong payment. The other one's charge has the tag 5001. */
  async function mixedUp(ofWrong: typeof desk.partners.found = { outcome: 'nothing' }) {
    const wrong = await escalatedPayment()
    const right = await escalatedPayment(noAnswer, [shop])
    await settledByTwo(wrong, evidence)
    await desk.work()
    desk.partners.answer = null
    const canary = await desk.pay([home])
    const [lost, own, known] = await Promise.all(
      [wrong, right, canary].map(async (id) => (await desk.read(id)).reference),
    )
    const of = (reference: string | undefined, tag: string): typeof desk.partners.found => {
      return { outcome: 'found', transactions: [{ ...listed(tag, 'purchase'), reference: reference ?? '' }] }
    }
    desk.partners.search = (sought) => {
      if (sought === lost) return ofWrong
      if (sought === own) return of(own, '5001')
      return sought === known ? of(known, '4999') : { outcome: 'nothing' }
    }
    await desk.pass(hour)
    await desk.work()
    return { wrong, right }
  }

  async function lookAgain(id: number): Promise<void> {
    for (const minutes of [0, 6]) {
      await desk.pass(minutes * minute)
      await desk.move(id, { action: 'inquire', why: 'the search is back' })
      await desk.work()
    }
  }

  test('when the gateway answers, then it is an exception by itself, and the other one says where its tag is', async () => {
    const { wrong, right } = await mixedUp()
    expect(await desk.read(wrong)).toMatchObject({
      status: 'paid',
      reasons: ['resolutionDoubted'],
      doubt: 'The gateway does not list it, though its search works.',
      actions: ['keepResolution', 'requestRefund', 'undoResolution'],
    })
    expect(await desk.list()).toMatchObject([{ id: wrong, reasons: ['resolutionDoubted'] }, { id: right }])
    await desk.move(right, { action: 'inquire', why: 'the search is back' })
    await desk.work()
    await desk.pass(6 * minute)
    const { status, body } = await desk.move(right, evidence)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('undo its resolution first')])
  })

  test('then two people undo it: nothing was charged, its posting is canceled, its payer told, and the other one is paid', async () => {
    const { wrong, right } = await mixedUp()
    const asked = await desk.move(wrong, undo)
    expect(asked.body).toMatchObject({
      status: 'paid',
      actions: [],
      approvalRequests: [{ kind: 'undoResolution' }, {}],
    })
    const request = asked.body.approvalRequests[0]?.id ?? 0
    expect((await desk.decide(request, { decision: 'approve' }, desk.ana)).status).toBe(409)
    expect((await desk.decide(request, { decision: 'approve' })).body).toMatchObject({
      status: 'notCharged',
      reasons: [],
      actions: [],
    })
    await desk.work()
    expect(await desk.read(wrong)).toMatchObject({ reasons: [], accounts: [{ billing: 'cancelled' }] })
    const { pool } = desk.portal.database
    const emails = 'select kind, body_text as text from email order by id desc limit 2'
    const { rows: told } = await pool.query<{ kind: string; text: string }>(emails)
    expect(told).toMatchObject([
      { kind: 'approval-decided', text: expect.stringContaining('The payment is now as the gateway lists it.') },
      { kind: 'payment-not-made', text: expect.stringContaining('a receipt for this payment by mistake') },
    ])
    const books = 'select book from ledger_entry where checkout_id = $1 group by book having sum(amount_cents) <> 0'
    expect((await pool.query(books, [wrong])).rows).toEqual([])
    await lookAgain(right)
    // A receipt number is never used twice.
    expect(await desk.read(right)).toMatchObject({
      status: 'paid',
      receipt: 'W-5001',
      accounts: [{ receipt: 'W-5001-2', billing: 'posted' }],
    })
    expect(await desk.history(wrong)).toMatch(/Card not charged: row 7 is the shop.*by admin\d+, approved by admin\d+/)
    expect((await desk.audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['settlement-undo-asked', 'settlement-undone']),
    )
  })

  test('when its charge turns up within a week after that, then it is given back', async () => {
    const { wrong } = await mixedUp()
    const { body } = await desk.move(wrong, undo)
    await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    await desk.work()
    const { reference } = await desk.read(wrong)
    const late: typeof desk.partners.found = { outcome: 'found', transactions: [listed('7001', 'purchase')] }
    desk.partners.search = (sought) => (sought === reference ? late : { outcome: 'nothing' })
    await desk.pass(48 * hour)
    await desk.work()
    expect(await desk.read(wrong)).toMatchObject({ status: 'refunded' })
    expect(desk.partners.reversals).toContainEqual(expect.objectContaining({ tag: '7001' }))
  })

  test('when the gateway lists its charge under other numbers, then it gets those and stays paid', async () => {
    const { wrong } = await mixedUp({ outcome: 'found', transactions: [listed('7001', 'purchase')] })
    const found = await desk.read(wrong)
    expect(found).toMatchObject({ reasons: ['resolutionDoubted'], doubt: expect.stringContaining('tag 7001') })
    const { body } = await desk.move(wrong, undo)
    const { body: after } = await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    expect(after).toMatchObject({ status: 'paid', reasons: [], accounts: found.accounts })
    const asked = await desk.move(wrong, { action: 'requestRefund', why: 'paid twice' })
    await desk.decide(asked.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    await desk.work()
    expect(desk.partners.reversals).toMatchObject([{ tag: '7001' }])
  })

  test('when the gateway lists another amount, then that is an exception, which a person may leave as it is', async () => {
    const { wrong } = await mixedUp({
      outcome: 'found',
      transactions: [{ ...listed('5001', 'purchase'), amount: cents(1) }],
    })
    expect(await desk.read(wrong)).toMatchObject({ doubt: expect.stringContaining('a charge of $0.01') })
    expect((await desk.move(wrong, undo)).body.title).toContain('The gateway can’t confirm this now')
    const kept = await desk.move(wrong, { action: 'keepResolution', why: 'the bank has $42.50' })
    expect(kept.body).toMatchObject({ status: 'paid', reasons: [], doubt: '' })
  })

  test('when the gateway confirms it, then nobody is asked, and it cannot be undone', async () => {
    const { wrong } = await mixedUp(charged)
    expect(await desk.read(wrong)).toMatchObject({ reasons: [], actions: ['requestRefund'] })
    const { status, body } = await desk.move(wrong, undo)
    expect([status, body.title]).toEqual([409, 'The gateway does not agree. Nothing was resolved.'])
  })

  test('while the gateway is still away, then it is checked again, and nobody can undo it yet', async () => {
    const { wrong } = await mixedUp({ outcome: 'unavailable', reason: 'no connection' })
    expect(await desk.read(wrong)).toMatchObject({ reasons: [], actions: ['requestRefund', 'undoResolution'] })
    const { status, body } = await desk.move(wrong, undo)
    expect([status, body.title]).toEqual([409, expect.stringContaining('Nothing was undone')])
  })
})
