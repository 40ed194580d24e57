import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { home, shop, testDesk } from './testing/desk.ts'
import { noAnswer } from './testing/partners.ts'

const desk = testDesk()
const minute = 60_000
const hour = 60 * minute

/** A payment of unknown outcome, an hour and a minute after its charge. */
async function unknownPayment(answer = noAnswer, accounts: readonly string[] = [home]): Promise<number> {
  desk.partners.answer = answer
  desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
  const id = await desk.pay(accounts)
  await desk.pass(61 * minute)
  await desk.work()
  return id
}

async function escalatedPayment(answer = noAnswer, accounts: readonly string[] = [home]): Promise<number> {
  const id = await unknownPayment(answer, accounts)
  await desk.pass(24 * hour)
  await desk.work()
  return id
}

const charged = { outcome: 'found' as const, transactions: [listed('5001', 'purchase')] }

function listed(tag: string, kind: 'purchase' | 'void') {
  return {
    tag,
    reference: '',
    amount: cents(4_250),
    kind,
    status: 'approved' as const,
    authorization: 'ET000001',
    at: '',
  }
}

describe('what needs a person', () => {
  test('is nothing while every payment goes well', async () => {
    await desk.pay()
    await desk.work()
    expect(await desk.list()).toEqual([])
    const count = await desk.ana.get('/api/v1/exceptions/count')
    const nothing = { payments: 0, discrepancies: 0, autoPay: 0, approvals: 0, firstApproval: null, isMore: false }
    expect(count.json()).toEqual(nothing)
  })

  test('is an unknown outcome, once its first hour is over', async () => {
    desk.partners.answer = noAnswer
    desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
    const id = await desk.pay([home, shop])
    await desk.pass(59 * minute)
    await desk.work()
    expect(await desk.list()).toEqual([])
    await desk.pass(2 * minute)
    expect(await desk.list()).toMatchObject([
      { id, reasons: ['unknown'], amount: '85.00', accountId: home, accountCount: 2, receipt: '', lastFour: '1111' },
    ])
    expect((await desk.ana.get('/api/v1/exceptions/count')).json()).toMatchObject({ payments: 1 })
  })

  test('is an outcome that was unknown for a day', async () => {
    const id = await escalatedPayment()
    expect(await desk.read(id)).toMatchObject({
      reasons: ['escalated'],
      status: 'unconfirmed',
      actions: ['inquire', 'resolveCharged', 'resolveNotCharged'],
    })
  })

  test('is a payment that the billing system refuses, at once', async () => {
    desk.partners.billing = 'the account is closed'
    const id = await desk.pay()
    await desk.work()
    expect(await desk.read(id)).toMatchObject({
      reasons: ['postingRefused'],
      actions: ['retryPosting', 'requestRefund'],
      accounts: [{ billing: 'rejected', billingAnswer: 'the account is closed' }],
    })
  })

  test('is a payment that the billing system has not accepted for an hour', async () => {
    desk.partners.billing = 'down'
    const id = await desk.pay()
    await desk.work()
    expect(await desk.list()).toEqual([])
    await desk.pass(61 * minute)
    await desk.work()
    expect(await desk.list()).toMatchObject([{ id, reasons: ['postingLate'] }])
    expect((await desk.read(id)).actions).toEqual(['retryPosting'])
  })

  test('comes oldest first, a page at a time, with each payment once', async () => {
    desk.partners.billing = 'the account is closed'
    const ids: number[] = []
    for (let many = 0; many < 31; many++) {
      ids.push(await desk.pay(many === 0 ? [home, shop] : [home]))
      await desk.pass(minute)
      await desk.portal.database.pool.query('delete from rate_limit')
    }
    await desk.work()
    const first = (await desk.ana.get('/api/v1/exceptions/payments')).json()
    expect(first.hasMore).toBe(true)
    const second = (await desk.ana.get(`/api/v1/exceptions/payments?after=${first.payments.at(-1).id}`)).json()
    expect(second.hasMore).toBe(false)
    const shown = [...first.payments, ...second.payments].map(({ id }: { id: number }) => id)
    expect(shown).toEqual(ids)
    expect((await desk.ana.get('/api/v1/exceptions/count')).json()).toMatchObject({ payments: 31, isMore: false })
  })
})

