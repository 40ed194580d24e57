import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { instantOf } from '@portal/contract/dates'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../clock.ts'
import type { PaymentGateway } from '../port.ts'
import { mostReplyBytes } from './exchange.ts'
import { gge4PaymentGateway } from './gateway.ts'
import type { Gge4Timeouts } from './settings.ts'
import { contentDigest } from './sign.ts'
import { exampleCharge, exampleSettings } from './testing/example-charge.ts'
import { testServers } from './testing/servers.ts'

const inquiry = { subject: 'charge' as const, reference: exampleCharge.reference, tag: null, sentAt: instantOf(0) }
const servers = testServers()
afterEach(() => servers.close())

function gatewayAt(url: string, timeouts: Partial<Gge4Timeouts> = {}): PaymentGateway {
  return gge4PaymentGateway({ ...exampleSettings, url, timeouts }, systemClock)
}

describe('a charge that never left', () => {
  test('given nothing listens', async () => {
    const result = await gatewayAt('http://127.0.0.1:1').charge(exampleCharge)
    expect(result).toEqual({ outcome: 'notSent', reason: 'connection failed (ECONNREFUSED)' })
  })
  test('given the name does not resolve', async () => {
    const result = await gatewayAt('http://gateway.invalid').charge(exampleCharge)
    expect(result.outcome).toBe('notSent')
  })
  test('given the other end does not speak TLS', async () => {
    const port = await servers.tcp((socket) => socket.end('no\r\n'))
    const result = await gatewayAt(`https://127.0.0.1:${port}`).charge(exampleCharge)
    expect(result.outcome).toBe('notSent')
  })
  test('given TLS never finishes, and then nothing of the request was written', async () => {
    const received: Buffer[] = []
    const port = await servers.tcp((socket) => socket.on('data', (chunk) => received.push(chunk)))
    const result = await gatewayAt(`https://127.0.0.1:${port}`, { connect: 50 }).charge(exampleCharge)
    expect(result).toEqual({ outcome: 'notSent', reason: 'no connection in time' })
    expect(Buffer.concat(received).toString('latin1')).not.toMatch(/Transaction|4111/)
  })
  test('given a setting that cannot be put into a header', async () => {
    const client = gge4PaymentGateway({ ...exampleSettings, keyId: 'a\nb' }, systemClock)
    expect(await client.charge(exampleCharge)).toEqual({
      outcome: 'notSent',
      reason: 'the request could not be written',
    })
  })
  test('given the request cannot be written', async () => {
    const result = await gatewayAt('http://127.0.0.1:1').charge({ ...exampleCharge, reference: '' })
    expect(result).toEqual({ outcome: 'notSent', reason: 'the request could not be written' })
  })
})

describe('a charge whose outcome is unknown', () => {
  test('given no reply in time', async () => {
    const url = await servers.http(() => undefined)
    const result = await gatewayAt(url, { charge: 100 }).charge(exampleCharge)
    expect(result).toMatchObject({ outcome: 'unknown', reason: 'no whole reply in time', operatorAlarm: false })
  })
  test('given the connection is reset, then it is not tried again', async () => {
    const requests = vi.fn<(request: IncomingMessage) => void>()
    const url = await servers.http((request) => {
      requests(request)
      request.socket.resetAndDestroy()
    })
    const result = await gatewayAt(url).charge(exampleCharge)
    expect(result).toMatchObject({ outcome: 'unknown', reason: 'connection failed (ECONNRESET)' })
    expect(requests).toHaveBeenCalledTimes(1)
  })
  test('given a redirect, then it is not followed', async () => {
    const requests = vi.fn<(request: IncomingMessage) => void>()
    const url = await servers.http((request, response) => {
      requests(request)
      response.writeHead(307, { Location: '/transaction/v28' }).end()
    })
    expect(await gatewayAt(url).charge(exampleCharge)).toMatchObject({ outcome: 'unknown' })
    expect(requests).toHaveBeenCalledTimes(1)
  })
  test('given an endless reply', async () => {
    const url = await servers.http((_, response) => {
      response.writeHead(201)
      response.write('x'.repeat(mostReplyBytes + 1))
    })
    expect(await gatewayAt(url).charge(exampleCharge)).toMatchObject({
      outcome: 'unknown',
      reason: 'the reply is too long',
    })
  })
  test('given an approval without a tag, because there could be no receipt for it', async () => {
    const body =
      '<TransactionResult><Reference_No>G0123456789ABCDEF</Reference_No><DollarAmount>120.5</DollarAmount>' +
      '<Currency>USD</Currency><Transaction_Error>false</Transaction_Error><Bank_Resp_Code>100</Bank_Resp_Code>' +
      '<Transaction_Approved>true</Transaction_Approved><EXact_Resp_Code>00</EXact_Resp_Code></TransactionResult>'
    const url = await servers.http((_, response) => {
      response.writeHead(201, { 'x-gge4-content-sha1': contentDigest(body) }).end(body)
    })
    expect(await gatewayAt(url).charge(exampleCharge)).toMatchObject({
      outcome: 'unknown',
      reason: 'approved without a tag',
    })
  })
})

