import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { home, shop, testDesk } from './testing/desk.ts'
import { noAnswer } from './testing/partners.ts'

const desk = testDesk()
const hour = 3_600_000
const evidence = 'gateway console, row 7 of today'

/**
 * A payment that was settled as not charged but is listed nevertheless, without the authorization that the wire needs
 * to give it back: the gateway refuses the void.
 */
async function lateChargeWithoutAuthorization(): Promise<number> {
  desk.partners.answer = noAnswer
  const id = await desk.pay()
  desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
  for (const hours of [1, 24, 24]) {
    await desk.pass(hours * hour)
    await desk.work()
  }
  const { body } = await desk.move(id, { action: 'resolveNotCharged', why: 'the bank on the telephone' })
  await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
  const listed = { tag: '5001', kind: 'purchase', status: 'approved', authorization: null, at: '' } as const
  const transactions = [{ ...listed, amount: cents(4_250), reference: (await desk.read(id)).reference }]
  desk.partners.found = { outcome: 'found', transactions }
  desk.partners.refusal = 'other'
  await desk.pass(48 * hour)
  await desk.work()
  return id
}

/** A payment of two accounts that stands because the gateway refused its refund. */
async function refusedRefund(): Promise<{ id: number; tag: string }> {
  const id = await desk.pay([home, shop])
  await desk.work()
  const { body } = await desk.move(id, { action: 'requestRefund', why: 'the customer paid at the office too' })
  desk.partners.refusal = 'other'
  await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
  await desk.work()
  return { id, tag: body.receipt.replace('W-', '') }
}

/** To payers; staff are told of requests, too. */
async function emails(): Promise<string[]> {
  const { rows } = await desk.portal.database.pool.query<{ kind: string }>(
    "select kind from email where kind not like 'approval-%' order by id",
  )
  return rows.map(({ kind }) => kind)
}

async function ledger(): Promise<unknown[]> {
  const { rows } = await desk.portal.database.pool.query<object>(
    'select book, sum(amount_cents)::int as cents from ledger_entry group by book having sum(amount_cents) <> 0',
  )
  return rows
}

describe('given a charge that the gateway lists without its authorization, and that was given back in its console', () => {
  test('when one person says so and another agrees, then it is recorded, the payer gets one email, and the desk is empty', async () => {
    const id = await lateChargeWithoutAuthorization()
    expect(await desk.read(id)).toMatchObject({
      reasons: ['reversalRefused'],
      actions: ['retryReversal', 'reportExternalRefund'],
    })
    const sent = desk.partners.reversals.length
    const { status, body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag: '5001' })
    expect([status, body.actions, body.reasons]).toEqual([200, [], ['reversalRefused', 'approvalPending']])
    expect(body.approvalRequests).toMatchObject([
      { kind: 'externalRefund', state: 'ASKED', reason: evidence, isOwn: true },
      { kind: 'resolveNotCharged' },
    ])
    expect((await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })).body).toMatchObject({
      status: 'refunded',
      reasons: [],
      actions: ['undoResolution'],
      approvalRequests: [{ state: 'APPROVED' }, { kind: 'resolveNotCharged' }],
    })
    await desk.work()
    expect(desk.partners.reversals).toHaveLength(sent)
    expect(await emails()).toEqual(['payment-not-made', 'payment-reversed'])
    expect(await desk.history(id)).toMatch(/refunded in the gateway’s console, by admin\d+, approved by admin\d+/)
    expect(await desk.audited()).toMatchObject([
      { action: 'settlement-asked' },
      { action: 'settlement-approved' },
      { action: 'give-back-asked', after: { did: 'reportExternalRefund', tag: '5001', why: evidence } },
      { action: 'give-back-approved', after: { how: 'in the gateway’s console', reason: evidence } },
    ])
  })

  test('then the person who says so cannot agree to it, and nothing is settled before somebody does', async () => {
    const id = await lateChargeWithoutAuthorization()
    const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag: '5001' })
    expect((await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' }, desk.ana)).status).toBe(409)
    const { rows } = await desk.portal.database.pool.query('select state from charge_attempt')
    expect(rows).toEqual([{ state: 'REVERSING' }])
    await desk.decide(
      body.approvalRequests[0]?.id ?? 0,
      { decision: 'reject', why: 'row 7 is another charge' },
      desk.ana,
    )
    expect(await desk.history(id)).toContain('withdrew the report of a refund')
  })

  test('when another person rejects it, then it waits as before, with the reason', async () => {
    const id = await lateChargeWithoutAuthorization()
    const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag: '5001' })
    await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'reject', why: 'row 7 is another charge' })
    expect(await desk.read(id)).toMatchObject({
      reasons: ['reversalRefused'],
      actions: ['retryReversal', 'reportExternalRefund'],
    })
    expect(await desk.history(id)).toContain('rejected the report of a refund')
  })

  test('then it can be tried again only after another person has rejected it, so that agreeing never comes too late', async () => {
    const id = await lateChargeWithoutAuthorization()
    const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag: '5001' })
    desk.partners.refusal = null
    const again = { action: 'retryReversal', why: 'the gateway has mended it' } as const
    expect((await desk.move(id, again)).status).toBe(409)
    await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'reject', why: 'row 7 is another charge' })
    expect((await desk.move(id, again)).status).toBe(200)
    await desk.work()
    expect((await desk.read(id)).status).toBe('refunded')
    expect(await emails()).toEqual(['payment-not-made', 'payment-reversed'])
  })

  test('then the tag of another charge is refused', async () => {
    const id = await lateChargeWithoutAuthorization()
    const { status, body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag: '5002' })
    expect([status, body.title]).toEqual([
      409,
      expect.stringContaining('no rejected reversal with this transaction tag'),
    ])
  })
})

