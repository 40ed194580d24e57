import { CalendarDate } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import type { ReportedTransaction } from '@portal/server/adapters/payment-gateway/port.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCredentials } from './credentials.ts'
import {
  type TestGateway,
  chargedFor,
  clientOf,
  startTestGateway,
  testCharge,
  testReference,
} from './testing/gateway.ts'

const day = CalendarDate.parse('2027-06-02')
const inGuam = (time: string): number => Date.parse(`2027-06-02T${time}:00+10:00`)
let now: number
let gateway: TestGateway

beforeEach(async () => {
  now = inGuam('09:00')
  gateway = await startTestGateway({ now: () => now, dateSkew: Infinity, searchPageRows: 2 })
})
afterEach(() => gateway.stop())

async function listed(of = day): Promise<ReportedTransaction[]> {
  const result = await gateway.client.report(of)
  if (result.outcome !== 'listed') throw new Error(result.reason)
  return result.transactions.toSorted((one, other) => Number(one.tag) - Number(other.tag))
}

function fetchReport(query: Record<string, string>, password = testCredentials.searchPassword): Promise<Response> {
  const user = Buffer.from(`${testCredentials.searchUser}:${password}`).toString('base64')
  return fetch(`${gateway.simulator.url}/transaction/report?${new URLSearchParams(query).toString()}`, {
    headers: { Authorization: `Basic ${user}` },
  })
}

test('a day lists what was charged, declined and given back, each under its own reference', async () => {
  const sale = testCharge({ customerReference: '17' })
  const charge = await chargedFor(gateway, sale)
  const declined = testCharge({ amount: cents(530200) })
  await gateway.client.charge(declined)
  await gateway.client.reverse({ ...charge, kind: 'refund', amount: cents(50) })
  now = inGuam('16:00')
  const late = testCharge()
  await gateway.client.charge(late)

  expect(await listed()).toMatchObject([
    { kind: 'purchase', status: 'approved', reference: sale.reference, amount: 12050, customerReference: '17' },
    { kind: 'purchase', status: 'declined', reference: declined.reference, amount: 530200, authorization: null },
    { kind: 'refund', status: 'approved', reference: charge.reference, amount: 50 },
    { kind: 'purchase', status: 'approved', reference: late.reference },
  ])
})

test('a day begins and ends at midnight in the time zone of the account', async () => {
  const references: string[] = []
  for (const time of ['00:00', '23:59', '24:00']) {
    now = inGuam(time)
    const charge = testCharge()
    references.push(charge.reference)
    await gateway.client.charge(charge)
  }
  expect((await listed()).map(({ reference }) => reference)).toEqual(references.slice(0, 2))
  expect(await listed(CalendarDate.parse('2027-06-03'))).toMatchObject([{ reference: references[2] }])
  expect(await listed(CalendarDate.parse('2027-06-01'))).toEqual([])
})

test('every transaction of many pages counts once, in open and closed batches', async () => {
  for (let count = 0; count < 5; count += 1) await gateway.client.charge(testCharge())
  now = inGuam('11:00')
  for (let count = 0; count < 5; count += 1) await gateway.client.charge(testCharge())
  expect(new Set((await listed()).map(({ tag }) => tag)).size).toBe(10)
  expect(await listed()).toHaveLength(10)
})

test('batches are pending, then closed', async () => {
  const charge = await chargedFor(gateway)
  const tagsOf = async (report: string): Promise<string[]> => {
    const text = await (await fetchReport({ report })).text()
    return text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
  }
  expect([await tagsOf('pending_batches'), await tagsOf('closed_batches')]).toEqual([[charge.tag], []])
  now = inGuam('10:00')
  expect([await tagsOf('pending_batches'), await tagsOf('closed_batches')]).toEqual([[], [charge.tag]])
})

describe('the report', () => {
  test('does not lag as the search does', async () => {
    gateway.simulator.set({ searchLagMilliseconds: 3_600_000 })
    await gateway.client.charge(testCharge())
    expect(await listed()).toHaveLength(1)
  })
  test('proves nothing in an outage, or when access is refused', async () => {
    await gateway.client.charge(testCharge())
    gateway.simulator.set({ reportOutage: true })
    expect(await gateway.client.report(day)).toMatchObject({ outcome: 'unavailable' })
    gateway.simulator.set({ reportOutage: false })
    const stranger = clientOf(gateway.simulator.url, {}, { searchPassword: 'guess' })
    expect(await stranger.report(day)).toMatchObject({ outcome: 'unavailable' })
  })
  test('has three reports', async () => {
    expect((await fetchReport({ report: 'everything' })).status).toBe(400)
    expect((await fetchReport({ report: 'declined' }, 'guess')).status).toBe(401)
  })
  test('lists a refused reversal with what was declined', async () => {
    const charge = await chargedFor(gateway)
    await gateway.client.reverse(charge)
    const again = { ...charge, reference: testReference() }
    await gateway.client.reverse(again)
    expect((await listed()).at(-1)).toMatchObject({ kind: 'void', status: 'declined', reference: again.reference })
  })
})
