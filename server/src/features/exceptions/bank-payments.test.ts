import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { home, shop, testDesk } from './testing/desk.ts'

const desk = testDesk()
const day = 24 * 3_600_000
const why = 'the customer called'

beforeAll(() => {
  Object.assign(desk.portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
  Object.assign(desk.portal.deps.paymentGateway, {
    bankAccounts: { answersBy: () => desk.clock.now() },
  })
})

/** As if it had come from a bank account. */
async function paid(accounts: string[]): Promise<number> {
  const id = await desk.pay(accounts)
  await desk.work()
  const columns = { brand: null, bank_name: 'First Hawaiian', bank_account_type: 'checking' } as const
  await desk.portal.database.db.updateTable('charge_attempt').set(columns).where('checkout_id', '=', id).execute()
  return id
}

let tags = 0

/** The bank has it. */
async function submitted(accounts: string[]): Promise<number> {
  tags += 1
  desk.partners.answer = { outcome: 'processing', reply: { ...emptyReply, tag: `pi_${tags}` } }
  return await paid(accounts)
}

async function returned(accounts: string[]): Promise<number> {
  const id = await submitted(accounts)
  const { db } = desk.portal.database
  const back = { state: 'RETURNED', return_reason: 'funds', decided_at: desk.clock.now() } as const
  await db.updateTable('charge_attempt').set(back).where('checkout_id', '=', id).execute()
  await db.updateTable('checkout').set({ state: 'RETURNED' }).where('id', '=', id).execute()
  return id
}

describe('given a payment from a bank account', () => {
  test('then a refund needs word that the bank was not asked, for 60 days', async () => {
    const id = await paid([home])
    expect(await desk.read(id)).toMatchObject({ asksAboutBank: true, actions: ['requestRefund'] })
    const untold = await desk.move(id, { action: 'requestRefund', why })
    expect([untold.status, untold.body]).toMatchObject([
      400,
      { errors: [{ field: 'bankNotAsked', message: exceptionsTexts.bankNotAskedMissing }] },
    ])
    expect((await desk.move(id, { action: 'requestRefund', why, bankNotAsked: true })).status).toBe(200)
    expect(await desk.audited()).toMatchObject([{ action: 'give-back-asked', after: { bankNotAsked: true } }])
    const old = await paid([shop])
    await desk.pass(61 * day)
    expect((await desk.read(old)).asksAboutBank).toBeUndefined()
    expect((await desk.move(old, { action: 'requestRefund', why })).status).toBe(200)
  })

  test('then it is never refunded while the bank has it', async () => {
    const id = await submitted([home])
    expect((await desk.read(id)).actions).toEqual([])
    expect((await desk.move(id, { action: 'requestRefund', why, bankNotAsked: true })).status).toBe(409)
  })

  test('then after the second return, a person may allow further ones', async () => {
    await returned([home])
    const id = await returned([home, shop])
    expect((await desk.read(id)).actions).toContain('allowBank')
    expect((await desk.move(id, { action: 'allowBank', why })).body.actions).not.toContain('allowBank')
    expect(await desk.audited()).toMatchObject([{ action: 'bank-payments-allowed', after: { why } }])
    expect(await desk.history(id)).toContain(`allowed bank payments for ${home}: ${why}`)
    expect((await desk.move(id, { action: 'allowBank', why })).status).toBe(409)
  })
})
