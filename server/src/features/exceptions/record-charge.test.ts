import type { ReplyOf } from '@portal/contract/call'
import type { OpenDiscrepancy, listDiscrepancies } from '@portal/contract/discrepancies'
import { AccountNumber } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ReportedTransaction } from '../../adapters/payment-gateway/port.ts'
import { recordChargeCommand } from './record-charge.ts'
import { home, shop, testDesk } from './testing/desk.ts'

const desk = testDesk()
const minute = 60_000

/** As the gateway lists a charge of $85.00 for two accounts. */
const charge: ReportedTransaction = {
  tag: '5001',
  reference: 'G0123456789ABCDEF',
  amount: cents(8_500),
  kind: 'purchase',
  status: 'approved',
  authorization: 'ET1',
  at: '02/10/2026 10:00:00',
  customerReference: '17',
  record: {
    chargedAt: desk.clock.now(),
    accounts: [home, shop].map((account) => ({ accountId: AccountNumber.parse(account), amount: cents(4_250) })),
    fee: noCents,
    shortNumber: null,
    mode: 'Online',
    brand: 'Visa',
    lastFour: '1111',
    cardHolder: 'Maria Cruz',
  },
}

let users: string[]

/** Given a charge that a restored portal does not have, as reconciliation found it. */
beforeEach(async () => {
  desk.partners.reported = [charge]
  desk.partners.found = { outcome: 'found', transactions: [charge] }
  await desk.portal.database.pool.query(
    `insert into discrepancy (day, kind, subject, reference, transaction_tag, gateway_cents, detail, first_seen_at, last_seen_at)
     values ('2026-02-10', 'chargedButNotRecorded', '5001', $1, '5001', 8500, 'It is there.', now(), now())`,
    [charge.reference],
  )
  const found = await desk.portal.database.db.selectFrom('admin_user').select('username').orderBy('id').execute()
  users = found.map(({ username }) => username)
})

async function portalRecordCharge(...words: string[]) {
  let text = ''
  const write = (more: string) => void (text += more)
  const open = () => ({ deps: desk.portal.deps, close: async () => undefined })
  return { code: await recordChargeCommand(words, { open, write }), text }
}

/** By ana of level 3, whom ben of level 1 can approve. */
const requesting = (...more: string[]) =>
  portalRecordCharge('5001', '--as', users[0] ?? '', '--reason', 'Lost in the restore', ...more)

async function listed(by = desk.ben): Promise<OpenDiscrepancy[]> {
  const reply = await by.get('/api/v1/exceptions/discrepancies')
  return reply.json<ReplyOf<typeof listDiscrepancies>>().discrepancies
}

const requestOf = async () => (await listed())[0]?.request?.id ?? 0
const payments = async () =>
  await desk.portal.database.db.selectFrom('charge_attempt').select(['state', 'transaction_tag as tag']).execute()

