import { Instant } from '@portal/contract/dates'
import { afterEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { gge4PaymentGateway } from './gateway.ts'
import { exampleSettings } from './testing/example-charge.ts'
import { testServers } from './testing/servers.ts'

const servers = testServers()
afterEach(() => servers.close())

const sentAt = Instant.parse('2026-01-31T14:00:00.000Z')
const titles = 'Tag,Amount,Transaction Type,Status,Auth No,Time,Ref Num,Cust. Ref Num'
const summary = { 'search-csv': 'count: 0, offset: 0, total: 0' }

test('a search is for the reference of one terminal, in the time zone of the account', async () => {
  const [query] = await searchAt('2026-01-31T14:00:15.000Z')
  expect(Object.fromEntries(query ?? [])).toEqual({
    search_field: 'refno',
    search: 'G0123456789ABCDEF',
    start_date: '2026-01-30 00:00:00',
    end_date: '2026-02-02 23:59:59',
    terminal: 'A00000-01',
    offset: '0',
  })
})

test.each([
  ['right after the charge', '2026-01-31T14:00:15.000Z', '2026-02-02 23:59:59'],
  ['four days later, a charge that arrived meanwhile is looked for', '2026-02-04T15:00:00.000Z', '2026-02-06 23:59:59'],
  ['by a clock that is behind', '2026-01-30T14:00:00.000Z', '2026-02-02 23:59:59'],
])('the days that a search looks at: %s', async (_, now, endDate) => {
  const asked = await searchAt(now)
  expect(asked.map((query) => [query.get('start_date'), query.get('end_date')])).toEqual([
    ['2026-01-30 00:00:00', endDate],
  ])
})

/**
 * Searches at this moment for a charge that is not found.
 * @returns what the gateway was asked
 */
async function searchAt(now: string): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  const url = await servers.http((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://gateway').searchParams)
    response.writeHead(200, summary).end(`${titles}\n`)
  })
  const gateway = gge4PaymentGateway({ ...exampleSettings, url }, testClock(Instant.parse(now)))
  expect(await gateway.inquire({ subject: 'charge', reference: 'G0123456789ABCDEF', tag: null, sentAt })).toEqual({
    outcome: 'nothing',
  })
  return asked
}

test('a search ends in time, however many pages make it slow', async () => {
  let pages = 0
  const url = await servers.http((_, response) => {
    pages += 1
    const row = `${pages},1.00,Purchase,Approved,ET1,01/31/2026 14:05:06,GANOTHER,`
    setTimeout(() => response.writeHead(200, summary).end(`${titles}\n${row}\n`), 60)
  })
  const timeouts = { search: 200, page: 10_000 }
  const gateway = gge4PaymentGateway({ ...exampleSettings, url, timeouts }, testClock(sentAt))
  expect(await gateway.inquire({ subject: 'charge', reference: 'G0123456789ABCDEF', tag: null, sentAt })).toMatchObject(
    {
      outcome: 'unavailable',
    },
  )
  expect(pages).toBeLessThan(6)
})

test('what is found comes with the oldest first', async () => {
  const row = (tag: string, type: string) => `${tag},1.00,${type},Approved,ET1,01/31/2026 14:05:06,G0123456789ABCDEF,\n`
  const url = await servers.http((request, response) => {
    const isFirstPage = new URL(request.url ?? '', 'http://gateway').searchParams.get('offset') === '0'
    const rows = isFirstPage ? row('1000', 'Void') + row('999', 'Purchase') : ''
    response.writeHead(200, { 'search-csv': 'count: 2, offset: 0, total: 2' }).end(`${titles}\n${rows}`)
  })
  const gateway = gge4PaymentGateway({ ...exampleSettings, url }, testClock(sentAt))
  expect(await gateway.inquire({ subject: 'charge', reference: 'G0123456789ABCDEF', tag: null, sentAt })).toMatchObject(
    {
      outcome: 'found',
      transactions: [{ tag: '999' }, { tag: '1000' }],
    },
  )
})
