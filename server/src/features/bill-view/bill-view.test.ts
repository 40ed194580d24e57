import type { BillView } from '@portal/contract/bill-view'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { BillId, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestBill } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { addTestPayment } from '../../payments/testing/payments.ts'
import { type TestClock, testClock } from '../../testing/clock.ts'
import { signBillLink } from './bill-link.ts'

const account = '4821007391'
const billId = BillId.parse('482100739177')
const person = PersonId.parse(account)
const start = Instant.parse('2026-02-10T01:00:00.000Z')
const minute = 60_000

let clock: TestClock
let portal: TestApp
beforeAll(async () => {
  clock = testClock(start)
  portal = await testApp({ clock })
  const { db } = portal.database
  await addTestAccount(db, { account, dueDate: null, balance: 3_000, arrears: 100 })
  await addTestBill(db, {
    account,
    billId: '482100739158',
    billDate: '2025-02-01',
    readDate: '2025-01-30',
    gallons: 6_300,
    charges: 6_000,
  })
  await addTestBill(db, {
    account,
    billId: '482100739170',
    billDate: '2025-12-31',
    readDate: '2025-12-29',
    gallons: 4_000,
    charges: 5_000,
  })
  await addTestBill(db, {
    account,
    billId,
    billDate: '2026-01-31',
    dueDate: '2026-02-21',
    begin: 5_000,
    payments: -5_100,
    adjustments: 500,
    corrections: -1_050,
    charges: 3_150,
    readDate: '2026-01-29',
    gallons: 5_120,
    messages: ['Thank you.', 'The office is closed on Monday.'],
    segments: [
      {
        segmentId: '482100739188',
        agreementId: account,
        serviceAddress: '7 Water Lane, Tamuning, GU, 96913',
        startDate: CalendarDate.parse('2025-12-29'),
        endDate: CalendarDate.parse('2026-01-29'),
        isEstimated: true,
        isClosing: false,
        charges: [
          {
            description: 'Water, residential',
            rate: 'W-RES',
            cents: cents(3_150),
            lines: [
              { description: 'Lifeline', cents: cents(2_650), print: true },
              { description: 'Surcharge', cents: cents(500), print: false },
            ],
          },
        ],
        reads: [
          {
            badge: 'B-1',
            multiplier: 10,
            startDate: CalendarDate.parse('2025-12-29'),
            endDate: CalendarDate.parse('2026-01-29'),
            startReading: 999_800,
            endReading: 312,
            quantity: 5_120,
            unit: 'GAL',
          },
        ],
      },
    ],
  })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit'))
afterAll(() => portal.close())

const shown = {
  standing: { unpaid: '25.00', takesCards: true, isSubmitted: false },
  hasImage: false,
  billInfo1: {
    acctID: account,
    billID: billId,
    billDate: '2026-01-31',
    dueDate: '2026-02-21',
    beginBalance: '50.00',
    totalPayments: '-51.00',
    totalAdjustments: '5.00',
    totalCorrections: '-10.50',
    totalCurrentCharges: '31.50',
    endingBalance: '25.00',
    billRouting: {
      name1: 'Cruz, Maria',
      entityInfo: '',
      address1: '12 Home Street',
      address2: '',
      city: 'Tamuning',
      state: 'GU',
      postal: '96913',
    },
    billSegments: [
      {
        segmentId: '482100739188',
        serviceAddress: '7 Water Lane, Tamuning, GU, 96913',
        startDate: '2025-12-29',
        endDate: '2026-01-29',
        isEstimated: true,
        isClosing: false,
      },
    ],
    billMessages: [{ billMessageDesc: 'Thank you.' }, { billMessageDesc: 'The office is closed on Monday.' }],
    lacks: [],
    billNumber: billId,
  },
  billInfo2: {
    bseg: [
      {
        segmentId: '482100739188',
        billHeader: [
          {
            bsegDescrOnBill: 'Water, residential',
            rate: 'W-RES',
            calcLine: [
              { lineDescrOnBill: 'Lifeline', calcAmt: '26.50', print: 'Y' },
              { lineDescrOnBill: 'Surcharge', calcAmt: '5.00', print: 'N' },
            ],
          },
        ],
        payoffAmt: '31.50',
        curAmt: '31.50',
        reads: [
          {
            badgeNbr: 'B-1',
            gcMultiplier: 10,
            startDate: '2025-12-29',
            endDate: '2026-01-29',
            startRegRead: 999_800,
            endRegRead: 312,
            finalRegQty: 5_120,
            finalUOM: 'GAL',
          },
        ],
      },
    ],
  },
  billInfo3: [
    { endReadDate: '2025-01-30', measuredQuantity: 6_300, quantityYearBefore: null },
    { endReadDate: '2025-12-29', measuredQuantity: 4_000, quantityYearBefore: null },
    { endReadDate: '2026-01-29', measuredQuantity: 5_120, quantityYearBefore: 6_300 },
  ],
}

test('the signed-in owner gets the bill with every field of C§3', async () => {
  const maria = await portal.customer({ person: account, accounts: [account] })
  const reply = await maria.post('/api/v1/view-bill', { billId })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual(shown)
})

test('a bank that has still to confirm a payment is said with the bill', async () => {
  const maria = await portal.customer({ person: account, accounts: [account] })
  const { pool } = portal.database
  await addTestPayment(pool, {
    at: '2026-02-09T01:00:00.000Z',
    state: 'PROCESSING',
    brand: null,
    answeredBy: '2026-02-13T01:00:00.000Z',
    accounts: [account],
  })
  const { standing } = (await maria.post('/api/v1/view-bill', { billId })).json<BillView>()
  await emptyTables(portal.database.db, ['checkout'])
  expect(standing.isSubmitted).toBe(true)
})

test('of an older bill no more is unpaid than the arrears, and nothing once the account owes nothing', async () => {
  const maria = await portal.customer({ person: account, accounts: [account] })
  const read = async () => (await maria.post('/api/v1/view-bill', { billId: '482100739170' })).json<object>()
  expect(await read()).toMatchObject({ standing: { unpaid: '1.00' } })
  await portal.database.pool.query('update cis.account set arrears_30_cents = 0, new_charges_cents = 3000')
  expect(await read()).toMatchObject({ standing: { unpaid: '0.00' } })
  await portal.database.pool.query('update cis.account set arrears_30_cents = 100, new_charges_cents = 2900')
})

describe('the PDF of the billing system', () => {
  const pdf = Buffer.from('%PDF-1.7\n\u0000\u00ff')
  beforeAll(async () => {
    const image = { bill_id: billId, sha256: Buffer.alloc(32), pdf, missing_since: null }
    await portal.database.db.insertInto('bill_image').values(image).execute()
  })
  afterAll(() => portal.database.pool.query('delete from bill_image'))
  const link = () =>
    Object.fromEntries(new URL(signBillLink(portal.deps, billId, person), 'https://a.example').searchParams)
  const linked = (changes: object) => {
    const { id, user, signature } = link()
    return portal.guest().post('/api/v1/linked-bill-image', { billId, id, user, signature, ...changes })
  }

  test('is said with the bill, and saved by its owner, by an administrator who takes payments, and by a signed address', async () => {
    const maria = await portal.customer({ person: account, accounts: [account] })
    expect((await maria.post('/api/v1/view-bill', { billId })).json()).toEqual({ ...shown, hasImage: true })
    const admin = await portal.administrator(5)
    await admin.post('/api/v1/phoned-in-accounts', { accountIds: [account] })
    const asked = [maria, admin].map(async (browser) => await browser.post('/api/v1/bill-image', { billId }))
    for (const reply of await Promise.all([...asked, linked({})])) {
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload).toEqual(pdf)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="GWA-Bill-2026-01-31.pdf"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  })

  test('of another customer is refused like one of no bill', async () => {
    const neighbor = await portal.customer({ person: '4821007392', accounts: ['4821007392'] })
    const admin = await portal.administrator(5)
    for (const browser of [neighbor, admin]) {
      const replies = [
        await browser.post('/api/v1/bill-image', { billId }),
        await browser.post('/api/v1/bill-image', { billId: '999999999999' }),
      ].map((reply) => ({ ...reply.json<object>(), requestId: '' }))
      expect(replies[0]).toMatchObject({ type: '/problems/bill-not-yours', status: 403 })
      expect(replies[1]).toEqual(replies[0])
    }
    expect((await portal.guest().post('/api/v1/bill-image', { billId })).statusCode).toBe(401)
  })

  test.each([
    [{ billId: '482100739170' }, 'link-not-ours'],
    [{ signature: '' }, 'link-not-ours'],
  ])('is not at a changed address: %j', async (changes, type) => {
    expect((await linked(changes)).json()).toMatchObject({ type: `/problems/${type}` })
  })

  test('is not there for every bill', async () => {
    const maria = await portal.customer({ person: account, accounts: [account] })
    const reply = await maria.post('/api/v1/bill-image', { billId: '482100739170' })
    expect(reply.json()).toMatchObject({ type: '/problems/no-bill-image', status: 404 })
  })
})

describe('a signed address of a bill, as in an email (R7)', () => {
  interface Link {
    billId: string
    user: string
    id: string
    signature: string
  }

  /** The address as the page would read it. */
  function newLink(): Link {
    const url = new URL(signBillLink(portal.deps, billId, person), 'https://utility.example')
    expect(url.pathname).toBe('/view-bill')
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({ frm: 'm', 'bill-id': billId, user: person, id: String(Date.parse(clock.now())) })
    return {
      billId: query['bill-id'] ?? '',
      user: query.user ?? '',
      id: query.id ?? '',
      signature: query.signature ?? '',
    }
  }
  const open = (link: Link, browser: TestBrowser = portal.guest()) => browser.post('/api/v1/view-linked-bill', link)

  test('shows the bill to anyone who has it, without signing in and without opening a session', async () => {
    const browser = portal.guest()
    const reply = await open(newLink(), browser)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(shown)
    expect(browser.cookies.size).toBe(0)
  })

  test.each([
    { minutes: 0, status: 200 },
    { minutes: 15, status: 200 },
    { minutes: 15.001, status: 410 },
    { minutes: 10_000, status: 410 },
  ])('is $minutes minutes old: $status', async ({ minutes, status }) => {
    const link = newLink()
    clock.advance(minutes * minute)
    const reply = await open(link)
    expect(reply.statusCode).toBe(status)
    if (status === 410) expect(reply.json().title).toBe(billViewTexts.linkExpired)
  })

  test.each<[string, (link: Link) => Link]>([
    ['another bill', (link) => ({ ...link, billId: '482100739170' })],
    ['another person', (link) => ({ ...link, user: '4821007392' })],
    ['a later time', (link) => ({ ...link, id: String(Number(link.id) + 1) })],
    ['no signature', (link) => ({ ...link, signature: '' })],
    ['half a signature', (link) => ({ ...link, signature: link.signature.slice(0, 20) })],
    ['a made-up signature', (link) => ({ ...link, signature: 'A'.repeat(43) })],
  ])('changed to %s is not ours, and shows nothing', async (_, change) => {
    const reply = await open(change(newLink()))
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ type: '/problems/link-not-ours', title: billViewTexts.notAllowed })
  })

  test('made with another secret is refused', async () => {
    const other = { clock, config: { LINK_SECRET: 'the secret of another utility, long enough' } }
    const url = new URL(signBillLink(other, billId, person), 'https://utility.example')
    const { id = '', signature = '' } = Object.fromEntries(url.searchParams)
    expect((await open({ billId, user: person, id, signature })).statusCode).toBe(403)
  })

  test('cannot be tried endlessly', async () => {
    const guess = { ...newLink(), signature: 'A'.repeat(43) }
    for (let n = 0; n < limits.billLinksPerAddress.attempts; n += 1) await open(guess)
    const reply = await open(guess)
    expect(reply.statusCode).toBe(429)
    expect(reply.json().title).toBe(commonProblems['too-many-tries'].title)
  })
})
