import type { AskedRefund } from '@portal/contract/asked-refunds'
import type { ReplyOf } from '@portal/contract/call'
import type { countExceptions } from '@portal/contract/exception-count'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { testDesk } from './testing/desk.ts'
import { noAnswer } from './testing/partners.ts'

const desk = testDesk()
let clerk: TestBrowser
let clerksAddress: string
beforeAll(async () => {
  clerk = await desk.portal.administrator(5)
  clerksAddress = await addressOf(clerk)
})
// The addresses tell who got an email.
beforeEach(() => desk.portal.database.pool.query("update admin_user set email = username || '@utility.example'"))

async function addressOf(browser: TestBrowser): Promise<string> {
  const { username } = (await browser.get('/api/v1/admin-session')).json<{ username: string }>()
  return `${username}@utility.example`
}

async function paid(): Promise<number> {
  const id = await desk.pay()
  await desk.work()
  return id
}

async function read(id: number, by = clerk): Promise<AskedRefund> {
  return (await by.get(`/api/v1/asked-refunds/${id}`)).json<AskedRefund>()
}

async function ask(id: number, why = 'the caller paid twice'): Promise<number> {
  return (await clerk.post(`/api/v1/asked-refunds/${id}`, { why })).statusCode
}

interface Sent {
  recipient: string
  subject: string
  text: string
}

async function sent(): Promise<Sent[]> {
  const { rows } = await desk.portal.database.pool.query<Sent>(
    "select recipient, subject, body_text as text from email where kind like 'approval-%' order by id",
  )
  return rows
}

async function countFor(
  browser: TestBrowser,
): Promise<Pick<ReplyOf<typeof countExceptions>, 'approvals' | 'firstApproval'>> {
  const { approvals, firstApproval } = (await browser.get('/api/v1/exceptions/count')).json<
    ReplyOf<typeof countExceptions>
  >()
  return { approvals, firstApproval }
}

describe('given a clerk of level 5 whose caller wants a payment back', () => {
  test('when they ask finance, then it waits for approval, and nothing is refunded yet', async () => {
    const id = await paid()
    expect(await read(id)).toEqual({ mayAsk: true, request: null })
    expect(await ask(id)).toBe(200)
    expect(await read(id)).toMatchObject({
      mayAsk: false,
      request: { state: 'ASKED', reason: 'the caller paid twice' },
    })
    await desk.work()
    expect(desk.partners.reversals).toEqual([])
    expect(await desk.audited()).toMatchObject([{ action: 'give-back-asked', after: { why: 'the caller paid twice' } }])
  })

  test('when finance approves, then it is refunded, and the clerk sees who did', async () => {
    const id = await paid()
    await ask(id)
    const request = (await desk.read(id)).approvalRequests[0]?.id ?? 0
    expect((await desk.decide(request, { decision: 'approve' }, desk.ana)).status).toBe(200)
    await desk.work()
    expect(desk.partners.reversals).toHaveLength(1)
    expect(await read(id)).toMatchObject({ mayAsk: false, request: { state: 'APPROVED' } })
  })

  test('when they ask twice, for a payment being refunded or for none, then that is refused', async () => {
    const id = await paid()
    await ask(id)
    expect(await ask(id)).toBe(409)
    expect(await ask(4_711_000)).toBe(404)
    expect(await ask(id, 'no')).toBe(400)
    expect(await sent()).toHaveLength((await approvers()).length)
  })

  test('when they want to approve, also after they have become finance, then they may not', async () => {
    const id = await paid()
    await ask(id)
    const request = (await desk.read(id)).approvalRequests[0]?.id ?? 0
    const decide = async (): Promise<number> => (await desk.decide(request, { decision: 'approve' }, clerk)).status
    expect(await decide()).toBe(403)
    const { pool } = desk.portal.database
    await pool.query('update admin_user set level = 3 where email = $1', [clerksAddress])
    expect(await decide()).toBe(409)
    await pool.query('update admin_user set level = 5 where email = $1', [clerksAddress])
  })

  test.each([1, 2, 3, 6] as const)('then an admin of level %d asks nobody this way', async (level) => {
    const other = await desk.portal.administrator(level)
    expect((await other.get('/api/v1/asked-refunds/1')).statusCode).toBe(403)
    expect((await other.post('/api/v1/asked-refunds/1', { why: 'paid twice' })).statusCode).toBe(403)
  })
})

