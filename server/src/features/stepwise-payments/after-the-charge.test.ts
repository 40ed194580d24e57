import { cardMessages } from '@portal/contract/card'
import { paymentTexts } from '@portal/contract/payments'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { emailDelivery } from '../../messages/sending/send-emails.ts'
import { clientNotes } from '../../metrics.ts'
import { charged, declined, unknown } from '../../payments/testing/engine-world.ts'
import { mostClientNotes } from './client-notes.ts'
import { call, chargeOf, save, saveOverall } from './testing/calls.ts'
import { type StepwiseWorld, accounts, handIn, stepwiseWorld } from './testing/stepwise-world.ts'

const [account, second] = accounts
const never = new AbortController().signal

let world: StepwiseWorld
let guest: TestBrowser
let overallId: string
let indivId: string
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())
beforeEach(async () => {
  await world.reset()
  guest = await world.guestWho([account])
})

async function pay(): Promise<void> {
  overallId = await saveOverall(guest, '50.00')
  indivId = (await save(guest, overallId, account, '50.00')).body.indivId ?? ''
  await handIn(guest, 'checkout')
  await call(guest, 'payeezy', chargeOf(overallId, '50.00'))
}

async function result(name: string, body: object) {
  return (await call(guest, name, body)).body.result
}

async function emails(): Promise<Record<string, unknown>[]> {
  return world.rows('select recipient, body_text, delivered_at from email')
}

describe('confirm-email', () => {
  const body = (email: string, receiptNum = 'W-51') => ({ email, receiptNum })
  beforeEach(() => {
    world.script.answer = () => charged('51')
  })

  test('sets the recipient of the confirmation, once, and its content is only what was recorded', async () => {
    await pay()
    expect(await result('confirm-email', { ...body('me@example.com'), userFullName: 'Buy now!' })).toEqual({
      status: 'Success',
    })
    expect(await result('confirm-email', body('me@example.com'))).toEqual({ status: 'Success' })
    const elsewhere = { status: 'False', description: stepwiseTexts.otherAddress }
    expect(await result('confirm-email', body('other@example.com'))).toEqual(elsewhere)
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.recipient).toBe('me@example.com')
    expect(email?.body_text).toContain('W-51')
    expect(email?.body_text).not.toContain('Buy now!')
    await emailDelivery(world.portal.deps).run(never)
    expect((await emails())[0]?.delivered_at).not.toBeNull()
  })

  test('finds no payment of another session, whatever receipt is named', async () => {
    await pay()
    guest = await world.guestWho([second])
    expect(await result('confirm-email', body('me@example.com'))).toMatchObject({
      description: stepwiseTexts.noSuchPayment,
    })
    expect(await emails()).toMatchObject([{ recipient: 'maria@example.com' }])
  })

  test('leaves the recipients of other confirmations as they are', async () => {
    world.script.answer = () => charged('50')
    await pay()
    world.script.answer = () => charged('51')
    await guest.post('/api/v1/account-to-pay', { accountId: account })
    await pay()
    await result('confirm-email', body('me@example.com'))
    expect(await world.rows('select confirmation_email, awaits_address from checkout order by id')).toEqual([
      { confirmation_email: 'maria@example.com', awaits_address: true },
      { confirmation_email: 'me@example.com', awaits_address: false },
    ])
  })

  test('is not needed: after two minutes the confirmation goes to the address on file', async () => {
    await pay()
    expect(await emailDelivery(world.portal.deps).run(never)).toBe(0)
    world.clock.pass(2 * 60_000)
    await emailDelivery(world.portal.deps).run(never)
    expect(await emails()).toMatchObject([{ recipient: 'maria@example.com', delivered_at: expect.anything() }])
    const elsewhere = { status: 'False', description: stepwiseTexts.otherAddress }
    expect(await result('confirm-email', body('late@example.com'))).toEqual(elsewhere)
    expect(await emails()).toMatchObject([{ recipient: 'maria@example.com' }])
    expect(await world.rows('select confirmation_email from checkout')).toEqual([
      { confirmation_email: 'maria@example.com' },
    ])
    expect(await world.rows("select from payment_event where subject = 'email'")).toHaveLength(1)
  })

  test('queues the confirmation when there is no address on file', async () => {
    await world.portal.database.pool.query('update cis.person set email_address = null')
    await pay()
    expect(await result('confirm-email', body(''))).toEqual({ status: 'False', description: stepwiseTexts.noEmail })
    expect(await result('confirm-email', body('me@example.com'))).toEqual({ status: 'Success' })
    expect(await emails()).toMatchObject([{ recipient: 'me@example.com' }])
    expect(await world.rows('select confirmation_email from checkout')).toEqual([
      { confirmation_email: 'me@example.com' },
    ])
    await world.portal.database.pool.query("update cis.person set email_address = 'maria@example.com'")
  })

  test.each([['nobody'], ['a@example.com, b@example.com'], ['a@example.com\nBcc: b@example.com']])(
    'refuses %j',
    async (email) => {
      await pay()
      expect(await result('confirm-email', body(email))).toMatchObject({ description: cardMessages.email })
      expect(await emails()).toMatchObject([{ recipient: 'maria@example.com' }])
    },
  )

  test('mails nothing for a payment that was declined', async () => {
    world.script.answer = () => declined('51')
    await pay()
    expect(await result('confirm-email', body('me@example.com'))).toMatchObject({ status: 'False' })
    expect(await emails()).toEqual([])
  })
})