test('given two payments whose refund was refused, then what is said of one says nothing of the other', async () => {
  const [one, other] = [await refusedRefund(), await refusedRefund()]
  const said = { action: 'reportExternalRefund', why: evidence } as const
  expect((await desk.move(one.id, { ...said, tag: other.tag })).status).toBe(409)
  expect((await desk.move(one.id, { ...said, tag: one.tag })).status).toBe(200)
  desk.partners.refusal = null
  expect((await desk.move(other.id, { action: 'closeRefund', why: 'it stands' })).status).toBe(200)
  expect((await desk.move(one.id, { action: 'closeRefund', why: 'it stands' })).status).toBe(409)
})

describe('given a payment that stands because the gateway refused its refund', () => {
  test('when it was given back in the console, then the accounts owe it again and the books add up', async () => {
    const { id, tag } = await refusedRefund()
    const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag })
    const request = body.approvalRequests.find(({ state }) => state === 'ASKED')
    expect((await desk.decide(request?.id ?? 0, { decision: 'approve' })).status).toBe(200)
    await desk.work()
    expect(await desk.read(id)).toMatchObject({
      status: 'refunded',
      reasons: [],
      actions: ['undoResolution'],
      accounts: [{ billing: 'cancelled' }, { billing: 'cancelled' }],
    })
    expect(await ledger()).toEqual([])
    expect(await emails(), 'a receipt that had not left is withdrawn').toEqual(['payment-reversed'])
    const { rows } = await desk.portal.database.pool.query(
      "select sent_at, state from reversal where requested_by like '%approved by%' order by id desc limit 1",
    )
    expect(rows, 'it was never sent').toEqual([{ sent_at: null, state: 'DONE' }])
  })

  test('when somebody else says that it was given back, then nobody settles it until that is decided', async () => {
    const { id, tag } = await refusedRefund()
    const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag })
    expect(body.actions).toEqual([])
    const settle = { action: 'closeRefund', why: 'the customer keeps it' } as const
    expect((await desk.move(id, settle)).status).toBe(409)
    const request = body.approvalRequests.find(({ state }) => state === 'ASKED')
    await desk.decide(request?.id ?? 0, { decision: 'reject', why: 'row 7 is another charge' })
    expect((await desk.move(id, settle)).status).toBe(200)
    expect((await desk.read(id)).reasons).toEqual([])
  })

  describe('and that people recorded as refunded in the console, by mistake', () => {
    const undo = { action: 'undoResolution', why: 'row 7 is another refund' } as const

    async function recorded(): Promise<{ id: number; reference: string }> {
      const { id, tag } = await refusedRefund()
      const { body } = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag })
      await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
      await desk.work()
      desk.partners.refusal = null
      return { id, reference: body.reference }
    }
    const listed = (kind: 'purchase' | 'refund', reference: string) =>
      ({
        tag: '5001',
        kind,
        status: 'approved',
        authorization: 'ET1',
        at: '',
        amount: cents(8_500),
        reference,
      }) as const

    test('when the gateway lists no refund, then two people undo it: it is owed, its payer told, and it can be sent', async () => {
      const { id, reference } = await recorded()
      desk.partners.found = { outcome: 'found', transactions: [listed('purchase', reference)] }
      expect((await desk.read(id)).actions).toEqual(['undoResolution'])
      const { body } = await desk.move(id, undo)
      expect(body.approvalRequests[0]).toMatchObject({
        kind: 'undoResolution',
        gatewayAnswer: expect.stringContaining('a charge of $85.00, approved'),
      })
      const request = body.approvalRequests[0]?.id ?? 0
      expect((await desk.decide(request, { decision: 'approve' }, desk.ana)).status).toBe(409)
      expect((await desk.decide(request, { decision: 'approve' })).body).toMatchObject({
        status: 'refundOwed',
        reasons: ['refundFailed'],
        actions: ['retryReversal', 'reportExternalRefund'],
      })
      expect(await emails()).toEqual(['payment-reversed', 'refund-undone'])
      expect(await desk.history(id)).toMatch(/Refund not received: row 7 is another refund/)
      await desk.move(id, { action: 'retryReversal', why: 'it is owed' })
      await desk.work()
      expect(await desk.read(id)).toMatchObject({ status: 'refunded', reasons: [], actions: [] })
      expect(await ledger()).toEqual([])
      expect(desk.partners.reversals.at(-1)).toMatchObject({ amount: 8_500 })
    })

    test.each([
      ['lists the refund', (reference: string) => [listed('purchase', reference), listed('refund', reference)]],
      ['cannot say', null],
    ] as const)('when the gateway %s, then it stays', async (_, transactions) => {
      const { id, reference } = await recorded()
      desk.partners.found = transactions
        ? { outcome: 'found', transactions: transactions(reference) }
        : { outcome: 'unavailable', reason: 'the search is away' }
      expect((await desk.move(id, undo)).status).toBe(409)
      expect(await desk.read(id)).toMatchObject({ status: 'refunded', approvalRequests: [{ state: 'APPROVED' }, {}] })
    })
  })

  test('when nothing was refused, then there is nothing to record', async () => {
    const id = await desk.pay()
    await desk.work()
    const tag = (await desk.read(id)).receipt.replace('W-', '')
    expect((await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag })).status).toBe(409)
  })
})

test('given a payment of a gateway that is no longer in use, then its refund is made and recorded by hand', async () => {
  const id = await desk.pay()
  await desk.work()
  await desk.portal.database.pool.query("update charge_attempt set gateway = 'another' where checkout_id = $1", [id])
  const { body } = await desk.move(id, { action: 'requestRefund', why: 'moved away' })
  await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
  await desk.work()
  expect(await desk.read(id)).toMatchObject({ status: 'refunding', reasons: [] })
  await desk.pass(hour)
  await desk.work()
  const found = await desk.read(id)
  expect(found).toMatchObject({
    status: 'paid',
    reasons: ['refundElsewhere'],
    actions: ['reportExternalRefund', 'closeRefund', 'requestRefund'],
  })
  expect(await desk.history(id)).toContain('Void or refund rejected: the portal no longer uses its gateway.')
  const tag = found.receipt.replace('W-', '')
  const reported = await desk.move(id, { action: 'reportExternalRefund', why: evidence, tag })
  await desk.decide(reported.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
  await desk.work()
  expect(await desk.read(id)).toMatchObject({ status: 'refunded', reasons: [], accounts: [{ billing: 'cancelled' }] })
  expect(desk.partners.reversals).toEqual([])
})
