import { CalendarDate } from '@portal/contract/dates'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../clock.ts'
import type { ReportResult } from '../port.ts'
import { gge4PaymentGateway } from './gateway.ts'
import { exampleSettings } from './testing/example-charge.ts'
import { testServers } from './testing/servers.ts'

const servers = testServers()
afterEach(() => servers.close())

const day = CalendarDate.parse('2026-01-31')
const titles = 'Tag,Amount,Transaction Type,Status,Auth No,Time,Ref Num,Cust. Ref Num'

interface Answer {
  rows?: string[]
  status?: number
  body?: string
}

/** The rows of each of the gateway's reports. They come on one page; the next one is empty. */
type Reports = Partial<Record<'pending_batches' | 'closed_batches' | 'declined', Answer>>

async function reportOf(reports: Reports, asked: URLSearchParams[] = []): Promise<ReportResult> {
  const url = await servers.http((request, response) => {
    const query = new URL(request.url ?? '', 'http://gateway').searchParams
    asked.push(query)
    const [, answer] = Object.entries(reports).find(([name]) => name === query.get('report')) ?? []
    const { rows = [], status = 200, body } = answer ?? {}
    const page = query.get('offset') === '0' ? rows : []
    response.writeHead(status, { 'search-csv': `count: ${page.length}, offset: 0, total: ${rows.length}` })
    response.end(body ?? [titles, ...page, ''].join('\n'))
  })
  return gge4PaymentGateway({ ...exampleSettings, url }, systemClock).report(day)
}

const sale = '902,120.50,Purchase,Approved,ET1,01/31/2026 14:05:06,G0123456789ABCDEF,17'
const aVoid = '903,120.50,Tagged Void,Approved,ET1,01/31/2026 23:59:59,GREVERSAL0123456A,'
const refusal = '904,"5,302.00",Purchase,Declined,,01/31/2026 00:00:00,G0123456789ABCDEG,18'

test('a day has what is pending, what is closed and what was declined, the oldest first', async () => {
  const result = await reportOf({
    pending_batches: { rows: [aVoid] },
    closed_batches: { rows: [sale] },
    declined: { rows: [refusal] },
  })
  expect(result).toEqual({
    outcome: 'listed',
    transactions: [
      {
        tag: '902',
        reference: 'G0123456789ABCDEF',
        amount: 12050,
        kind: 'purchase',
        status: 'approved',
        authorization: 'ET1',
        at: '01/31/2026 14:05:06',
        customerReference: '17',
      },
      {
        tag: '903',
        reference: 'GREVERSAL0123456A',
        amount: 12050,
        kind: 'void',
        status: 'approved',
        authorization: 'ET1',
        at: '01/31/2026 23:59:59',
        customerReference: null,
      },
      {
        tag: '904',
        reference: 'G0123456789ABCDEG',
        amount: 530200,
        kind: 'purchase',
        status: 'declined',
        authorization: null,
        at: '01/31/2026 00:00:00',
        customerReference: '18',
      },
    ],
  })
})

test('a day may have no transactions', async () => {
  expect(await reportOf({})).toEqual({ outcome: 'listed', transactions: [] })
})

test('given a batch that closes while the reports are being read, then its transactions count once', async () => {
  const result = await reportOf({ pending_batches: { rows: [sale] }, closed_batches: { rows: [sale] } })
  expect(result).toMatchObject({ outcome: 'listed', transactions: [{ tag: '902' }] })
})

test('pending is read before closed, and two more days are requested than are kept', async () => {
  const asked: URLSearchParams[] = []
  const tomorrow = sale.replace('01/31/2026', '02/01/2026')
  expect(await reportOf({ closed_batches: { rows: [tomorrow] } }, asked)).toEqual({
    outcome: 'listed',
    transactions: [],
  })
  const first = asked.filter((query) => query.get('offset') === '0').map((query) => Object.fromEntries(query))
  const dates = {
    start_date: '2026-01-31 00:00:00',
    end_date: '2026-02-02 23:59:59',
    terminal: 'A00000-01',
    offset: '0',
  }
  expect(first).toEqual([
    { report: 'pending_batches', ...dates },
    { report: 'closed_batches', ...dates },
    { report: 'declined', ...dates },
  ])
})

