import type { AdminLevel } from '@portal/contract/admin-levels'
import { decideApprovalRequest } from '@portal/contract/exceptions'
import { mistypedReceipt } from '@portal/contract/short-number'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { home, shop, testDesk } from './testing/desk.ts'

const desk = testDesk()

/** A payment of two accounts that is in the billing system, and ana's request to give it back. */
async function asked(): Promise<{ id: number; request: number }> {
  const id = await desk.pay([home, shop])
  await desk.work()
  const { status, body } = await desk.move(id, { action: 'requestRefund', why: 'the customer paid at the office too' })
  expect(status).toBe(200)
  return { id, request: body.approvalRequests[0]?.id ?? 0 }
}

describe('given that somebody from finance wants a payment given back', () => {
  test('then nothing is given back yet, and it waits for a second person', async () => {
    const { id } = await asked()
    await desk.work()
    expect(desk.partners.reversals).toEqual([])
    expect(await desk.read(id)).toMatchObject({
      status: 'paid',
      reasons: ['approvalPending'],
      actions: [],
      approvalRequests: [
        { state: 'ASKED', amount: '85.00', reason: 'the customer paid at the office too', isOwn: true },
      ],
    })
    expect((await desk.read(id, desk.ben)).approvalRequests).toMatchObject([{ isOwn: false }])
  })

  test('then it is asked of that payment alone, whatever the billing system says of others', async () => {
    const [posted, posting, id] = [await desk.pay(), await desk.pay(), await desk.pay([shop, home])]
    await desk.work()
    await desk.portal.database.pool.query("update posting set state = 'POSTING' where checkout_id = $1", [posting])
    const ask = async (of: number) => (await desk.move(of, { action: 'requestRefund', why: 'paid twice' })).status
    expect([await ask(posting), await ask(id)]).toEqual([409, 200])
    const requests = await Promise.all(
      [posted, posting, id].map(async (each) => (await desk.read(each)).approvalRequests.length),
    )
    expect(requests).toEqual([0, 0, 1])
    expect((await desk.read(id)).accounts.map(({ accountId }) => accountId)).toEqual([shop, home])
  })

  test('when it is approved while the billing system is being told of it, then the second person is told to wait', async () => {
    const { id, request } = await asked()
    await desk.portal.database.pool.query("update posting set state = 'POSTING' where checkout_id = $1", [id])
    const { status, body } = await desk.decide(request, { decision: 'approve' })
    expect([status, body.title]).toEqual([409, expect.stringContaining('is still being posted')])
    expect((await desk.read(id)).approvalRequests).toMatchObject([{ state: 'ASKED', kind: 'refund' }])
  })

  test('when the same person approves it, then that is refused', async () => {
    const { id, request } = await asked()
    const { status, body } = await desk.decide(request, { decision: 'approve' }, desk.ana)
    expect([status, body.title]).toEqual([409, 'You can’t approve your own request.'])
    await desk.work()
    expect(desk.partners.reversals).toEqual([])
    expect((await desk.read(id)).approvalRequests).toMatchObject([{ state: 'ASKED' }])
  })

  test('when the same person approves it after being deleted and added again, then that is refused', async () => {
    const { id, request } = await asked()
    const { pool } = desk.portal.database
    await pool.query('update approval_request set requested_by = requested_by + 1000000 where id = $1', [request])
    expect((await desk.read(id)).approvalRequests).toMatchObject([{ isOwn: true }])
    expect((await desk.decide(request, { decision: 'approve' }, desk.ana)).status).toBe(409)
  })

  test('when a second person approves, then all of it goes back, once, and both names are recorded', async () => {
    const { id, request } = await asked()
    const { status, body } = await desk.decide(request, { decision: 'approve' })
    expect([status, body.status], 'the gateway has not been asked yet').toEqual([200, 'refunding'])
    await desk.work()
    expect(desk.partners.reversals).toMatchObject([{ kind: 'void', amount: 8_500 }])
    expect(await desk.read(id)).toMatchObject({
      status: 'refunded',
      reasons: [],
      accounts: [{ billing: 'cancelled' }, { billing: 'cancelled' }],
      approvalRequests: [{ state: 'APPROVED' }],
    })
    expect(await desk.history(id)).toMatch(/the customer paid at the office too, by admin\d+, approved by admin\d+/)
    const subject = `payment ${(await desk.read(id)).receipt}`
    const reason = 'the customer paid at the office too'
    const askedBy = expect.stringMatching(/^admin\d+$/)
    expect(await desk.audited()).toMatchObject([
      { subject, action: 'give-back-asked', after: { why: reason } },
      { subject, action: 'give-back-approved' },
    ])
    expect((await desk.audited())[1]?.after).toEqual({ askedBy, amount: '$85.00', reason })
  })

  test('when one of two requests is approved, then only its payment is given back, and the other still waits', async () => {
    const [first, second] = [await asked(), await asked()]
    expect((await desk.decide(second.request, { decision: 'approve' })).status).toBe(200)
    await desk.work()
    expect(desk.partners.reversals).toHaveLength(1)
    expect(await desk.read(second.id)).toMatchObject({ status: 'refunded', approvalRequests: [{ state: 'APPROVED' }] })
    expect(await desk.read(first.id)).toMatchObject({ status: 'paid', approvalRequests: [{ state: 'ASKED' }] })
  })

  test('when two approve at the same moment, then it is given back once', async () => {
    const { id, request } = await asked()
    const eva = await desk.portal.administrator(3)
    const answers = await Promise.all(
      [desk.ben, eva, desk.ben].map(async (who) => await desk.decide(request, { decision: 'approve' }, who)),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    await desk.work()
    expect(desk.partners.reversals).toHaveLength(1)
    expect((await desk.audited()).filter(({ action }) => action === 'give-back-approved')).toHaveLength(1)
    expect((await desk.read(id)).status).toBe('refunded')
  })

  test('when one approves while another rejects, then one of them counts and the records agree', async () => {
    const { id, request } = await asked()
    const answers = await Promise.all([
      desk.decide(request, { decision: 'approve' }),
      desk.decide(request, { decision: 'reject', why: 'never mind' }, desk.ana),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    await desk.work()
    const { status, approvalRequests } = await desk.read(id)
    expect(status).toBe(approvalRequests[0]?.state === 'APPROVED' ? 'refunded' : 'paid')
  })

  test('when a request that does not exist is decided, then it is not found', async () => {
    expect((await desk.decide(4_711_000, { decision: 'approve' })).status).toBe(404)
  })

  test('when it is requested twice at the same moment, then there is one request', async () => {
    const id = await desk.pay()
    await desk.work()
    const answers = await Promise.all(
      [desk.ana, desk.ben].map(
        async (who) => await desk.move(id, { action: 'requestRefund', why: 'the customer wants it' }, who),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await desk.read(id)).approvalRequests).toHaveLength(1)
  })

  test('when the second person rejects it, then the payment stands, with the reason, and can be requested again', async () => {
    const { id, request } = await asked()
    await desk.decide(request, { decision: 'reject', why: 'the bill is right' })
    expect(await desk.read(id)).toMatchObject({
      status: 'paid',
      reasons: [],
      actions: ['requestRefund'],
      approvalRequests: [{ state: 'REJECTED', note: 'the bill is right' }],
    })
    expect(await desk.history(id)).toContain('rejected the refund request')
    expect((await desk.audited())[1]).toMatchObject({
      action: 'give-back-rejected',
      after: { why: 'the bill is right' },
    })
    expect((await desk.move(id, { action: 'requestRefund', why: 'on second thought' })).status).toBe(200)
  })

  test('when the person who asked withdraws the request, then it is over', async () => {
    const { id, request } = await asked()
    expect((await desk.decide(request, { decision: 'reject', why: 'asked by mistake' }, desk.ana)).status).toBe(200)
    expect((await desk.decide(request, { decision: 'approve' })).status).toBe(409)
    expect((await desk.read(id)).status).toBe('paid')
    expect(await desk.history(id)).toContain('withdrew the refund request: asked by mistake')
  })

  test('when the gateway refuses, then the payment stands and stays on the desk until it is settled', async () => {
    const { id, request } = await asked()
    desk.partners.refusal = 'other'
    await desk.decide(request, { decision: 'approve' })
    await desk.work()
    expect(await desk.read(id)).toMatchObject({
      status: 'paid',
      reasons: ['refundRefused'],
      actions: ['closeRefund', 'reportExternalRefund', 'requestRefund'],
    })
    await desk.move(id, { action: 'closeRefund', why: 'paid back by check 812' })
    expect((await desk.read(id)).reasons).toEqual([])
    expect(await desk.history(id)).toMatch(/Void or refund handled by an admin: paid back by check 812, by admin\d+/)
  })
})

describe('what cannot be given back', () => {
  test('is a payment about which the billing system has not answered', async () => {
    desk.partners.billing = 'down'
    const id = await desk.pay()
    await desk.work()
    expect((await desk.move(id, { action: 'requestRefund', why: 'the customer wants it' })).status).toBe(409)
  })

  test('is more than was charged, whoever writes it', async () => {
    const id = await desk.pay()
    const { pool } = desk.portal.database
    const insert = `insert into approval_request (checkout_id, amount_cents, reason, requested_by, requested_by_name,
      requested_at) values ($1, 4251, 'more', 1, 'ana', now())`
    await expect(pool.query(insert, [id])).rejects.toThrow('a payment is given back whole')
  })
})

describe('a payment that is searched for by its receipt', () => {
  test('is found in upper or lower case and by the number of one account, unless it does not exist or was not charged', async () => {
    const id = await desk.pay([home, shop])
    const { receipt } = await desk.read(id)
    for (const typed of [receipt, `${receipt.toLowerCase()}-2 `, receipt.slice(2), `w${receipt.slice(2)}`]) {
      expect((await desk.ana.post('/api/v1/exceptions/find', { receipt: typed })).json()).toEqual({ id })
    }
    expect((await desk.ana.post('/api/v1/exceptions/find', { receipt: 'W-1' })).statusCode).toBe(404)
    expect((await desk.ana.post('/api/v1/exceptions/find', { receipt: 'receipt?' })).statusCode).toBe(400)
    await desk.portal.database.pool.query("update charge_attempt set state = 'DECLINED'")
    expect((await desk.ana.post('/api/v1/exceptions/find', { receipt })).statusCode).toBe(404)
  })

  test('is found by its short number, which its payer quotes before there is a receipt, and not by a mistyped one', async () => {
    const id = await desk.pay([home])
    await desk.portal.database.pool.query("update charge_attempt set state = 'UNKNOWN', short_number = 'K105-92P9'")
    const find = async (receipt: string) => await desk.ana.post('/api/v1/exceptions/find', { receipt })
    expect((await find('kio592p9')).json()).toEqual({ id })
    const mistyped = await find('K105-92P8')
    expect([mistyped.statusCode, mistyped.body]).toEqual([400, expect.stringContaining(mistypedReceipt)])
  })
})

describe('given that one person has had the logins of two in their hands, then the second is no second person', () => {
  const hour = 60 * 60_000
  /** Whose passwords the tests set. */
  const people = ['fay', 'gus', 'kim'] as const

  async function idOf(browser: TestBrowser): Promise<number> {
    return (await browser.get('/api/v1/admin-session')).json<{ id: number }>().id
  }

  /** `by` adds a user, who signs in and chooses a password of their own. */
  async function added(
    username: (typeof people)[number],
    by: TestBrowser,
    level: AdminLevel = 3,
  ): Promise<TestBrowser> {
    const given = { username, email: `${username}@utility.example`, password: 'kelp-forest-1', admin_role: level }
    expect((await by.post('/api/v1/insert-admin', given)).json()).toEqual({ result: 'Success' })
    const browser = desk.portal.guest()
    await browser.post('/api/v1/login', given)
    return await withOwnPassword(browser, given.password)
  }

  async function withOwnPassword(browser: TestBrowser, old_password: string): Promise<TestBrowser> {
    const passwords = { id: await idOf(browser), old_password, new_password: 'kelp-forest-2' }
    const reply = await browser.post('/api/v1/update-admin-password', passwords)
    expect(reply.json().result.status).toBe('Success')
    return browser
  }

  /** `by` sets the password of another one, signs in with it and chooses the next. */
  async function taken(username: string, holder: TestBrowser, by: TestBrowser): Promise<TestBrowser> {
    const body = { id: await idOf(holder), new_password: 'kelp-forest-3' }
    expect((await by.post('/api/v1/update-password', body)).json().result.status).toBe('Success')
    const browser = desk.portal.guest()
    await browser.post('/api/v1/login', { username, password: body.new_password })
    return await withOwnPassword(browser, body.new_password)
  }

  async function giveBack(asker: TestBrowser, approver: TestBrowser): Promise<{ status: number; title?: string }> {
    const id = await desk.pay()
    await desk.work()
    const { body } = await desk.move(id, { action: 'requestRefund', why: 'paid twice' }, asker)
    const decided = await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' }, approver)
    const { status } = decided
    return status === 409 ? { status, title: decided.body.title } : { status }
  }

  const refused = { status: 409, title: decideApprovalRequest.problems['same-person'].title }

  async function clean(): Promise<void> {
    await desk.portal.database.pool.query('delete from rate_limit; delete from admin_touch')
    await desk.portal.database.pool.query('delete from admin_user where username = any($1)', [people])
  }

  test('when somebody asks and approves with a user they have added, or the other way round', async () => {
    await clean()
    const fay = await added('fay', desk.ben)
    expect([await giveBack(desk.ben, fay), await giveBack(fay, desk.ben)]).toEqual([refused, refused])
    expect(await giveBack(desk.ana, fay)).toEqual({ status: 200 })
  })

  test('when they have set the password of the one who approves, for 24 hours', async () => {
    await clean()
    const before = await added('fay', await desk.portal.administrator(1))
    await desk.pass(25 * hour)
    expect(await giveBack(desk.ben, before)).toEqual({ status: 200 })
    const fay = await taken('fay', before, desk.ben)
    expect(await giveBack(desk.ben, fay)).toEqual(refused)
    expect(await giveBack(desk.ana, fay)).toEqual({ status: 200 })
    await desk.pass(23 * hour)
    expect(await giveBack(desk.ben, fay)).toEqual(refused)
    await desk.pass(1.1 * hour)
    expect(await giveBack(desk.ben, fay)).toEqual({ status: 200 })
  })

  test('when they have changed the role of the one who approves', async () => {
    await clean()
    const fay = await added('fay', await desk.portal.administrator(1), 4)
    await desk.pass(25 * hour)
    await desk.ben.post('/api/v1/update-role', { id: await idOf(fay), role: 3 })
    expect(await giveBack(desk.ben, fay)).toEqual(refused)
  })

  test('when they have both users, or have the second through a third, also after that one is deleted', async () => {
    await clean()
    const fay = await added('fay', desk.ben, 1)
    const gus = await added('gus', fay)
    expect([await giveBack(desk.ben, gus), await giveBack(fay, gus)]).toEqual([refused, refused])
    expect((await desk.ben.post('/api/v1/delete-admin', { id: await idOf(fay) })).json().result).toBe('Success')
    expect(await giveBack(desk.ben, gus)).toEqual(refused)
    const kim = await added('kim', desk.ben)
    expect(await giveBack(kim, gus)).toEqual(refused)
  })
})