describe('given a charge that only the gateway has', () => {
  test('when two people agree, then it becomes a payment of its accounts, once the gateway has confirmed it', async () => {
    const { code, text } = await requesting()
    expect(code).toBe(0)
    expect(text).toMatch(/^Requested: record \$85\.00, charged 02\/10\/2026 .*, Visa ending in 1111, for\n/)
    expect(text).toContain(`${home}  $42.50`)
    expect(await payments()).toEqual([])
    expect((await listed())[0]?.request).toMatchObject({
      kind: 'recordCharge',
      tag: '5001',
      amount: '85.00',
      reason: 'Lost in the restore',
      accounts: [
        { accountId: home, amount: '42.50' },
        { accountId: shop, amount: '42.50' },
      ],
      isOwn: false,
      state: 'ASKED',
    })
    await desk.pass(10 * minute)
    const decided = await desk.decide(await requestOf(), { decision: 'approve' })
    expect([decided.status, decided.body.status]).toEqual([200, 'unconfirmed'])
    expect(await listed()).toEqual([])
    await desk.work()
    const payment = await desk.read(decided.body.id)
    expect(payment).toMatchObject({
      status: 'paid',
      amount: '85.00',
      receipt: 'W-5001',
      accounts: [
        { accountId: home, amount: '42.50', receipt: 'W-5001-1', billing: 'posted' },
        { accountId: shop, amount: '42.50', receipt: 'W-5001-2', billing: 'posted' },
      ],
      approvalRequests: [{ kind: 'recordCharge', state: 'APPROVED', decidedBy: users[1] }],
    })
    expect(await desk.history(payment.id)).toContain('recorded a charge that only the gateway had')
    expect((await desk.audited()).map(({ action, subject }) => [action, subject])).toEqual([
      ['recording-asked', 'charge 5001'],
      ['recording-approved', 'charge 5001'],
    ])
    expect(desk.partners.reversals).toEqual([])
  })

  test('then who may approve it and who has requested it are told by email', async () => {
    await requesting()
    await desk.decide(await requestOf(), { decision: 'approve' })
    const { rows } = await desk.portal.database.pool.query<{ subject: string }>('select subject from email order by id')
    expect(rows.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Recording of $85.00 needs approval'),
      expect.stringContaining('Recording of $85.00 approved'),
    ])
  })

  test('then its accounts are held until the gateway has confirmed it, and another amount there confirms nothing', async () => {
    await requesting()
    desk.partners.found = { outcome: 'found', transactions: [{ ...charge, amount: cents(8_400) }] }
    await desk.decide(await requestOf(), { decision: 'approve' })
    await desk.pass(10 * minute)
    await desk.work()
    expect(await payments()).toEqual([{ state: 'UNKNOWN', tag: '5001' }])
    const { rowCount } = await desk.portal.database.pool.query('select from account_hold')
    expect(rowCount).toBe(2)
  })

  test('who has requested it cannot approve it, but withdraw it; then it can be requested again', async () => {
    await requesting()
    expect((await desk.decide(await requestOf(), { decision: 'approve' }, desk.ana)).body.title).toBe(
      'You can’t approve your own request.',
    )
    const why = 'The wrong one'
    expect((await desk.decide(await requestOf(), { decision: 'reject', why }, desk.ana)).body.payment).toBeNull()
    expect([await payments(), (await listed())[0]?.request]).toEqual([[], null])
    expect((await requesting()).code).toBe(0)
  })

  test('requested twice, there is one request; approved twice, there is one payment', async () => {
    await requesting()
    expect(await requesting()).toEqual({
      code: 1,
      text: 'This was requested before. Another admin must approve it in Exceptions\n',
    })
    const id = await requestOf()
    const answers = await Promise.all([1, 2].map(() => desk.decide(id, { decision: 'approve' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await payments()).toHaveLength(1)
  })

  test('that a payment has by now, or whose account is being paid, is not recorded', async () => {
    await requesting()
    const id = await requestOf()
    const paid = await desk.pay()
    await desk.portal.database.pool.query('update charge_attempt set reference = $1', [charge.reference])
    expect((await desk.decide(id, { decision: 'approve' })).body.title).toMatch(/^A payment already has this charge/)
    await desk.portal.database.pool.query("update charge_attempt set reference = 'GOTHER'")
    await desk.portal.database.pool.query(
      `insert into account_hold (account_id, attempt_id, held_at)
       select $1, id, now() from charge_attempt where checkout_id = $2`,
      [shop, paid],
    )
    expect((await desk.decide(id, { decision: 'approve' })).body.title).toMatch(/^One of the accounts/)
    expect(await payments()).toHaveLength(1)
  })
})

describe('given a charge that names no accounts, as one from before', () => {
  const accounts = (...amounts: string[]) =>
    [home, shop].flatMap((account, nth) => (amounts[nth] ? ['--account', `${account}=${amounts[nth]}`] : []))
  beforeEach(() => {
    desk.partners.reported = [{ ...charge, record: charge.record && { ...charge.record, accounts: null } }]
  })

  test('then they are given with it', async () => {
    expect((await requesting(...accounts('80.00', '5.00'))).text).toContain(`${shop}  $5.00`)
  })

  test.each([
    ['none', [], 'The charge names no accounts. Give each with --account NUMBER=AMOUNT'],
    ['other amounts', accounts('80.00'), 'The amounts do not add up to the charge of $85.00'],
    ['one twice', [...accounts('80.00'), '--account', `${home}=5.00`], 'An account is there twice'],
    [
      'one of another utility',
      ['--account', '9999999999=85.00'],
      'Not in the billing system: 9999999999. Refund the charge at the gateway instead',
    ],
  ])('and with %s nothing is requested', async (_, given, says) => {
    expect(await requesting(...given)).toEqual({ code: 1, text: `${says}\n` })
    expect((await listed())[0]?.request).toBeNull()
  })
})

describe('nothing is requested', () => {
  test.each([
    ['without a tag', []],
    ['without a reason', ['5001', '--as', 'ana']],
    ['with an account that is none', ['5001', '--as', 'ana', '--reason', 'Lost', '--account', '1=1']],
  ])('%s: it says how it is used', async (_, words) => {
    const { code, text } = await portalRecordCharge(...words)
    expect([code, text.split('\n')[0]]).toEqual([
      2,
      'portal record-charge TAG --as USERNAME --reason TEXT [--account NUMBER=AMOUNT ...]',
    ])
  })

  test('by someone who may not', async () => {
    await desk.portal.administrator(2)
    const username = `admin-${Math.random()}`
    const { text } = await portalRecordCharge('5001', '--as', username, '--reason', 'Lost')
    expect(text).toBe(`${username} is no admin of level 1 or 3\n`)
  })

  test('about a charge that reconciliation has not found', async () => {
    const { text } = await portalRecordCharge('5002', '--as', users[0] ?? '', '--reason', 'Lost in the restore')
    expect(text).toBe('No open discrepancy is about a charge 5002. Run portal reconcile for its day first\n')
  })

  test.each([
    ['no longer lists', [], 'The gateway lists no charge 5001 on 2026-02-10. Run portal reconcile for its day first'],
    [
      'lists without its card',
      [{ ...charge, record: undefined }],
      'The gateway does not say by which card and how this was charged',
    ],
  ])('about a charge that the gateway %s', async (_, reported, says) => {
    desk.partners.reported = reported.map(({ record, ...rest }) => (record ? { ...rest, record } : rest))
    expect(await requesting()).toEqual({ code: 1, text: `${says}\n` })
  })

  test('with accounts beside those that the charge names', async () => {
    expect((await requesting('--account', `${home}=85.00`)).text).toBe(
      'The charge names its accounts. Leave out --account\n',
    )
  })
})