test('texts that people typed into references are scrubbed', async () => {
  const typed = '905,1.00,Purchase,Approved,ET1,01/31/2026 14:05:06,4111111111111111,4111 1111 1111 1111'
  expect(await reportOf({ closed_batches: { rows: [typed] } })).toMatchObject({
    transactions: [{ reference: '#'.repeat(16), customerReference: '#'.repeat(19) }],
  })
})

describe('a report proves nothing', () => {
  test.each<[string, Reports]>([
    ['given it fails', { pending_batches: { status: 503 } }],
    ['given the last of its parts fails', { closed_batches: { rows: [sale] }, declined: { status: 503 } }],
    ['given it is refused', { closed_batches: { status: 401, body: 'Unauthorized' } }],
    ['given other titles', { closed_batches: { body: 'a,b,c\n' } }],
    ['given it is cut inside a row', { closed_batches: { body: `${titles}\n${sale.slice(0, -4)}` } }],
    ['given fewer rows than announced', { closed_batches: { rows: [sale], body: `${titles}\n` } }],
    ['given a row without an amount', { closed_batches: { rows: [sale.replace('120.50', '')] } }],
    ['given a row without a time', { closed_batches: { rows: [sale.replace('01/31/2026 14:05:06', '')] } }],
    ['given a row with a status nobody knows', { closed_batches: { rows: [sale.replace('Appr', 'Impr')] } }],
  ])('%s', async (_, reports) => {
    expect((await reportOf(reports)).outcome).toBe('unavailable')
  })
  test('given nothing listens', async () => {
    const result = await gge4PaymentGateway(exampleSettings, systemClock).report(day)
    expect(result).toEqual({ outcome: 'unavailable', reason: 'connection failed (ECONNREFUSED)' })
  })
})

describe('a charge that only the gateway has can be recorded again from its row', () => {
  const wider = `${titles},Reference 3,Card Type,Card Number`
  const recordIn = async (more: string) => {
    const body = [wider, `${sale},${more}`, ''].join('\n')
    const url = await servers.http((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://gateway')
      const isClosed = searchParams.get('report') === 'closed_batches'
      const isFirst = isClosed && searchParams.get('offset') === '0'
      response.writeHead(200, { 'search-csv': `total: ${isClosed ? 1 : 0}` })
      response.end(isFirst ? body : `${wider}\n`)
    })
    const result = await gge4PaymentGateway({ ...exampleSettings, url }, systemClock).report(day)
    return result.outcome === 'listed' ? result.transactions[0]?.record : result
  }

  test('with its account where it has one', async () => {
    expect(await recordIn('SINGLE 0123456789,Visa,############1111')).toEqual({
      chargedAt: '2026-01-31T04:05:06.000Z',
      accounts: [{ accountId: '0123456789', amount: 12050 }],
      fee: 0,
      shortNumber: null,
      mode: 'Online',
      brand: 'Visa',
      lastFour: '1111',
      cardHolder: '',
    })
  })

  test('with what the bill got, and the service fee', async () => {
    expect(await recordIn('SINGLE 0123456789 2.50,Visa,############1111')).toMatchObject({
      accounts: [{ accountId: '0123456789', amount: 11_800 }],
      fee: 250,
    })
  })

  test('without accounts where it has several, or was made before', async () => {
    expect(await recordIn('MULTI-2,Visa,############1111')).toMatchObject({ accounts: null })
  })

  test.each(['SINGLE 0123456789,Visa,4111111111111111', 'SINGLE 0123456789,Diners,############1111'])(
    'but not when its card is not masked or not known: %s',
    async (more) => expect(await recordIn(more)).toBeUndefined(),
  )
})