describe('given an unknown outcome', () => {
  test('when a person asks for another look-up, then it is made at once, and who asked and why is recorded', async () => {
    const id = await unknownPayment()
    desk.partners.found = charged
    const { status } = await desk.move(id, { action: 'inquire', why: 'the search is back' })
    expect(status).toBe(200)
    await desk.work()
    expect((await desk.read(id)).status).toBe('unconfirmed')
    await desk.pass(5 * minute)
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ reasons: [], status: 'paid', receipt: 'W-5001' })
    expect(await desk.history(id)).toMatch(/Gateway check requested by an admin: the search is back, by admin\d+/)
    expect(await desk.audited()).toMatchObject([
      {
        action: 'payment-look-asked',
        subject: `payment ${(await desk.read(id)).reference}`,
        after: { did: 'inquire', why: 'the search is back' },
      },
    ])
  })

  test('then it cannot be settled by hand before the look-ups have tried for a day', async () => {
    const id = await unknownPayment()
    const { status } = await desk.move(id, { action: 'resolveNotCharged', why: 'the bank says so' })
    expect(status).toBe(409)
    expect((await desk.read(id)).status).toBe('unconfirmed')
    expect(await desk.audited()).toEqual([])
  })
})

describe('given a payment that the billing system refuses', () => {
  test('when the account is opened again and a person has the payment reported again, then it is recorded once', async () => {
    desk.partners.billing = 'the account is closed'
    const id = await desk.pay()
    await desk.work()
    desk.partners.billing = null
    const both = [desk.ana, desk.ben].map(
      async (who) => await desk.move(id, { action: 'retryPosting', why: 'opened again' }, who),
    )
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ reasons: [], accounts: [{ billing: 'posted' }] })
    const { receipt } = await desk.read(id)
    const { rows } = await desk.portal.database.pool.query(
      'select amount_cents from cis.portal_payment where receipt_number = $1',
      [receipt],
    )
    expect(rows).toEqual([{ amount_cents: 4_250 }])
  })

  test('when it is recorded already, then there is nothing to report', async () => {
    const id = await desk.pay()
    await desk.work()
    expect((await desk.move(id, { action: 'retryPosting', why: 'just so' })).status).toBe(409)
  })

  test('when a refused cancellation is reported again, then it is cancelled', async () => {
    const id = await desk.pay()
    await desk.work()
    desk.partners.cancelling = 'the period is closed'
    const asked = await desk.move(id, { action: 'requestRefund', why: 'the customer paid twice' })
    await desk.decide(asked.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ reasons: ['cancellationRefused'], actions: ['retryPosting'] })
    desk.partners.cancelling = null
    await desk.move(id, { action: 'retryPosting', why: 'the period is open' })
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ reasons: [], accounts: [{ billing: 'cancelled' }] })
  })
})

describe('who may look after payments (A§6)', () => {
  test.each([2, 4, 5, 6] as const)('an administrator of level %d may not', async (level) => {
    const other = await desk.portal.administrator(level)
    expect((await other.get('/api/v1/exceptions/payments')).statusCode).toBe(403)
    expect((await other.get('/api/v1/exceptions/count')).statusCode).toBe(403)
    const action = await other.post('/api/v1/exceptions/payments/1/actions', { action: 'inquire', why: 'let me see' })
    expect(action.statusCode).toBe(403)
  })

  test('a reason is required, and must not contain anything that could be a card number', async () => {
    const id = await unknownPayment()
    expect((await desk.move(id, { action: 'inquire', why: ' ' })).status).toBe(400)
    const tooLong = await desk.move(id, { action: 'inquire', why: 'so '.repeat(200) })
    expect(JSON.stringify(tooLong)).toContain('at most 500 characters')
    expect((await desk.move(id, { action: 'inquire', why: 'card 4111 1111-1111 1111' })).status).toBe(400)
    expect((await desk.move(4_711_000, { action: 'inquire', why: 'to see' })).status).toBe(404)
  })
})
