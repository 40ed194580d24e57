import { Instant } from '@portal/contract/dates'
import type { CallersAutopay, LookedUpAccount } from '@portal/contract/phoned-in'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { testCards } from '../../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { addTestAgreement, addTestCharge, noAutopay } from '../../payments/run/testing/planned.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const path = '/api/v1/phoned-in-autopay'
let portal: TestApp
let clerk: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock, gateway: testGateway({ savedMethods: testCards() }) })
  await addTestAccount(portal.database.db, { account, balance: 9_520, email: 'maria@customer.example' })
  await portal.customer({ person: account, username: 'maria', accounts: [account] })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await noAutopay(portal.database.db)
  await emptyTables(portal.database.db, ['email', 'rate_limit'])
  clerk = await portal.administrator(5)
})

async function lookUp(): Promise<CallersAutopay | undefined> {
  const reply = await clerk.post('/api/v1/phoned-in-accounts', { accountIds: [account] })
  const [found] = reply.json<{ result: LookedUpAccount[] }>().result
  return found?.status === 'Success' ? found.account.autoPay : undefined
}

async function change(what: 'pause' | 'resume', why = 'The caller asked for it') {
  const reply = await clerk.post(`${path}/${what}`, { accountId: account, why })
  return { status: reply.statusCode, ...reply.json<{ autoPay?: CallersAutopay; type?: string }>() }
}

/** Of a customer with a login, whose card it is. */
async function addAgreement(as: { state?: string; reason?: string } = {}): Promise<number> {
  const { db, pool } = portal.database
  const id = await addTestAgreement(db, { account, ...as })
  const { rows } = await pool.query<{ id: number }>('select id from web_user limit 1')
  await pool.query('update autopay_agreement set web_user_id = $1', [rows[0]?.id])
  await pool.query('update gateway_customer set web_user_id = $1', [rows[0]?.id])
  return id
}

const emails = async () =>
  await portal.database.db.selectFrom('email').select(['kind', 'recipient']).orderBy('id').execute()

describe('a clerk who has found an account', () => {
  test('sees its agreement and what will be charged', async () => {
    const agreementId = await addAgreement()
    const id = await addTestCharge(portal.database.db, { agreementId })
    expect(await lookUp()).toEqual({
      agreement: {
        state: 'ACTIVE',
        pause: null,
        isMethodGone: false,
        brand: 'Visa',
        bankAccount: null,
        lastFour: '4242',
        day: { rule: 'daysBefore', number: 3 },
        most: '300.00',
      },
      upcoming: [
        {
          id,
          isScheduled: false,
          brand: 'Visa',
          bankAccount: null,
          lastFour: '4242',
          next: {
            says: 'charges',
            on: '2026-02-17',
            dueOn: '2026-02-20',
            amount: 9_520,
            fee: 0,
            most: 30_000,
            cardEnds: null,
            heldFor: null,
          },
        },
      ],
    })
  })

  test('sees that there is no agreement, or none anymore', async () => {
    await addTestAgreement(portal.database.db, { account, state: 'ENDED', reason: 'customer' })
    expect(await lookUp()).toEqual({ agreement: null, upcoming: [] })
  })

  test('pauses it with a reason, which stays to be read with name and time; customer and finance are told', async () => {
    await addTestCharge(portal.database.db, { agreementId: await addAgreement() })
    await lookUp()
    expect(await change('pause', 'Leak, bill disputed')).toMatchObject({
      status: 200,
      autoPay: {
        agreement: {
          state: 'PAUSED',
          pause: { reason: 'staff', at: clock.now(), by: expect.stringMatching(/^admin/), why: 'Leak, bill disputed' },
        },
        upcoming: [{ next: { says: 'paused', heldFor: null } }],
      },
    })
    expect(await emails()).toEqual([
      { kind: 'autopay-paused', recipient: 'maria@customer.example' },
      { kind: 'autopay-stopped', recipient: portal.deps.profile.financeEmail },
    ])
    const [entry] = await portal.database.db
      .selectFrom('audit_entry')
      .select(['actor_kind', 'action', 'subject', 'after_change'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toMatchObject({ actor_kind: 'admin', action: 'autopay-changed', subject: account })
    expect(JSON.parse(entry?.after_change ?? '')).toEqual({
      state: 'PAUSED',
      why: 'staff',
      note: 'Leak, bill disputed',
    })
  })

  test('takes that pause back, and the customer is told', async () => {
    await addAgreement({ state: 'PAUSED', reason: 'staff' })
    await lookUp()
    expect(await change('resume')).toMatchObject({
      status: 200,
      autoPay: { agreement: { state: 'ACTIVE', pause: null } },
    })
    expect(await emails()).toMatchObject([{ kind: 'autopay-resumed' }])
  })
})

describe('a clerk cannot', () => {
  test.each([
    ['was removed', 'update saved_card set removed_at = now(), removed_by = added_by'],
    ['is at another gateway', "update gateway_customer set gateway = 'other'"],
  ])('resume it with a card that %s, and reads why', async (_, gone) => {
    await addAgreement({ state: 'PAUSED', reason: 'staff' })
    await portal.database.pool.query(gone)
    expect(await lookUp()).toMatchObject({ agreement: { isMethodGone: true } })
    expect(await change('resume')).toMatchObject({ status: 409, type: '/problems/card-gone' })
    expect(await lookUp()).toMatchObject({ agreement: { state: 'PAUSED', pause: { reason: 'staff', by: null } } })
    expect(await emails()).toEqual([])
  })

  test.each(['card_removed', 'payer_asked', 'declined_twice'])(
    'take back a pause that the customer has to: %s',
    async (reason) => {
      await addTestAgreement(portal.database.db, { account, state: 'PAUSED', reason })
      await lookUp()
      expect(await change('resume')).toMatchObject({ status: 409, type: '/problems/agreement-changed' })
      expect(await lookUp()).toMatchObject({ agreement: { state: 'PAUSED', pause: { reason } } })
      expect(await emails()).toEqual([])
    },
  )

  test.each([
    ['pause what is paused', 'pause', 'PAUSED', 'staff'],
    ['resume what is on', 'resume', 'ACTIVE', null],
    ['pause what has ended', 'pause', 'ENDED', 'customer'],
  ] as const)('%s', async (_, what, state, reason) => {
    await addTestAgreement(portal.database.db, { account, state, reason })
    await lookUp()
    expect((await change(what)).status).toBe(409)
  })

  test('change AutoPay of an account that was not looked up', async () => {
    await addTestAgreement(portal.database.db, { account })
    expect((await change('pause')).status).toBe(403)
  })

  test.each([
    ['no reason', ''],
    ['a card number', '4111 1111 1111 1111'],
  ])('give %s for it', async (_, why) => {
    await addTestAgreement(portal.database.db, { account })
    await lookUp()
    expect((await change('pause', why)).status).toBe(400)
    expect(await lookUp()).toMatchObject({ agreement: { state: 'ACTIVE' } })
  })
})

test('where the gateway keeps no cards, a look-up says nothing of AutoPay', async () => {
  const { savedMethods } = portal.deps.paymentGateway
  Object.assign(portal.deps.paymentGateway, { savedMethods: undefined })
  expect(await lookUp()).toBeUndefined()
  Object.assign(portal.deps.paymentGateway, { savedMethods })
})
