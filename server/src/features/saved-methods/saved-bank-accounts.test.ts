import { Instant } from '@portal/contract/dates'
import type { SavedMethod, UnverifiedAccount } from '@portal/contract/saved-methods'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { testBankAccounts } from '../../adapters/payment-gateway/testing/test-bank-accounts.ts'
import { testCards } from '../../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { makeEngine } from '../../payments/engine.ts'
import { methodWork } from '../../payments/saved-methods/method-work.ts'
import { makeMethodReadDue, makeSavingDue } from '../../payments/saved-methods/methods.ts'
import { testClock } from '../../testing/clock.ts'

const account = '1234567890'
const clock = testClock(Instant.parse('2026-11-30T02:00:00.000Z'))
const cards = testCards()
const never = new AbortController().signal
let portal: TestApp
let maria: TestBrowser

beforeAll(async () => {
  const gateway = testGateway({
    savedMethods: cards,
    bankAccounts: testBankAccounts(),
    readToken: async (token) => ({
      outcome: 'readAccount',
      bankName: 'First Hawaiian',
      accountType: 'checking',
      holderType: 'individual',
      lastFour: token.slice(-4),
      routingNumber: null,
      fingerprint: `print ${token.slice(-4)}`,
    }),
  })
  portal = await testApp({ clock, gateway })
  Object.assign(portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'email', 'card_saving', 'card_detachment', 'saved_card'])
  await emptyTables(portal.database.db, ['gateway_customer'])
  cards.answers.clear()
  cards.blocked.clear()
  cards.verification = 'verified'
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

interface Told {
  status: string
  title: string
  card: SavedMethod
  cards: SavedMethod[]
  unverified?: UnverifiedAccount[]
}

async function post(path: string, body: object = {}) {
  const reply = await maria.post(`/api/v1/${path}`, body)
  return { status: reply.statusCode, body: reply.json<Told>() }
}

const listed = async () => (await maria.get('/api/v1/saved-cards')).json<Told>()
const bankToken = { bankToken: 'btok6789', accountHolderName: 'Maria Cruz' }
const save = async (name = '') => await post('saved-cards', { bankToken, name })
const work = async () => {
  for (const each of methodWork(makeEngine(portal.deps), async () => undefined)) await each.run(never)
}
const emails = async () => {
  const rows = await portal.database.db.selectFrom('email').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

/** Typed numbers, which its holder has to verify. */
async function unverified(): Promise<number> {
  const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' } as const
  const deposits = { arriveOn: Instant.parse('2026-12-02T13:00:00.000Z'), kind: 'code' } as const
  cards.answers.set('btok6789', { outcome: 'verifying', bankAccount, deposits })
  expect((await save()).body.status).toBe('verify')
  return (await listed()).unverified?.[0]?.saving ?? 0
}

test('a bank account is saved beside cards, without brand, expiry and number', async () => {
  const { body } = await save('Household')
  expect(body).toMatchObject({
    status: 'saved',
    card: {
      brand: null,
      bankAccount: { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' },
      expires: null,
      funding: null,
      isDefault: true,
      name: 'Household',
    },
  })
  expect(await emails()).toEqual(['card-added'])
})

test('the same account again takes the older one’s row', async () => {
  const first = (await save('Household')).body.card.id
  expect((await save()).body.card).toMatchObject({ id: first, name: 'Household' })
  expect((await listed()).cards).toHaveLength(1)
})

describe('given typed numbers', () => {
  test('then it can be used only once its holder has said what the deposit was', async () => {
    const saving = await unverified()
    expect((await listed()).cards).toEqual([])
    cards.verification = 'wrong'
    expect((await post(`saved-cards/savings/${saving}/verify`, { code: 'SM00ZZ' })).body.title).toMatch(/^That isn’t/)
    cards.verification = 'verified'
    expect((await post(`saved-cards/savings/${saving}/verify`, { code: 'SM11AA' })).body.status).toBe('saved')
    expect(await listed()).toMatchObject({ cards: [{ lastFour: '6789' }] })
    expect((await listed()).unverified).toBeUndefined()
    expect(await emails()).toEqual(['bank-to-verify', 'card-added'])
  })

  test('then what can’t be verified anymore is not saved, and its holder hears of it', async () => {
    const saving = await unverified()
    cards.verification = 'failed'
    expect((await post(`saved-cards/savings/${saving}/verify`, { code: 'SM11AA' })).status).toBe(409)
    expect(await listed()).toEqual({ cards: [] })
    expect(await emails()).toEqual(['bank-to-verify', 'bank-not-saved'])
  })

  test('then twenty minutes without the page end nothing', async () => {
    await unverified()
    clock.advance(2 * 3_600_000)
    await work()
    const savings = await portal.database.db.selectFrom('card_saving').select('ended_at').execute()
    expect(savings).toEqual([{ ended_at: null }])
  })

  test('then another customer can neither verify nor drop it', async () => {
    const saving = await unverified()
    await addTestAccount(portal.database.db, { account: '0987654321', balance: 1 })
    maria = await portal.customer({ person: '0987654321', username: 'juan', accounts: ['0987654321'] })
    expect((await post(`saved-cards/savings/${saving}/verify`, { code: 'SM11AA' })).status).toBe(404)
    expect((await post(`saved-cards/savings/${saving}/drop`)).status).toBe(404)
  })

  test('then it can be given up', async () => {
    const saving = await unverified()
    expect((await post(`saved-cards/savings/${saving}/drop`)).body).toEqual({ cards: [] })
  })

  test('then a hint of the gateway has it read at once', async () => {
    await unverified()
    const { setup } = await portal.database.db.selectFrom('card_saving').select('setup').executeTakeFirstOrThrow()
    await cards.verifySetup(setup ?? '', { code: 'SM11AA' })
    await makeSavingDue(portal.database.db, setup ?? '', clock.now())
    await work()
    expect((await listed()).cards).toHaveLength(1)
  })
})

test('an account whose authorization has ended is marked, until it is added again', async () => {
  await save()
  const { db } = portal.database
  const { method, mandate } = await db.selectFrom('saved_card').select(['method', 'mandate']).executeTakeFirstOrThrow()
  cards.blocked.set(method, 'mandate_gone')
  await makeMethodReadDue(db, 'mandate', mandate ?? '', clock.now())
  await work()
  expect((await listed()).cards).toMatchObject([{ isBlocked: true }])
  await save()
  expect((await listed()).cards).toMatchObject([{ isBlocked: false }])
})

test('where the profile takes no bank accounts, none is saved or listed', async () => {
  await save()
  Object.assign(portal.deps.profile, { bankPayments: null })
  expect((await listed()).cards).toEqual([])
  expect((await save()).body.title).toMatch(/Bank accounts can’t pay here/)
  Object.assign(portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
})