async function approvers(): Promise<string[]> {
  const { rows } = await desk.portal.database.pool.query<{ email: string }>(
    'select email from admin_user where level in (1, 3) order by id',
  )
  return rows.map(({ email }) => email)
}

describe('requests reach who may approve them', () => {
  test('a clerk’s: by email and as a number in the console, with the way there', async () => {
    const id = await paid()
    await ask(id)
    const emails = await sent()
    expect(emails.map(({ recipient }) => recipient)).toEqual(await approvers())
    const { receipt } = await desk.read(id)
    for (const { subject, text } of emails) {
      expect(subject).toMatch(/Refund of \$42\.50 needs approval$/)
      expect(text).toContain('Nothing has been refunded yet.')
      expect(text).toContain('the caller paid twice')
      expect(text).toContain(receipt)
      expect(text).toContain(`/admin-dashboard?view=reports&part=exceptions&payment=${id}`)
    }
    expect(await countFor(desk.ana)).toEqual({ approvals: 1, firstApproval: id })
  })

  test('finance’s own: not themselves, who may not approve it', async () => {
    const id = await paid()
    await desk.move(id, { action: 'requestRefund', why: 'paid twice' }, desk.ana)
    const own = await addressOf(desk.ana)
    expect((await sent()).map(({ recipient }) => recipient)).toEqual((await approvers()).filter((one) => one !== own))
    expect([await countFor(desk.ana), await countFor(desk.ben)]).toEqual([
      { approvals: 0, firstApproval: null },
      { approvals: 1, firstApproval: id },
    ])
  })

  test('a resolution that the gateway can’t confirm, too', async () => {
    desk.partners.answer = noAnswer
    const id = await desk.pay()
    await desk.portal.database.pool.query("update charge_attempt set state = 'ESCALATED' where checkout_id = $1", [id])
    const { status } = await desk.move(id, { action: 'resolveNotCharged', why: 'not in the console' })
    expect(status).toBe(200)
    expect((await sent())[0]?.subject).toMatch(/Resolution of \$42\.50 needs approval$/)
  })
})

describe('a decision reaches who asked', () => {
  test.each([
    ['approve', /Refund of \$42\.50 approved$/, 'The refund is on its way.'],
    ['reject', /Refund of \$42\.50 rejected$/, 'Nothing is refunded.'],
  ] as const)(
    'when finance decides to %s, then the clerk gets an email with the way to the payment',
    async (decision, subject, sentence) => {
      const id = await paid()
      await ask(id)
      const { receipt, approvalRequests } = await desk.read(id)
      await desk.decide(
        approvalRequests[0]?.id ?? 0,
        decision === 'reject' ? { decision, why: 'no proof' } : { decision },
      )
      const email = (await sent()).at(-1)
      expect([email?.recipient, email?.subject]).toEqual([clerksAddress, expect.stringMatching(subject)])
      expect(email?.text).toContain(sentence)
      expect(email?.text).toContain(decision === 'reject' ? 'no proof' : 'the caller paid twice')
      expect(email?.text).toContain(`/admin-dashboard?view=reports&receipt=${receipt}`)
      expect(await countFor(desk.ana)).toEqual({ approvals: 0, firstApproval: null })
    },
  )

  test('when they withdraw it themselves, then they get none', async () => {
    const id = await paid()
    const { body } = await desk.move(id, { action: 'requestRefund', why: 'paid twice' }, desk.ana)
    const before = await sent()
    await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'reject', why: 'a mistake' }, desk.ana)
    expect(await sent()).toEqual(before)
  })
})
