import { paymentTexts } from '@portal/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { charged, declined, unknown } from '../../payments/testing/engine-world.ts'
import { form, payAsSpecified } from './testing/specified-client.ts'
import { type StepwiseWorld, accounts, stepwiseWorld } from './testing/stepwise-world.ts'

let world: StepwiseWorld
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())
beforeEach(() => world.reset())

const record = `=========== TRANSACTION RECORD ==========
CARD NUMBER     : ############1111
    Approved - Thank You 100`

const carts = [
  ['one account', accounts.slice(0, 1)],
  ['five accounts', accounts.slice()],
] as const

function cartOf(ids: readonly string[]) {
  return ids.map((accID, index) => ({ accID, amount: `${80 + index}.5${index}` }))
}

describe.each(carts)('a client that knows the specification alone pays %s', (_, ids) => {
  const cart = cartOf(ids)
  const total = cart.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
  const isSingle = ids.length === 1

  test('approved: every call says so, and the three books agree', async () => {
    world.script.answer = () => {
      const verdict = charged('4711')
      if (verdict.outcome !== 'charged') throw new Error('not charged')
      return { ...verdict, reply: { ...verdict.reply, record } }
    }
    const guest = await world.guestWho([...ids])
    const told = await payAsSpecified(guest, cart)

    expect(told.overall).toEqual({ status: 'True', overallId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(told.individuals).toEqual(ids.map(() => ({ status: 'True', indivId: expect.any(String) })))
    expect(new Set(told.individuals.map(({ indivId }) => indivId)).size).toBe(ids.length)
    expect(told.charge).toEqual({
      status: 'True',
      data: {
        Transaction_Approved: 'true',
        Transaction_Tag: '4711',
        Reference_No: world.charges[0]?.reference,
        SequenceNo: '000001',
        Authorization_Num: 'ET000001',
        EXact_Message: 'Transaction Normal',
        Bank_Message: 'Approved',
        CardType: 'Visa',
        CardHoldersName: 'Maria Cruz',
        Card_Number: '############1111',
        DollarAmount: total,
        Currency: 'USD',
        CTR: record,
      },
    })
    const receipts = isSingle ? ['W-4711'] : ids.map((_id, index) => `W-4711-${index + 1}`)
    expect(told.email).toEqual({ status: 'Success' })
    expect(told.postings).toEqual(ids.map(() => ({ status: 'Success' })))
    expect(told.overallUpdate).toEqual({
      status: 'Success',
      data: {
        receipt: 'W-4711',
        transaction_tag: '4711',
        pay_eezy_seq_num: '000001',
        auth_no: 'ET000001',
        process_message: 'Transaction Normal',
        bank_response: 'Approved',
        ccb_status: '1',
      },
    })
    expect(told.individualUpdates).toEqual(
      receipts.map((receipt) => ({ status: 'Success', data: { status: 'PAID', receipt } })),
    )
    expect(told.log).toEqual({ status: 'Success' })

    expect(world.charges).toHaveLength(1)
    expect(world.charges[0]).toMatchObject({
      amount: Math.round(Number(total) * 100),
      countTag: isSingle ? 'SINGLE' : 'MULTI-5',
      mode: 'Online',
      // R3: CAVV carries the security code.
      tender: { cardNumber: form.cardNumber, cvv: form.cvv, billingZipCode: form.billingZipCode },
    })
    expect(await world.rows('select receipt_number, state from posting order by item_id')).toEqual(
      receipts.map((receipt_number) => ({ receipt_number, state: 'POSTED' })),
    )
    expect(await world.rows('select recipient from email')).toEqual([{ recipient: form.confirmationEmail }])
    expect(await world.rows('select state, source_code, mode, account_count from checkout')).toEqual([
      { state: 'PAID', source_code: 'CCV', mode: 'Online', account_count: ids.length },
    ])
    expect((await guest.get(`/api/v1/checkout/${String(told.overall['overallId'])}`)).json()).toMatchObject({
      outcome: 'approved',
      receiptNumber: 'W-4711',
    })
  })

  test('declined: the charge says so under the same names, and nothing is posted or mailed', async () => {
    world.script.answer = () => declined('4712')
    const told = await payAsSpecified(await world.guestWho([...ids]), cart)
    expect(told.charge).toMatchObject({
      status: 'True',
      data: { Transaction_Approved: 'false', Transaction_Tag: '4712', Bank_Message: 'Declined', Authorization_Num: '' },
    })
    expect(told.individualUpdates).toEqual(
      ids.map(() => ({ status: 'Success', data: { status: 'DECLINED', receipt: '' } })),
    )
    expect(await world.rows('select from posting')).toEqual([])
    expect(await world.rows('select from email')).toEqual([])
  })

  test('unknown: it is being confirmed and must not be paid again (R19)', async () => {
    world.script.answer = () => unknown
    const guest = await world.guestWho([...ids])
    const told = await payAsSpecified(guest, cart)
    expect(told.charge.status).toBe('False')
    expect(told.charge.description).toContain(paymentTexts.beingConfirmed)
    expect(told.charge.description).toContain(paymentTexts.doNotPayAgain)
    expect(told.charge.description).toContain(world.charges[0]?.reference)
    expect(told.charge.data).toBeUndefined()
    expect(await world.rows('select account_id from account_hold order by account_id')).toEqual(
      ids.map((account_id) => ({ account_id })),
    )
    const again = await payAsSpecified(guest, cart)
    expect(again.individuals[0]).toMatchObject({ status: 'False' })
    expect(world.charges).toHaveLength(1)
  })

  test('not sent at all: the sentence of A§8, and the payment can be tried again', async () => {
    world.script.answer = () => ({ outcome: 'notSent', reason: 'no connection' })
    const guest = await world.guestWho([...ids])
    expect((await payAsSpecified(guest, cart)).charge).toEqual({ status: 'False', description: paymentTexts.failed })
    world.script.answer = () => charged('4713')
    expect((await payAsSpecified(guest, cart)).charge.data).toMatchObject({ Transaction_Approved: 'true' })
  })
})
