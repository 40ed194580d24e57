import { instantOf } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCredentials } from './credentials.ts'
import {
  type TestGateway,
  chargedFor,
  clientOf,
  startTestGateway,
  testCharge,
  inquiryAbout,
} from './testing/gateway.ts'

let gateway: TestGateway
let ahead = 0

beforeEach(async () => {
  ahead = 0
  gateway = await startTestGateway({ now: () => Date.now() + ahead, searchPageRows: 2, dateSkew: Infinity })
})
afterEach(() => gateway.stop())

const hour = 60 * 60 * 1000

function search(query: Record<string, string>, password = testCredentials.searchPassword): Promise<Response> {
  const user = Buffer.from(`${testCredentials.searchUser}:${password}`).toString('base64')
  return fetch(`${gateway.simulator.url}/transaction/search?${new URLSearchParams(query).toString()}`, {
    headers: { Authorization: `Basic ${user}`, Accept: 'text/search-v3+csv' },
  })
}

async function rowsOf(reply: Response): Promise<string[]> {
  return (await reply.text()).trimEnd().split('\n').slice(1)
}

describe('the search', () => {
  test('lists a transaction in its third CSV format, without card number and expiry', async () => {
    const charge = testCharge()
    charge.tender.cardHolderName = 'Payer, "A"'
    await gateway.client.charge(charge)
    const reply = await search({ search: charge.reference, search_field: 'refno' })
    expect(reply.headers.get('search-csv')).toBe('count: 1, offset: 0, total: 1')
    const text = await reply.text()
    expect(text.split('\n')[0]).toBe(
      'Tag,Cardholder Name,Card Number,Expiry,Card Type,Amount,Transaction Type,Status,Auth No,Time,Ref Num,' +
        'Cust. Ref Num,Reference 3',
    )
    expect(text).toContain('"Payer, ""A""",############1111,####,Visa,120.50,Purchase,Approved,ET')
  })

  test('matches parts of a reference', async () => {
    await gateway.client.charge(testCharge({ reference: 'GABC' }))
    await gateway.client.charge(testCharge({ reference: 'GABCD' }))
    expect(await rowsOf(await search({ search: 'ABC', search_field: 'refno' }))).toHaveLength(2)
    expect(await rowsOf(await search({ search: 'ABCD', search_field: 'refno' }))).toHaveLength(1)
  })

  test('covers only today, unless dates are given', async () => {
    const charge = testCharge()
    await gateway.client.charge(charge)
    ahead = 24 * hour
    expect(await rowsOf(await search({ search: charge.reference }))).toEqual([])
    expect(await rowsOf(await search({ search: charge.reference, start_date: '2000-01-01' }))).toHaveLength(1)
  })

  test('requires a reporting user', async () => {
    expect((await search({}, 'guess')).status).toBe(401)
    expect((await fetch(`${gateway.simulator.url}/transaction/search`)).status).toBe(401)
  })
})

describe('the portal finds', () => {
  test('nothing when only others contain its reference, on however many pages', async () => {
    for (const reference of ['GABC0', 'GABC1', '0GABC', 'GABCGABC', 'GABC-2']) {
      await gateway.client.charge(testCharge({ reference }))
    }
    expect(await gateway.client.inquire(inquiryAbout('GABC'))).toEqual({
      outcome: 'nothing',
    })
    await gateway.client.charge(testCharge({ reference: 'GABC' }))
    const result = await gateway.client.inquire(inquiryAbout('GABC'))
    expect(result.outcome === 'found' && result.transactions.map(({ reference }) => reference)).toEqual(['GABC'])
  })

  test("a charge, although the reference of its own reversal contains the charge's", async () => {
    const charge = await chargedFor(gateway, { reference: 'GABC' })
    await gateway.client.reverse({ ...charge, reference: 'GABCV' })
    const kindsFor = async (reference: string): Promise<string[]> => {
      const result = await gateway.client.inquire(inquiryAbout(reference))
      return result.outcome === 'found' ? result.transactions.map(({ kind }) => kind) : []
    }
    expect(await kindsFor('GABC')).toEqual(['purchase'])
    expect(await kindsFor('GABCV')).toEqual(['void'])
  })

  test('every row, over several pages', async () => {
    for (let count = 0; count < 5; count += 1) await gateway.client.charge(testCharge({ reference: 'GTWICE' }))
    const result = await gateway.client.inquire(inquiryAbout('GTWICE'))
    expect(result.outcome === 'found' && result.transactions.length).toBe(5)
  })

  test('transactions from a day and a half before it was sent until now, and nothing older', async () => {
    const charge = testCharge()
    await gateway.client.charge(charge)
    const at = (shift: number) => gateway.client.inquire(inquiryAbout(charge.reference, instantOf(Date.now() + shift)))
    expect(await at(36 * hour)).toMatchObject({ outcome: 'found' })
    expect(await at(-36 * hour)).toMatchObject({ outcome: 'found' })
    // Sent by a process that stood still before sending.
    expect(await at(-6 * 24 * hour)).toMatchObject({ outcome: 'found' })
    expect(await at(61 * hour)).toEqual({ outcome: 'nothing' })
  })

  test('nothing while the index lags, and the transaction later', async () => {
    const charge = testCharge()
    await gateway.client.charge(charge)
    gateway.simulator.set({ searchLagMilliseconds: hour })
    expect(await gateway.client.inquire(inquiryAbout(charge.reference))).toEqual({ outcome: 'nothing' })
    ahead = 2 * hour
    expect(await gateway.client.inquire(inquiryAbout(charge.reference))).toMatchObject({ outcome: 'found' })
  })

  test('a reversal as late as a charge', async () => {
    const charge = await chargedFor(gateway)
    ahead = hour
    await gateway.client.reverse({ ...charge, kind: 'refund' })
    gateway.simulator.set({ searchLagMilliseconds: hour / 2 })
    expect(await gateway.client.inquire(inquiryAbout(charge.reference))).toEqual({ outcome: 'nothing' })
    ahead = 2 * hour
    expect(await gateway.client.inquire(inquiryAbout(charge.reference))).toMatchObject({
      transactions: [{ kind: 'refund', status: 'approved', amount: 12050 }],
    })
  })

  test('no proof of anything in an outage, or when access is refused', async () => {
    const charge = testCharge()
    await gateway.client.charge(charge)
    gateway.simulator.set({ searchOutage: true })
    expect(await gateway.client.inquire(inquiryAbout(charge.reference))).toMatchObject({ outcome: 'unavailable' })
    gateway.simulator.set({ searchOutage: false })
    const stranger = clientOf(gateway.simulator.url, {}, { searchPassword: 'guess' })
    expect(await stranger.inquire(inquiryAbout(charge.reference))).toMatchObject({ outcome: 'unavailable' })
  })

  test.each([
    [5302.0, 'declined'],
    [5000.42, 'error'],
  ])('$%d as %s', async (dollars, status) => {
    const charge = testCharge({ amount: cents(Math.round(dollars * 100)) })
    await gateway.client.charge(charge)
    const result = await gateway.client.inquire(inquiryAbout(charge.reference))
    expect(result).toMatchObject({ outcome: 'found', transactions: [{ status, authorization: null }] })
  })
})