describe('make-payment', () => {
  const body = (more: object = {}) => ({
    accountId: account,
    amount: '50.00',
    method: 'PG001',
    cardCharge: '0.00',
    paymentSource: 'CCV',
    receiptNum: 'W-52',
    overall_id: overallId,
    individual_id: indivId,
    authNum: 'ET000001',
    ...more,
  })
  beforeEach(() => {
    world.script.answer = () => charged('52')
  })

  test('waits ten seconds for the billing system, and no longer', async () => {
    await pay()
    world.script.isPosting = false
    const before = Date.parse(world.clock.now())
    expect(await result('make-payment', body())).toMatchObject({ description: stepwiseTexts.notPostedYet })
    expect(Date.parse(world.clock.now()) - before).toBeGreaterThanOrEqual(10_000)
    world.script.isPosting = true
    expect(await result('make-payment', body())).toEqual({ status: 'Success' })
  })

  test.each([
    ['accountId', { accountId: '4821007392' }],
    ['amount', { amount: '500.00' }],
    ['method', { method: 'PG002' }],
    ['cardCharge', { cardCharge: '1.00' }],
    ['paymentSource', { paymentSource: 'CCM' }],
    ['receiptNum', { receiptNum: 'W-1' }],
    ['authNum', { authNum: 'ET999999' }],
  ])('does not agree to another %s, and notes it', async (field, more) => {
    await pay()
    world.portal.logLines.length = 0
    expect(await result('make-payment', body(more))).toMatchObject({ description: stepwiseTexts.differs })
    const noted = world.portal.logLines.filter((line) => line.includes('"security":true'))
    expect(noted).toHaveLength(1)
    expect(noted[0]).toContain(`"fields":["${field}"]`)
  })

  test('posts nothing for a payment that was not charged', async () => {
    world.script.answer = () => declined('52')
    await pay()
    expect(await result('make-payment', body())).toMatchObject({ description: stepwiseTexts.notCharged })
    world.script.answer = () => unknown
    await pay()
    expect(await result('make-payment', body())).toMatchObject({ description: paymentTexts.doNotPayAgain })
    expect(await world.rows('select from posting')).toEqual([])
  })
})

