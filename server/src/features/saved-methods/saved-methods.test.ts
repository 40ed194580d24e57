import { randomUUID } from 'node:crypto'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { Instant } from '@portal/contract/dates'
import { mostSavedMethods, type SavedMethod, savedMethodTexts } from '@portal/contract/saved-methods'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest, ChargeResult } from '../../adapters/payment-gateway/port.ts'
import { type TestCards, testCards } from '../../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { pausingAgreements } from '../../payments/agreements/agreements.ts'
import { makeEngine } from '../../payments/engine.ts'
import { gatewayEventLoops } from '../../payments/gateway-events/act-on-events.ts'
import { storeEvents } from '../../payments/records/gateway-events.ts'
import { methodWork } from '../../payments/saved-methods/method-work.ts'
import { charged, declined } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const charges: ChargeRequest[] = []
let answer: ChargeResult
let cards: TestCards
let portal: TestApp
let maria: TestBrowser

beforeAll(async () => {
  cards = testCards()
  const nothing = { outcome: 'nothing' } as const
  const gateway = testGateway({
    savedMethods: cards,
    events: {
      read: () => ({ outcome: 'refused', reason: 'not signed' }),
      list: async () => ({ outcome: 'listed', events: [] }),
      readCharge: async () => nothing,
      readRefund: async () => nothing,
      readDispute: async () => nothing,
    },
    readToken: async (token) =>
      token.startsWith('amex')
        ? { outcome: 'refused', reason: 'brand' }
        : { outcome: 'read', brand: 'Visa', lastFour: token.slice(-4) },
    charge: async (request) => {
      charges.push(request)
      return (await request.named(`pi_${charges.length}`)) ? answer : { outcome: 'notSent', reason: 'not named' }
    },
  })
  portal = await testApp({ clock, gateway })
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email', 'card_detachment', 'gateway_customer'])
  charges.length = 0
  cards.detached.length = 0
  cards.answers.clear()
  cards.isAway = false
  answer = charged('pi_1')
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

interface Told {
  status: string
  saving: number
  title: string
  cards: SavedMethod[]
  card: SavedMethod
  outcome: string
  maskedCardNumber: string
}

async function post(path: string, body: object, browser = maria, headers: Record<string, string> = {}) {
  const reply = await browser.post(`/api/v1/${path}`, body, headers)
  return { status: reply.statusCode, body: reply.json<Told>() }
}

async function add(digits: string, name = '', browser = maria) {
  const cardToken = { token: `ctoken${digits}`, cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
  return await post('saved-cards', { cardToken, name }, browser)
}

async function saved(digits: string, name = ''): Promise<SavedMethod> {
  return (await add(digits, name)).body.card
}

const list = async (browser = maria) => (await browser.get('/api/v1/saved-cards')).json<Told>().cards
const digitsOf = (all: SavedMethod[]) => all.map(({ lastFour }) => lastFour)

async function work(): Promise<void> {
  const signal = new AbortController().signal
  const engine = makeEngine(portal.deps)
  for (const each of methodWork(engine, pausingAgreements(engine))) await each.run(signal)
}

async function pay(card: object, browser = maria) {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const body = { accounts: [{ accountId: account, amount: 8_053 }], humanCheck, ...card }
  return await post('checkout', body, browser, { 'idempotency-key': key })
}

async function emails(): Promise<string[]> {
  const rows = await portal.database.db.selectFrom('email').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

describe('adding a card', () => {
  test('given a card that its bank accepts, then it is listed, told by email, and in the audit log', async () => {
    await addTestEmail()
    const { body } = await add('4242', ' Household ')
    expect(body).toMatchObject({
      status: 'saved',
      card: { brand: 'Visa', lastFour: '4242', name: 'Household', expires: '2030-12', isExpired: false },
    })
    expect(await list()).toEqual([{ ...body.card, isDefault: true }])
    expect(await emails()).toEqual(['card-added'])
    const { rows } = await portal.database.pool.query(
      "select actor, subject from audit_entry where action = 'card-added' order by id desc limit 1",
    )
    expect(rows).toEqual([{ actor: 'maria', subject: 'Visa ending in 4242' }])
  })

  test('given a bank that asks, then the card is saved once its owner has confirmed it', async () => {
    cards.answers.set('ctoken4242', { outcome: 'awaitsPayer', secret: 'seti_secret' })
    const { body } = await add('4242')
    expect(body).toMatchObject({ status: 'confirm', confirmation: 'seti_secret' })
    expect(await list()).toEqual([])
    const finished = await post('saved-cards/finish', { saving: body.saving })
    expect(finished.body).toMatchObject({ status: 'saved', card: { lastFour: '4242' } })
    expect((await post('saved-cards/finish', { saving: body.saving })).body).toMatchObject({ status: 'saved' })
    expect(await list()).toHaveLength(1)
  })

  test('given a page that is gone, then work goes on with the card', async () => {
    cards.answers.set('ctoken4242', { outcome: 'awaitsPayer', secret: 'seti_secret' })
    await add('4242')
    await work()
    expect(await list()).toEqual([])
    clock.advance(3 * 60_000)
    await work()
    expect(digitsOf(await list())).toEqual(['4242'])
  })

  test('given no answer, then the customer is told so, and work finds out what became of it', async () => {
    cards.isAway = true
    expect((await add('4242')).status).toBe(503)
    cards.isAway = false
    cards.answers.set('ctoken0005', { outcome: 'unavailable', reason: 'lost' })
    expect((await add('0005')).status).toBe(503)
    clock.advance(3 * 60_000)
    await work()
    expect(digitsOf(await list())).toEqual(['0005'])
  })

  test.each([
    ['ctoken4242', { outcome: 'refused', reason: 'funds' }, 409],
    ['amex4242', null, 409],
  ] as const)('a card that is refused is not saved', async (token, said, status) => {
    if (said) cards.answers.set(token, said)
    const cardToken = { token, cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
    expect((await post('saved-cards', { cardToken })).status).toBe(status)
    expect(await list()).toEqual([])
  })

  test('the same card again keeps its row and name, and the older one is detached', async () => {
    const first = await saved('4242', 'Household')
    const again = await saved('4242')
    expect(again).toMatchObject({ id: first.id, name: 'Household' })
    await work()
    expect(cards.detached).toHaveLength(1)
    expect(cards.detached).not.toContain(await methodOf(first.id))
  })

  test('nobody has more than ten', async () => {
    for (let nth = 0; nth < mostSavedMethods; nth += 1) {
      await portal.database.pool.query('delete from rate_limit')
      await saved(String(1000 + nth))
    }
    await portal.database.pool.query('delete from rate_limit')
    const { status, body } = await add('9999')
    expect([status, body.title]).toEqual([409, savedMethodTexts.tooMany])
    expect(savedMethodTexts.tooMany).toContain(String(mostSavedMethods))
    expect(await list()).toHaveLength(mostSavedMethods)
  })

  test('who has ten can save one of them again, which replaces it', async () => {
    for (let nth = 0; nth < mostSavedMethods; nth += 1) {
      await portal.database.pool.query('delete from rate_limit')
      await saved(String(1000 + nth))
    }
    await portal.database.pool.query('delete from rate_limit')
    const again = await add('1004', 'Renewed')
    expect([again.status, again.body.card?.name]).toEqual([200, 'Renewed'])
    expect(await list()).toHaveLength(mostSavedMethods)
  })

  test('of two equal requests at once, one person gets one customer at the gateway', async () => {
    await Promise.all([add('4242'), add('0005')])
    const { rowCount } = await portal.database.pool.query('select from gateway_customer')
    expect([rowCount, (await list()).length]).toEqual([1, 2])
  })
})

describe('a saved card', () => {
  test('can be named, and another one made the default', async () => {
    const [one, two] = [await saved('4242'), await saved('0005')]
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [one.id, true],
      [two.id, false],
    ])
    await post(`saved-cards/${two.id}/default`, {})
    const { body } = await post(`saved-cards/${two.id}/name`, { name: 'Office' })
    expect(body.cards).toMatchObject([{ id: two.id, isDefault: true, name: 'Office' }, { id: one.id }])
  })

  test('that is removed is gone at once, told by email, and detached even if the gateway is away at first', async () => {
    await addTestEmail()
    const [one, two] = [await saved('4242'), await saved('0005')]
    const method = await methodOf(one.id)
    cards.isAway = true
    expect((await post(`saved-cards/${one.id}/remove`, {})).body.cards).toMatchObject([{ id: two.id, isDefault: true }])
    expect(await emails()).toContain('card-removed')
    await work()
    expect(cards.detached).toEqual([])
    cards.isAway = false
    clock.advance(60_000)
    await work()
    await work()
    expect(cards.detached).toEqual([method])
    expect((await post(`saved-cards/${one.id}/remove`, {})).status).toBe(404)
  })

  test('of another customer can be neither seen nor changed nor removed nor paid with', async () => {
    const { id } = await saved('4242')
    const neighbor = await portal.customer({ accounts: [account] })
    expect(await list(neighbor)).toEqual([])
    const tries = [
      await post(`saved-cards/${id}/name`, { name: 'Mine' }, neighbor),
      await post(`saved-cards/${id}/default`, {}, neighbor),
      await post(`saved-cards/${id}/remove`, {}, neighbor),
      await pay({ savedMethod: id }, neighbor),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 409])
    expect([await list(), charges]).toMatchObject([[{ id, name: '' }], []])
  })

  test('another customer’s saving cannot be finished', async () => {
    cards.answers.set('ctoken4242', { outcome: 'awaitsPayer', secret: 'seti_secret' })
    const { body } = await add('4242')
    expect((await post('saved-cards/finish', { saving: body.saving }, await portal.customer())).status).toBe(404)
  })

  test('shows what its bank has changed, once the gateway has hinted at it', async () => {
    const { id } = await saved('4242')
    const method = await methodOf(id)
    const card = cards.kept.get(method)
    if (card) cards.kept.set(method, { ...card, lastFour: '0009', expires: '2033-01' })
    await hint(method)
    await work()
    expect(await list()).toMatchObject([{ id, lastFour: '0009', expires: '2033-01', changedByBankAt: clock.now() }])
  })

  test('that the gateway has lost is not offered anymore: its owner is told, and there is another default', async () => {
    await addTestEmail()
    const [{ id }, two] = [await saved('4242'), await saved('0005')]
    const method = await methodOf(id)
    cards.kept.delete(method)
    await hint(method)
    await work()
    expect(await list()).toMatchObject([{ id: two.id, isDefault: true }])
    expect((await emails()).filter((kind) => kind === 'card-lost')).toHaveLength(1)
    const { rows } = await portal.database.pool.query(
      'select action, actor_kind as kind, subject from audit_entry order by id desc limit 1',
    )
    expect(rows).toEqual([{ action: 'card-lost', kind: 'system', subject: 'Visa ending in 4242' }])
  })

  test('of a registration that has ended is detached', async () => {
    const { id } = await saved('4242')
    const method = await methodOf(id)
    await portal.database.pool.query("delete from web_user where username = 'maria'")
    clock.advance(24 * 60 * 60_000 * 400)
    await work()
    expect(cards.detached).toEqual([method])
  })
})

describe('paying', () => {
  test('with a saved card charges it in the presence of its payer, and records which', async () => {
    const { id } = await saved('4242')
    const { body } = await pay({ savedMethod: id })
    expect(body).toMatchObject({ outcome: 'approved', maskedCardNumber: '############4242' })
    expect(charges).toMatchObject([{ tender: { method: await methodOf(id), payer: 'present' }, brand: 'Visa' }])
    const { rows } = await portal.database.pool.query('select saved_card_id as id from charge_attempt')
    expect(rows).toEqual([{ id }])
  })

  test('with a removed card charges nothing', async () => {
    const { id } = await saved('4242')
    await post(`saved-cards/${id}/remove`, {})
    const { status, body } = await pay({ savedMethod: id })
    expect([status, body.title]).toEqual([409, checkoutProblems['saved-card-gone'].title])
    expect(charges).toEqual([])
  })

  test('with a card of the other mode charges nothing', async () => {
    const { id } = await saved('4242')
    await portal.database.pool.query('update gateway_customer set is_live = true')
    expect((await pay({ savedMethod: id })).status).toBe(409)
    expect([await list(), charges]).toEqual([[], []])
  })

  test('a clerk cannot pay with a caller’s card', async () => {
    const { id } = await saved('4242')
    const clerk = await portal.administrator(5)
    await clerk.post('/api/v1/phoned-in-accounts', { accountIds: [account] })
    expect((await pay({ savedMethod: id }, clerk)).status).toBe(409)
    expect(charges).toEqual([])
  })

  test('with a typed card saves it on request, once it is approved', async () => {
    await pay({ cardToken: typed, saveMethod: true })
    expect(charges[0]?.saveFor).toMatch(/^cus_/)
    expect(await list()).toEqual([])
    await work()
    expect(digitsOf(await list())).toEqual(['0077'])
  })

  test.each([
    ['is not asked for', { cardToken: typed }, false],
    ['is declined', { cardToken: typed, saveMethod: true }, true],
  ])('with a typed card that %s saves nothing', async (_, card, isDeclined) => {
    if (isDeclined) answer = declined('pi_1')
    await pay(card)
    await work()
    expect(await list()).toEqual([])
  })
})

const typed = { token: 'ctoken0077', cardHolderName: 'Maria Cruz', billingZipCode: '96913' }

/** As a webhook does. */
let hints = 0

/** Of ids without long digits, which the column refuses. */
async function hint(tag: string): Promise<void> {
  hints += 1
  await storeEvents(portal.database.db, 'gge4', [{ id: `evt_${hints}`, subject: 'card', tag }], clock.now())
  const [acting] = gatewayEventLoops(makeEngine(portal.deps))
  await acting?.run(new AbortController().signal)
}

async function methodOf(id: number): Promise<string> {
  const { rows } = await portal.database.pool.query<{ method: string }>('select method from saved_card where id = $1', [
    id,
  ])
  return rows[0]?.method ?? ''
}

/** What was begun before the registration ended stays out of the way. */
async function addTestEmail(): Promise<void> {
  await portal.database.pool.query("update cis.person set email_address = 'maria@example.com' where person_id = $1", [
    account,
  ])
}
