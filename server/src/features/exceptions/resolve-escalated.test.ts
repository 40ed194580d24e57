import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { shop, testDesk } from './testing/desk.ts'
import { escalations, evidence, listed, notCharged, proof } from './testing/escalations.ts'
import { noAnswer } from './testing/partners.ts'

const desk = testDesk()
const { escalatedPayment, settledByTwo } = escalations(desk)
const minute = 60_000
const hour = 60 * minute

const charged = { outcome: 'found' as const, transactions: [listed('5001', 'purchase')] }

/** The gateway's search is back and proven to work: it lists this for the payment, and its canary always. */
async function listsOnly(id: number, found: typeof desk.partners.found): Promise<void> {
  await desk.portal.database.pool.query('update charge_attempt set listed_at = sent_at where checkout_id = $1', [id])
  desk.partners.found = found
}

/** The gateway's search works and does not list the payment. */
async function listsNothing(id: number): Promise<void> {
  desk.partners.answer = null
  const other = await desk.pay([shop])
  const { reference } = await desk.read(other)
  const transactions = [{ ...listed('4999', 'purchase'), reference }]
  desk.partners.search = (sought) =>
    sought === reference ? { outcome: 'found', transactions } : { outcome: 'nothing' }
  expect((await desk.read(id)).status).toBe('unconfirmed')
}

describe('given an outcome that was unknown for a day, and a gateway that answers', () => {
  test('when a person finds the charge that it lists, then it is paid, receipted, posted and mailed like any other', async () => {
    const id = await escalatedPayment()
    await listsOnly(id, charged)
    expect((await desk.move(id, evidence)).body).toMatchObject({ status: 'paid', receipt: 'W-5001', reasons: [] })
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ accounts: [{ receipt: 'W-5001', billing: 'posted' }] })
    const emails = await desk.portal.database.db.selectFrom('email').select('kind').execute()
    expect(emails).toEqual([{ kind: 'payment-confirmation' }])
    expect(await desk.history(id)).toMatch(
      /Card charged: gateway console, row 7, tag 5001.*the gateway agrees, by admin\d+/,
    )
    const gateway = 'The gateway lists a charge of $42.50, approved, tag 5001, authorization ET000001.'
    expect(await desk.audited()).toMatchObject([
      { action: 'payment-settled', after: { ...proof, did: 'resolveCharged', gateway } },
    ])
  })

  test.each([
    ['another tag', { ...evidence, tag: '6001' }],
    ['another authorization number', { ...evidence, authorization: 'ET60' }],
    ['that there is none', notCharged],
  ])(
    'when a person says %s, then that is refused with what it lists, and stands in the audit log',
    async (_, wanted) => {
      const id = await escalatedPayment()
      await listsOnly(id, charged)
      const { status, body } = await desk.move(id, wanted)
      expect([status, body.title]).toEqual([409, 'The gateway does not agree. Nothing was resolved.'])
      expect(body.detail).toContain('The gateway lists a charge of $42.50, approved, tag 5001, authorization ET000001.')
      if ('tag' in wanted) {
        expect(body.detail).toContain(`You have entered tag ${wanted.tag}, authorization ${wanted.authorization}.`)
      }
      expect(await desk.read(id)).toMatchObject({ status: 'unconfirmed', approvalRequests: [], reasons: ['escalated'] })
      expect(await desk.audited()).toMatchObject([{ action: 'payment-settled', after: { why: wanted.why } }])
      const { rows } = await desk.portal.database.pool.query('select outcome from audit_entry order by id desc limit 1')
      expect(rows).toEqual([{ outcome: 'refused' }])
    },
  )

  test.each([
    ['does not list it', listsNothing, 'does not list it, though its search works'],
    [
      'declined it',
      async (id: number) =>
        await listsOnly(id, {
          outcome: 'found',
          transactions: [{ ...listed('5001', 'purchase'), status: 'declined' }],
        }),
      'The gateway lists a charge of $42.50, declined, tag 5001',
    ],
  ])('when it %s, then only "not charged" is accepted, from one person', async (_, answer, said) => {
    const id = await escalatedPayment()
    await answer(id)
    const { status, body } = await desk.move(id, evidence)
    expect([status, body.detail]).toEqual([409, expect.stringContaining(said)])
    expect((await desk.move(id, notCharged)).body).toMatchObject({ status: 'notCharged', reasons: [], actions: [] })
    const { db } = desk.portal.database
    expect(await db.selectFrom('account_hold').selectAll().execute()).toEqual([])
    const emails = await db.selectFrom('email').select('kind').orderBy('id').execute()
    expect(emails.at(-1)).toEqual({ kind: 'payment-not-made' })
  })

  test.each([
    ['a charge that it has taken back', [listed('5001', 'purchase'), listed('5002', 'void')]],
    ['two charges', [listed('5001', 'purchase'), listed('5002', 'purchase')]],
  ])('when it lists %s, then the look-ups settle it, and no person', async (_, transactions) => {
    const id = await escalatedPayment()
    await listsOnly(id, { outcome: 'found', transactions })
    for (const wanted of [evidence, notCharged]) {
      const { status, body } = await desk.move(id, wanted)
      expect([status, body.detail]).toEqual([409, expect.stringContaining('Choose Check gateway now')])
    }
    await desk.move(id, { action: 'inquire', why: 'as it says' })
    await desk.work()
    expect((await desk.read(id)).status).not.toBe('unconfirmed')
  })

  test('when it lists the charge for the first time, which it may still take back, then nobody can settle it yet', async () => {
    const id = await escalatedPayment()
    desk.partners.found = charged
    expect((await desk.move(id, evidence)).status).toBe(409)
    expect((await desk.move(id, notCharged)).status).toBe(409)
  })

  test('then it is settled once, however many settle it at once', async () => {
    const id = await escalatedPayment()
    await listsOnly(id, charged)
    const answers = await Promise.all([desk.move(id, evidence), desk.move(id, evidence, desk.ben)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await desk.audited()).toHaveLength(1)
  })
})