describe('update-overall-payment and update-payment', () => {
  const overall = (more: object = {}) => ({
    overAllId: overallId,
    receipt: 'W-53',
    transaction_tag: '53',
    pay_eezy_seq_num: '000001',
    auth_no: 'ET000001',
    process_message: '',
    bank_response: '',
    ccb_status: '0',
    ...more,
  })
  beforeEach(async () => {
    world.script.answer = () => charged('53')
    world.script.isPosting = false
    await pay()
  })

  test.each([
    ['receipt', { receipt: 'W-54' }],
    ['transaction_tag', { transaction_tag: '54' }],
    ['pay_eezy_seq_num', { pay_eezy_seq_num: '9' }],
    ['auth_no', { auth_no: 'ET999999' }],
    ['ccb_status', { ccb_status: '1' }],
  ])('change nothing: another %s is answered with what is recorded', async (field, more) => {
    expect(await result('update-overall-payment', overall())).toMatchObject({ status: 'Success' })
    const before = await snapshot()
    world.portal.logLines.length = 0
    const told = await result('update-overall-payment', overall(more))
    expect(told).toMatchObject({ status: 'False', description: stepwiseTexts.differs })
    expect(told?.data).toMatchObject({ receipt: 'W-53', transaction_tag: '53', auth_no: 'ET000001', ccb_status: '0' })
    expect(world.portal.logLines.join('\n')).toContain(`"fields":["${field}"]`)
    expect(await snapshot()).toEqual(before)
  })

  test.each([
    [{ status: 'PAID', receipt: 'W-53' }, 'Success'],
    [{ status: 'DECLINED', receipt: 'W-53' }, 'False'],
    [{ status: 'PAID', receipt: 'W-54' }, 'False'],
  ])('of one account: %o is answered %s', async (said, status) => {
    const before = await snapshot()
    world.portal.logLines.length = 0
    expect(await result('update-payment', { indivId, ...said })).toMatchObject({
      status,
      data: { status: 'PAID', receipt: 'W-53' },
    })
    expect(world.portal.logLines.join('\n').includes('"security":true')).toBe(status === 'False')
    expect(await snapshot()).toEqual(before)
  })

  test('of two accounts know every receipt, and which of them are in the billing system', async () => {
    world.script.answer = () => charged('54')
    guest = await world.guestWho([account, second])
    overallId = await saveOverall(guest, '50.00')
    const saved = [await save(guest, overallId, account, '20.00'), await save(guest, overallId, second, '30.00')]
    await handIn(guest, 'checkout')
    await call(guest, 'payeezy', chargeOf(overallId, '50.00', { payment_count: 'MULTI-2' }))
    await world.rows("update posting set state = 'POSTED' where receipt_number = 'W-54-1'")

    const whole = { transaction_tag: '54', ccb_status: '0' }
    const told = async (receipt: string) => await result('update-overall-payment', overall({ ...whole, receipt }))
    expect(await told('W-54-2, W-54-1')).toMatchObject({ status: 'Success', data: { ccb_status: '0' } })
    expect(await told('W-54-1, W-54-3')).toMatchObject({ status: 'False', data: { receipt: 'W-54' } })
    expect(await save(guest, overallId, account, '20.00')).toEqual(saved[0])
    expect(await save(guest, overallId, second, '30.00')).toEqual(saved[1])
  })

  test('treat a payment that waits for its card as saved', async () => {
    const open = await saveOverall(guest, '60.00')
    const { body } = await save(guest, open, account, '60.00')
    const saved = { indivId: body.indivId, status: 'saved', receipt: '' }
    expect(await result('update-payment', saved)).toMatchObject({ status: 'Success' })
    const paid = await result('update-overall-payment', overall({ overAllId: open, ccb_status: '1' }))
    expect(paid).toMatchObject({ status: 'False', data: { receipt: '', ccb_status: '0' } })
  })
})

describe('insert-transaction-logs', () => {
  const notes = async () => await world.rows('select note from payment_client_note order by id')
  beforeEach(async () => {
    overallId = await saveOverall(guest, '50.00')
    await save(guest, overallId, account, '50.00')
  })

  test('keeps a note once, without anything that could be card data', async () => {
    const transaction_logs = { save_over_all_transaction: { overallId: 'x' }, request: { CAVV: '987', note: 'ok' } }
    expect(await result('insert-transaction-logs', { transaction_logs })).toEqual({ status: 'Success' })
    expect(await result('insert-transaction-logs', { transaction_logs })).toEqual({ status: 'Success' })
    const kept = { save_over_all_transaction: { overallId: 'x' }, request: { CAVV: '[removed]', note: 'ok' } }
    expect(await notes()).toEqual([{ note: JSON.stringify(kept) }])
  })

  test('accepts 8 KiB and no more', async () => {
    const fitting = { transaction_logs: 'x'.repeat(8 * 1024 - 2) }
    expect((await call(guest, 'insert-transaction-logs', fitting)).code).toBe(200)
    const tooLarge = { transaction_logs: 'x'.repeat(8 * 1024 - 1) }
    expect((await call(guest, 'insert-transaction-logs', tooLarge)).code).toBe(413)
  })

  test('keeps nothing of a session that has put no account into a payment, and counts that', async () => {
    const refusals = async () =>
      (await clientNotes.get()).values.find(({ labels }) => labels.result === 'refused')?.value ?? 0
    const before = await refusals()
    const other = await world.guestWho([second])
    await saveOverall(other, '10.00')
    const asked = await call(other, 'insert-transaction-logs', { transaction_logs: 'x' })
    expect(asked.body.result).toEqual({ status: 'False', description: stepwiseTexts.noSuchPayment })
    expect(await notes()).toEqual([])
    expect(await refusals()).toBe(before + 1)
  })

  test('keeps the newest of all clients, so that none can fill the disk, and repeats push out nothing', async () => {
    const note = async (transaction_logs: string) => await result('insert-transaction-logs', { transaction_logs })
    await note('the first')
    for (let times = 0; times < 3; times += 1) await note('the second')
    await world.rows(`select setval(pg_get_serial_sequence('payment_client_note', 'id'),
      (select min(id) - 1 from payment_client_note) + ${mostClientNotes})`)
    await note('the newest')
    expect(await notes()).toEqual([{ note: '"the second"' }, { note: '"the newest"' }])
  })
})

async function snapshot(): Promise<unknown> {
  const tables = ['checkout', 'checkout_item', 'charge_attempt', 'posting', 'ledger_entry', 'payment_event']
  return Promise.all(tables.map(async (table) => world.rows(`select * from ${table} order by 1, 2`)))
}