test('a charge is one signed POST on a new connection', async () => {
  const received: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
  const url = await servers.http((request, response) => {
    const { headers } = request
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      received.push({ line: `${request.method} ${request.url}`, headers, body })
      response.writeHead(500).end()
    })
  })
  await gatewayAt(url).charge(exampleCharge)
  expect(received).toHaveLength(1)
  expect(received[0]?.line).toBe('POST /transaction/v28')
  expect(received[0]?.headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/xml',
    'x-gge4-content-sha1': contentDigest(received[0]?.body ?? ''),
    authorization: expect.stringMatching(/^GGE4_API 1234:/),
  })
})

describe('a search proves nothing', () => {
  const list = 'Tag,Amount,Transaction Type,Status,Auth No,Time,Ref Num\n'
  const ours = `902,120.50,Purchase,Approved,ET1,01/31/2026 14:05:06,${exampleCharge.reference}\n`
  const answers: [string, number, Record<string, string>, string][] = [
    ['given it fails', 503, {}, ''],
    ['given it is refused', 401, {}, 'Unauthorized'],
    ['given a page instead of the list', 200, {}, list],
    ['given a list without titles', 200, { 'search-csv': 'total: 0' }, ''],
    ['given other titles', 200, { 'search-csv': 'total: 0' }, 'a,b,c\n'],
    ['given fewer rows than announced', 200, { 'search-csv': 'count: 0, offset: 0, total: 1' }, list],
    ['given a list cut inside a row', 200, { 'search-csv': 'total: 1' }, list + ours.slice(0, -1)],
    ['given a row with a status nobody knows', 200, { 'search-csv': 'total: 1' }, list + ours.replace('Appr', 'Impr')],
    ['given a row without an amount', 200, { 'search-csv': 'total: 1' }, list + ours.replace('120.50', '')],
    ['given a broken quote', 200, { 'search-csv': 'total: 1' }, `${list}"${ours}`],
    ['given pages without end', 200, { 'search-csv': 'total: 1' }, list + ours],
  ]
  test.each(answers)('%s', async (_, status, headers, body) => {
    const url = await servers.http((request, response) => {
      const firstPage = request.url?.includes('offset=0')
      const endless = headers['search-csv'] === 'total: 1' && body === list + ours
      response.writeHead(status, headers).end(firstPage || endless ? body : list)
    })
    const result = await gatewayAt(url).inquire(inquiry)
    expect(result.outcome).toBe('unavailable')
  })
  test('given nothing listens', async () => {
    const result = await gatewayAt('http://127.0.0.1:1').inquire(inquiry)
    expect(result).toEqual({ outcome: 'unavailable', reason: 'connection failed (ECONNREFUSED)' })
  })
})

test('the client itself shows no secret when it is printed', () => {
  expect(inspect(gatewayAt('http://127.0.0.1:1'), { depth: 9 })).not.toMatch(/password|hmac/i)
})