const unclear: [string, (id: number) => Promise<void>][] = [
  ['is down', async () => undefined],
  [
    'finds nothing, as it would not with a search that is blind',
    async () => void (desk.partners.found = { outcome: 'nothing' }),
  ],
  ['no longer lists a transaction it listed before', async (id) => await listsOnly(id, { outcome: 'nothing' })],
  [
    'contradicts itself',
    async (id) =>
      await listsOnly(id, {
        outcome: 'found',
        transactions: [listed('5001', 'purchase'), { ...listed('5001', 'purchase'), status: 'declined' }],
      }),
  ],
  [
    'lists a charge with a different amount',
    async (id) =>
      await listsOnly(id, { outcome: 'found', transactions: [{ ...listed('5001', 'purchase'), amount: cents(1) }] }),
  ],
  [
    'lists the charge without its authorization number',
    async (id) =>
      await listsOnly(id, { outcome: 'found', transactions: [{ ...listed('5001', 'purchase'), authorization: null }] }),
  ],
]

describe('given an outcome that was unknown for a day, and a gateway that cannot say', () => {
  test.each(unclear)(
    'because it %s, when a person settles it, then nothing is decided before a second one agrees',
    async (_, answer) => {
      const id = await escalatedPayment()
      await answer(id)
      const asked = await desk.move(id, evidence)
      expect([asked.status, asked.body]).toMatchObject([
        200,
        {
          status: 'unconfirmed',
          reasons: ['escalated', 'approvalPending'],
          actions: ['inquire'],
          approvalRequests: [
            {
              state: 'ASKED',
              kind: 'resolveCharged',
              amount: '42.50',
              reason: evidence.why,
              tag: '5001',
              authorization: 'ET000001',
            },
          ],
        },
      ])
      expect(asked.body.approvalRequests[0]?.gatewayAnswer).not.toBe('')
      expect(await desk.list()).toMatchObject([{ id, reasons: ['escalated', 'approvalPending'] }])
      const request = asked.body.approvalRequests[0]?.id ?? 0
      expect((await desk.move(id, evidence, desk.ben)).status).toBe(409)
      expect((await desk.decide(request, { decision: 'approve' }, desk.ana)).body.title).toContain('your own request')
      expect((await desk.read(id)).status).toBe('unconfirmed')
      expect((await desk.decide(request, { decision: 'approve' })).body).toMatchObject({
        status: 'paid',
        receipt: 'W-5001',
        reasons: [],
        approvalRequests: [{ state: 'APPROVED' }],
      })
      expect(await desk.history(id)).toMatch(/the gateway could not say.*by admin\d+, approved by admin\d+/)
      expect(await desk.audited()).toMatchObject([
        { action: 'settlement-asked', after: { did: 'resolveCharged', tag: '5001' } },
        {
          action: 'settlement-approved',
          after: { outcome: 'charged', tag: '5001', authorization: 'ET000001', amount: '$42.50' },
        },
      ])
    },
  )

  test('when it can say once the second person agrees, and says otherwise, then that is refused, and the request waits', async () => {
    const id = await escalatedPayment()
    const { body } = await desk.move(id, { ...evidence, tag: '6001' })
    const request = body.approvalRequests[0]?.id ?? 0
    await listsOnly(id, charged)
    const refused = await desk.decide(request, { decision: 'approve' })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('You have entered tag 6001')])
    expect(await desk.read(id)).toMatchObject({ status: 'unconfirmed', approvalRequests: [{ state: 'ASKED' }] })
    expect((await desk.decide(request, { decision: 'reject', why: 'the gateway has 5001' })).status).toBe(200)
    expect(await desk.history(id)).toContain('rejected the request to resolve it as charged with tag 6001')
    expect((await desk.audited()).map(({ action }) => action)).toEqual([
      'settlement-asked',
      'settlement-approved',
      'settlement-rejected',
    ])
    expect((await desk.move(id, evidence)).body).toMatchObject({ status: 'paid', receipt: 'W-5001' })
  })

  test('when a search hangs, then the person does not wait for longer than the page does', async () => {
    const id = await escalatedPayment()
    Object.assign(desk.partners, { searches: 0, search: async () => await new Promise(() => undefined) })
    const asked = desk.move(id, notCharged)
    await expect.poll(() => desk.partners.searches).toBeGreaterThan(0)
    desk.clock.advance(25_000)
    expect((await asked).body.approvalRequests).toMatchObject([
      { state: 'ASKED', gatewayAnswer: 'gateway search failed: no answer in time' },
    ])
  })

  test('when the look-ups settle it first, then nobody can agree anymore', async () => {
    const id = await escalatedPayment()
    const { body } = await desk.move(id, notCharged)
    await listsOnly(id, charged)
    await desk.move(id, { action: 'inquire', why: 'the search is back' })
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', reasons: ['approvalPending'] })
    const request = body.approvalRequests[0]?.id ?? 0
    expect((await desk.decide(request, { decision: 'approve' })).status).toBe(409)
    expect((await desk.decide(request, { decision: 'reject', why: 'it was charged' })).body.reasons).toEqual([])
  })

  test('when two people find that there is none, and the charge turns up after that, then it is given back', async () => {
    const id = await escalatedPayment()
    await settledByTwo(id, notCharged)
    expect(await desk.read(id)).toMatchObject({ status: 'notCharged', reasons: [], actions: [] })
    desk.partners.found = charged
    await desk.pass(48 * hour)
    await desk.work()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    expect(desk.partners.reversals).toMatchObject([{ tag: '5001', amount: 4_250 }])
  })

  test('when the gateway refuses to give that back, then a person has it tried again until it succeeds', async () => {
    const id = await escalatedPayment()
    await settledByTwo(id, notCharged)
    desk.partners.found = charged
    desk.partners.refusal = 'other'
    await desk.pass(48 * hour)
    await desk.work()
    expect(await desk.read(id)).toMatchObject({
      reasons: ['reversalRefused'],
      actions: ['retryReversal', 'reportExternalRefund'],
    })
    desk.partners.refusal = null
    expect((await desk.move(id, { action: 'retryReversal', why: 'the bank has opened the terminal' })).status).toBe(200)
    expect((await desk.move(id, { action: 'retryReversal', why: 'once more' })).status).toBe(409)
    await desk.work()
    expect(desk.partners.reversals.map(({ tag }) => tag)).toEqual(['5001', '5001'])
    const { rows } = await desk.portal.database.pool.query('select state from charge_attempt')
    expect([rows, (await desk.read(id)).reasons]).toEqual([[{ state: 'REVERSED' }], []])
  })

  test('when the gateway had answered, but not in a way that counted, then the tag in that answer is accepted', async () => {
    const reply = { ...emptyReply, tag: '5001', authorization: 'ET000001' }
    const id = await escalatedPayment({ outcome: 'unknown', reason: 'no amount', reply, operatorAlarm: false })
    await settledByTwo(id, evidence)
    expect(await desk.read(id)).toMatchObject({ status: 'paid', receipt: 'W-5001' })
  })

  test('then the tag of another payment is refused, and one that this gateway cannot have', async () => {
    const other = await desk.pay([shop])
    const id = await escalatedPayment()
    const taken = { ...evidence, tag: (await desk.read(other)).receipt.slice(2) }
    expect((await desk.move(id, taken)).body.title).toContain('Another payment already has this')
    const wrong = await desk.move(id, { ...taken, tag: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' })
    expect(wrong.body).toMatchObject({ status: 400, errors: [{ field: 'tag', message: exceptionsTexts.tag }] })
    expect((await desk.read(id)).reasons).toEqual(['escalated'])
  })

  test('when two are settled with one tag in the same instant, then the second is refused like a later one', async () => {
    const first = await escalatedPayment()
    const second = await escalatedPayment(noAnswer, [shop])
    const { body: asked } = await desk.move(second, evidence)
    const settled = {
      sql: "update charge_attempt set transaction_tag = '5001' where checkout_id = $1",
      values: [first],
    }
    const agree = async () => await desk.decide(asked.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    const { status, body } = await whileChanged(desk.portal.database.pool, settled, agree)
    expect([status, body.title]).toEqual([409, 'Another payment already has this transaction tag.'])
    expect(await desk.read(second)).toMatchObject({ status: 'unconfirmed', approvalRequests: [{ state: 'ASKED' }] })
  })

  test.each([
    ['was given back', null],
    ['the gateway refuses to give back', 'other'],
  ] as const)('then the tag of a second charge that %s is refused', async (_, refusal) => {
    desk.partners.refusal = refusal
    desk.partners.answer = noAnswer
    desk.partners.found = {
      outcome: 'found',
      transactions: [listed('5001', 'purchase'), listed('5002', 'purchase')],
    }
    const twice = await desk.pay([shop])
    for (let looks = 0; looks < 3; looks += 1) {
      await desk.pass(8 * minute)
      await desk.work()
    }
    expect(await desk.read(twice)).toMatchObject({ status: 'paid', receipt: 'W-5001' })
    expect(desk.partners.reversals).toMatchObject([{ tag: '5002' }])
    const id = await escalatedPayment()
    expect((await desk.move(id, { ...evidence, tag: '5002' })).body.title).toContain('Another payment already has this')
  })
})
