import {
  acceptAutopay,
  type OfferedWords,
  type Autopay,
  type AutopayAgreement,
  resumeAutopay,
} from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { Instant } from '@portal/contract/dates'
import type { Problem } from '@portal/contract/problem'
import type { CardFunding, SavedMethod } from '@portal/contract/saved-methods'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestCards, testCards } from '../../adapters/payment-gateway/testing/test-cards.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { stopAgreement } from '../../payments/agreements/agreements.ts'
import { makeEngine } from '../../payments/engine.ts'
import { autopayLoops } from '../../payments/run/run.ts'
import { importAgain } from '../../payments/run/testing/autopay-world.ts'
import { charged } from '../../payments/testing/engine-world.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const other = '4821007392'
/** Noon there; the bill of $95.20 is due 06/20. */
const clock = testClock(Instant.parse('2026-06-01T02:00:00.000Z'))
let cards: TestCards
let portal: TestApp
let maria: TestBrowser
let cardId: number

beforeAll(async () => {
  cards = testCards()
  const charge = async ({ named }: { named: (tag: string) => Promise<boolean> }) => {
    await named('pi_1')
    return charged('pi_1')
  }
  portal = await testApp({ clock, gateway: testGateway({ savedMethods: cards, charge }) })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  const { db } = portal.database
  await emptyTables(db, ['rate_limit', 'checkout', 'email', 'card_detachment', 'gateway_customer', 'account_hold'])
  await emptyTables(db, ['autopay_words', 'autopay_agreement', 'planned_charge', 'plan_event', 'web_user'])
  await emptyTables(db, [
    'cis.account',
    'cis.person',
    'cis.premise',
    'cis.bill',
    'cis.account_person',
    'cis.import_run',
  ])
  await emptyTables(db, ['cis.service_agreement', 'cis.portal_payment', 'account_hold'])
  clock.advance(Date.parse('2026-06-01T02:00:00.000Z') - Date.parse(clock.now()))
  await addTestAccount(db, { account, balance: 9_520, dueDate: '2026-06-20' })
  await addTestAccount(db, {
    account: other,
    person: { id: account, isKnown: true },
    balance: 5_000,
    dueDate: '2026-06-22',
  })
  await importAgain({ engine: makeEngine(portal.deps) })
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account, other] })
  cardId = await saveMethod('4242')
})

type Reply = Autopay & OfferedWords & Problem & { cards: SavedMethod[]; card: SavedMethod; maskedCardNumber: string }

async function post(path: string, body: object, browser = maria) {
  const reply = await browser.post(`/api/v1/${path}`, body)
  return { status: reply.statusCode, body: reply.json<Reply>() }
}

async function saveMethod(digits: string, funding: CardFunding = 'credit', browser = maria): Promise<number> {
  const cardToken = { token: `ctoken${digits}`, cardHolderName: 'Maria Cruz', billingZipCode: '96913' }
  const { id } = (await post('saved-cards', { cardToken }, browser)).body.card
  await portal.database.pool.query('update saved_card set funding = $1 where id = $2', [funding, id])
  return id
}

const terms = (differences: object = {}) => ({
  savedCardId: cardId,
  day: { rule: 'dueDate', number: 0 },
  most: null,
  endsOn: null,
  ...differences,
})

const wordsFor = async (wanted: object = terms(), accountId = account) =>
  await post('autopay/words', { accountId, terms: wanted })

async function turnOn(wanted: object = terms(), accountId = account, browser = maria) {
  const { body } = await post('autopay/words', { accountId, terms: wanted }, browser)
  return await post('autopay', { accountId, terms: wanted, words: { sha256: body.sha256 ?? '0'.repeat(64) } }, browser)
}

const list = async (browser = maria) => (await browser.get('/api/v1/autopay')).json<Autopay>()

async function first(): Promise<AutopayAgreement> {
  const [agreement] = (await list()).agreements
  if (!agreement) throw new Error('There is no agreement')
  return agreement
}

async function run(): Promise<void> {
  // Without rests, in which this clock would stand still.
  const engine = { ...makeEngine(portal.deps), pace: 0 }
  const loops = autopayLoops(engine)
  for (let worked = 1; worked > 0;) {
    worked = 0
    for (const loop of loops) worked += await loop.run(new AbortController().signal)
  }
}

/** The mail server has taken the notice. */
async function notice(): Promise<void> {
  await run()
  await portal.database.pool.query('update email set delivered_at = $1', [clock.now()])
  clock.advance(60_000)
  await run()
}

async function emails(): Promise<string[]> {
  const rows = await portal.database.db.selectFrom('email').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

describe('turning on AutoPay', () => {
  test('given the words that were shown, then it is on, and the customer sees what will be charged and when', async () => {
    const { body } = await turnOn()
    expect(body.agreements).toMatchObject([
      { accountId: account, state: 'ACTIVE', card: { lastFour: '4242' }, version: '2', last: null },
    ])
    expect((await first()).next).toMatchObject({ on: '2026-06-20', amount: 9_520, says: 'about' })
    await notice()
    expect((await first()).next).toMatchObject({ on: '2026-06-20', amount: 9_520, says: 'charges' })
    expect(await emails()).toContain('autopay-agreed')
    const { rows } = await portal.database.pool.query(
      "select actor, subject from audit_entry where action = 'autopay-changed' order by id desc limit 1",
    )
    expect(rows).toEqual([{ actor: 'maria', subject: account }])
  })

  test('the words say who starts it, when, how much at most, how early the notice is, and how to end it', async () => {
    const wanted = terms({ day: { rule: 'daysBefore', number: 3 }, most: 15_000, endsOn: '2027-01-31' })
    const { words } = (await wordsFor(wanted)).body
    for (const said of ['We start these payments', 'Visa ending in 4242', '3 days before the due date', '$150.00'])
      expect(words).toContain(said)
    for (const said of ['not even a part', 'at least 5 days before', 'after 3 days', 'Turn off AutoPay', '01/31/2027'])
      expect(words).toContain(said)
    const { sha256 } = (await wordsFor(terms({ most: 14_999 }))).body
    expect(sha256).not.toBe((await wordsFor(terms({ most: 15_000 }))).body.sha256)
  })

  test('given other words than those that were shown, then nothing is turned on', async () => {
    const { sha256 } = (await wordsFor()).body
    const { text } = portal.deps.profile.agreementWords
    Object.assign(portal.deps.profile.agreementWords, { text: `${text} New.` })
    const { status, body } = await post('autopay', { accountId: account, terms: terms(), words: { sha256 } })
    Object.assign(portal.deps.profile.agreementWords, { text })
    expect([status, body.title]).toEqual([409, autopayTexts.wordsChanged])
    expect((await list()).agreements).toEqual([])
  })

  test('given a double press, then it is on once; other terms in a second tab are refused', async () => {
    const { sha256 } = (await wordsFor()).body
    const same = { accountId: account, terms: terms(), words: { sha256 } }
    const both = await Promise.all([post('autopay', same), post('autopay', same)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { status, body } = await turnOn(terms({ most: 20_000 }))
    expect([status, body.title]).toEqual([409, acceptAutopay.problems['already-on'].title])
    expect((await list()).agreements).toHaveLength(1)
    expect((await emails()).filter((kind) => kind === 'autopay-agreed')).toHaveLength(1)
  })

  test.each([
    ['is closed', "update cis.service_agreement set status = '60'", 409],
    ['takes cash only', 'update cis.account set is_cash_only = true', 409],
    ['is the customer’s no longer', 'update cis.account_person set may_use_web = false', 403],
  ])('given an account that %s since the login, then nothing is turned on', async (_, change, status) => {
    await portal.database.pool.query(change)
    expect((await turnOn()).status).toBe(status)
    expect((await list()).agreements).toEqual([])
  })

  test('given a customer without an email address, then nothing is turned on, and it says what to do', async () => {
    await portal.database.pool.query('update cis.person set email_address = null')
    const { status, body } = await turnOn()
    expect([status, body.title]).toEqual([409, acceptAutopay.problems['no-email'].title])
  })

  test('given a card that was removed, then nothing is turned on', async () => {
    const { sha256 } = (await wordsFor()).body
    await post(`saved-cards/${cardId}/remove`, {})
    const { status, body } = await post('autopay', { accountId: account, terms: terms(), words: { sha256 } })
    expect([status, body.title]).toEqual([409, acceptAutopay.problems['card-unusable'].title])
  })

  test.each([
    ['accounts.due_date', 'bills.due_date'],
    ['accounts.bill_date', 'bills.bill_date'],
  ])('billing files without %s and %s have no bill that could be charged', async (...lacks) => {
    await portal.database.pool.query('update cis.import_run set lacks = $1', [lacks])
    const { status, body } = await turnOn()
    expect([status, body.title]).toEqual([409, acceptAutopay.problems['no-bills'].title])
  })

  test('given another customer’s card or account, then it is refused', async () => {
    const neighbor = await portal.customer({ accounts: [other] })
    expect((await turnOn(terms(), other, neighbor)).status).toBe(409)
    const own = await saveMethod('0005', 'credit', neighbor)
    expect((await turnOn(terms({ savedCardId: own }), account, neighbor)).status).toBe(403)
  })
})

describe('before agreeing', () => {
  test.each([
    ['expires before the bill that is due', '2026-05', '2026-06-20', '2026-06-20'],
    ['lasts until its day', '2026-06', '2026-06-20', null],
    ['expires before the first day after a due date that is over', '2026-05', '2026-05-20', '2026-06-06'],
  ])('a card that %s is told by that day', async (_, expires, dueOn, day) => {
    const { pool } = portal.database
    await pool.query('update saved_card set expires = $1', [expires])
    await pool.query('update cis.bill set due_date = $1', [dueOn])
    expect((await wordsFor()).body.cardEndsBefore).toBe(day)
    await turnOn()
    const { words } = (await wordsFor(terms({ most: 15_000 }))).body
    expect(words).toContain('If you owe more than $150.00, we charge nothing')
    const email = await portal.database.db
      .selectFrom('email')
      .select('body_text')
      .where('kind', '=', 'autopay-agreed')
      .executeTakeFirstOrThrow()
    expect(email.body_text.includes('The card expires before the next charge.')).toBe(day !== null)
    expect(email.body_text).toContain('You set no limit.')
  })
})

describe('terms', () => {
  test.each([
    ['16 days before the due date leave time for the notice', 'credit', 16, undefined, 200],
    ['17 do not', 'credit', 17, undefined, 400],
    ['with a debit card 11 do', 'debit', 11, undefined, 200],
    ['with a debit card 12 do not', 'debit', 12, undefined, 400],
    ['with a prepaid card and a range, 16 do', 'prepaid', 16, { low: 2_000, high: 15_000 }, 200],
    ['with a range, 17 do not', 'prepaid', 17, { low: 2_000, high: 15_000 }, 400],
  ] as const)('%s', async (_, funding, number, range, status) => {
    const savedCardId = await saveMethod('0005', funding)
    const wanted = terms({ savedCardId, day: { rule: 'daysBefore', number }, range })
    const { status: replied, body } = await wordsFor(wanted)
    expect(replied).toBe(status)
    if (status === 400) expect(body.errors).toMatchObject([{ field: 'terms.day.number' }])
  })

  test('with a debit card say the ten days, or the range outside of which they count', async () => {
    const savedCardId = await saveMethod('0005', 'debit')
    expect((await wordsFor(terms({ savedCardId }))).body.words).toContain('at least 10 days before')
    const range = { low: 2_000, high: 15_000 }
    const { words } = (await wordsFor(terms({ savedCardId, range }))).body
    expect(words).toContain('at least 10 days before for amounts outside $20.00 to $150.00')
  })

  test.each([
    ['an end in the past', { endsOn: '2026-05-31' }],
    ['a limit below the smallest payment', { most: 99 }],
    ['a range upside down', { range: { low: 5_000, high: 2_000 } }],
    ['a day that no month has', { day: { rule: 'dayOfMonth', number: 32 } }],
  ])('%s is refused', async (_, wrong) => {
    expect((await wordsFor(terms(wrong))).status).toBe(400)
  })
})

describe('an agreement', () => {
  test('can be changed by the words of the change, which replace what was agreed to', async () => {
    await turnOn()
    const { id } = await first()
    const wanted = terms({ day: { rule: 'daysBefore', number: 5 }, most: 12_000, endsOn: '2026-12-31' })
    const { sha256, words } = (await wordsFor(wanted)).body
    const { body } = await post(`autopay/${id}/change`, { terms: wanted, words: { sha256 } })
    expect(body.agreements).toMatchObject([
      {
        terms: { day: { rule: 'daysBefore', number: 5 }, most: 12_000, endsOn: '2026-12-31' },
        next: { on: '2026-06-15' },
      },
    ])
    expect((await maria.get(`/api/v1/autopay/${id}/agreed`)).json()).toMatchObject({ words, version: '2' })
    expect(await emails()).toContain('autopay-changed')
  })

  test('ends in one call, as often as it is pressed, and can be turned on again', async () => {
    await turnOn()
    const { id } = await first()
    expect((await post(`autopay/${id}/end`, {})).body.agreements).toEqual([])
    expect((await post(`autopay/${id}/end`, {})).status).toBe(200)
    expect((await emails()).filter((kind) => kind === 'autopay-ended')).toHaveLength(1)
    expect((await turnOn()).body.agreements).toHaveLength(1)
  })

  test('of another customer can be neither seen nor changed, ended, resumed nor read', async () => {
    await turnOn()
    const { id } = await first()
    const neighbor = await portal.customer({ accounts: [account] })
    expect(await list(neighbor)).toMatchObject({ agreements: [], byOthers: [account] })
    const tries = [
      await post(`autopay/${id}/change`, { terms: terms(), words: { sha256: '0'.repeat(64) } }, neighbor),
      await post(`autopay/${id}/end`, {}, neighbor),
      await post(`autopay/${id}/resume`, {}, neighbor),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await neighbor.get(`/api/v1/autopay/${id}/agreed`)).statusCode).toBe(404)
    expect(await first()).toMatchObject({ state: 'ACTIVE' })
  })

  test.each([
    ['declined_twice', 200, 'ACTIVE'],
    ['card_refused', 409, 'PAUSED'],
    ['staff', 409, 'PAUSED'],
  ] as const)('paused for %s goes on with the same card: %s', async (reason, status, state) => {
    await turnOn()
    const { id } = await first()
    await stopAgreement(makeEngine(portal.deps), id, reason)
    expect(await first()).toMatchObject({ state: 'PAUSED', pausedFor: reason, next: { says: 'paused' } })
    const resumed = await post(`autopay/${id}/resume`, {})
    expect(resumed.status).toBe(status)
    if (status === 409) expect(resumed.body.title).toBe(resumeAutopay.problems['not-resumable'].title)
    expect((await first()).state).toBe(state)
  })

  test.each([
    ['card_refused', 'ACTIVE'],
    ['staff', 'PAUSED'],
  ] as const)('paused for %s and given another card is %s', async (reason, state) => {
    await turnOn()
    const { id } = await first()
    await stopAgreement(makeEngine(portal.deps), id, reason)
    const wanted = terms({ savedCardId: await saveMethod('0005') })
    const { sha256 } = (await wordsFor(wanted)).body
    await post(`autopay/${id}/change`, { terms: wanted, words: { sha256 } })
    expect(await first()).toMatchObject({ state, card: { lastFour: '0005' } })
  })

  test('shows its last charge, whose receipt its customer can read in a later session, and no one else', async () => {
    await turnOn()
    await notice()
    clock.advance(19 * 24 * 3_600_000)
    await importAgain({ engine: makeEngine(portal.deps) })
    await run()
    const later = await portal.customer({ person: account, username: 'maria', accounts: [account] })
    const last = (await list(later)).agreements[0]?.last
    expect(last).toMatchObject({ on: '2026-06-20', amount: 9_520 })
    const receipt = await later.get(`/api/v1/checkout/${last?.checkout}`)
    expect(receipt.json()).toMatchObject({ outcome: 'approved' })
    const neighbor = await portal.customer({ accounts: [account] })
    expect((await neighbor.get(`/api/v1/checkout/${last?.checkout}`)).statusCode).toBe(404)
  })

  test('shows what is left when a part was paid', async () => {
    await turnOn()
    await notice()
    await portal.database.pool.query(
      'update cis.account set balance_cents = 4000, payoff_cents = 4000, new_charges_cents = 4000',
    )
    expect((await first()).next).toMatchObject({ amount: 4_000, says: 'charges' })
  })

  test('paused for something else goes on with no card that was removed since', async () => {
    await turnOn()
    const { id } = await first()
    await stopAgreement(makeEngine(portal.deps), id, 'declined_twice')
    await post(`saved-cards/${cardId}/remove`, {})
    const { status, body } = await post(`autopay/${id}/resume`, {})
    expect([status, body.title]).toEqual([409, resumeAutopay.problems['not-resumable'].title])
    expect(await first()).toMatchObject({ state: 'PAUSED', pausedFor: 'declined_twice' })
  })

  test('made after the due date names the first possible day, before and after the bill is planned', async () => {
    await portal.database.pool.query("update cis.bill set due_date = '2026-05-29'")
    // Notices leave again on the next day.
    clock.advance(9 * 3_600_000)
    maria = await portal.customer({ person: account, username: 'maria', accounts: [account, other] })
    await turnOn()
    const next = { says: 'aboutFrom', on: '2026-06-07', amount: 9_520, heldFor: null }
    expect((await first()).next).toMatchObject(next)
    await run()
    expect((await first()).next).toMatchObject(next)
  })

  test('that needs the card is paused with an email once the card is removed', async () => {
    await turnOn()
    await post(`saved-cards/${cardId}/remove`, {})
    expect(await first()).toMatchObject({ state: 'PAUSED', pausedFor: 'card_removed', card: { isRemoved: true } })
    expect(await emails()).toEqual(expect.arrayContaining(['card-removed', 'autopay-paused']))
  })
})

test('where the gateway keeps no cards, there is no AutoPay', async () => {
  const plain = await testApp()
  const browser = await plain.customer()
  expect((await browser.get('/api/v1/autopay')).statusCode).toBe(404)
  await plain.close()
})
