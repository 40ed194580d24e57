import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusals } from './authenticate.ts'
import { testCredentials } from './credentials.ts'
import { type TestGateway, startTestGateway } from './testing/gateway.ts'

/** The wire as a stranger sees it, written by hand, because the portal's own client must not define it. */

const start = Date.UTC(2026, 0, 2, 3, 4, 5)
let now = start
let gateway: TestGateway

beforeEach(async () => {
  now = start
  gateway = await startTestGateway({ now: () => now })
})
afterEach(() => gateway.stop())

const fields = {
  ExactID: testCredentials.id,
  Password: testCredentials.password,
  Transaction_Type: '00',
  Transaction_Tag: '',
  Authorization_Num: '',
  DollarAmount: '1234.50',
  Currency: 'USD',
  Card_Number: '4111111111111111',
  Expiry_Date: '0126',
  CardHoldersName: 'Tom &amp; Jo',
  CardType: 'Visa',
  Ecommerce_Flag: '07',
  CVD_Presence_Ind: '1',
  CVDCode: '273',
  ZipCode: '96913',
  Reference_No: 'G0123456789ABCDEF',
  Customer_Ref: 'checkout-1',
  Reference_3: 'SINGLE',
}

interface Attempt {
  change?: Partial<typeof fields>
  headers?: Record<string, string>
  hmacKey?: string
  keyId?: string
  date?: string
}

async function post(attempt: Attempt = {}): Promise<Response> {
  const elements = Object.entries({ ...fields, ...attempt.change }).map(
    ([name, value]) => `<${name}>${value}</${name}>`,
  )
  const body = `<?xml version="1.0" encoding="UTF-8"?><Transaction>${elements.join('')}</Transaction>`
  const date = attempt.date ?? '2026-01-02T03:04:05Z'
  const digest = createHash('sha1').update(body).digest('hex')
  const signed = `POST\napplication/xml\n${digest}\n${date}\n/transaction/v28`
  const signature = createHmac('sha1', attempt.hmacKey ?? testCredentials.hmacKey)
    .update(signed)
    .digest('base64')
  return fetch(`${gateway.simulator.url}/transaction/v28`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/xml',
      'x-gge4-date': date,
      'x-gge4-content-sha1': digest,
      Authorization: `GGE4_API ${attempt.keyId ?? testCredentials.keyId}:${signature}`,
      ...attempt.headers,
    },
  })
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

test('an approved purchase is answered as the real gateway does: signed, located, and with the security code', async () => {
  const reply = await post()
  const xml = await reply.text()
  expect(reply.status).toBe(201)
  expect(reply.headers.get('location')).toBe(`/transaction/v28/${element(xml, 'Transaction_Tag')}`)
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.headers.get('x-gge4-content-sha1')).toBe(createHash('sha1').update(xml).digest('hex'))
  expect(reply.headers.get('x-gge4-date')).toBe('2026-01-02T03:04:05Z')
  const said = (name: string): string | undefined => element(xml, name)
  expect({
    approved: said('Transaction_Approved'),
    error: said('Transaction_Error'),
    codes: [said('EXact_Resp_Code'), said('Bank_Resp_Code')],
    amount: said('DollarAmount'),
    card: said('Card_Number'),
    echo: [said('CVDCode'), said('Expiry_Date'), said('CardHoldersName'), said('Reference_3')],
    checks: [said('AVS'), said('CVV2')],
    sequence: said('SequenceNo'),
  }).toEqual({
    approved: 'true',
    error: 'false',
    codes: ['00', '100'],
    amount: '1234.5',
    card: '############1111',
    echo: ['273', '0126', 'Tom &amp; Jo', 'SINGLE'],
    checks: ['Z', 'N'],
    sequence: '000001',
  })
  expect(said('Authorization_Num')).toMatch(/^ET\d{6}$/)
})

test('the printed record has the layout of the real one', async () => {
  const xml = await (await post()).text()
  expect(element(xml, 'CTR')?.split('\n').slice(7)).toEqual([
    'TYPE: Purchase',
    '',
    'ACCT: Visa  $ 1,234.50 USD',
    '',
    'CARDHOLDER NAME : Tom &amp; Jo',
    'CARD NUMBER     : ############1111',
    'DATE/TIME       : 02 Jan 26 13:04:05',
    'REFERENCE #     :  000001 M',
    `AUTHOR. #       : ${element(xml, 'Authorization_Num')}`,
    'TRANS. REF.     : G0123456789ABCDEF',
    '',
    '    Approved - Thank You 100',
    '',
    'Please retain this copy for your records.',
    '',
    'Cardholder will pay above amount to card',
    'issuer pursuant to cardholder agreement.',
    '=========================================',
  ])
})

test('tags and sequence numbers only increase', async () => {
  const first = await (await post()).text()
  const second = await (await post({ change: { DollarAmount: '5302.00' } })).text()
  expect(Number(element(second, 'Transaction_Tag'))).toBe(Number(element(first, 'Transaction_Tag')) + 1)
  expect(element(second, 'SequenceNo')).toBe('000002')
  expect(element(second, 'Authorization_Num')).toBe('')
})

describe('the clients that are refused', () => {
  test.each<[string, Attempt, string]>([
    ['nobody', { headers: { Authorization: '' } }, refusals.credentials],
    ['another key', { keyId: '99' }, refusals.credentials],
    ['a wrong signature', { hmacKey: 'another' }, refusals.signature],
    ['another terminal', { change: { ExactID: 'A00000-02' } }, refusals.credentials],
    ['a wrong password', { change: { Password: 'guess' } }, refusals.credentials],
    ['a changed body', { headers: { 'x-gge4-content-sha1': '0'.repeat(40) } }, refusals.digest],
    ['a date with fractions of a second', { date: '2026-01-02T03:04:05.000Z' }, refusals.dateFormat],
    ['a date of yesterday', { date: '2026-01-01T03:04:05Z' }, refusals.dateSkew],
    ['a content type that was not signed', { headers: { 'Content-Type': 'text/xml' } }, refusals.signature],
  ])('%s', async (_, attempt, text) => {
    const reply = await post(attempt)
    expect([reply.status, await reply.text()]).toEqual([401, text])
    expect(gateway.simulator.purchases()).toEqual([])
  })

  test('everybody, for 15 minutes after five failures in a row', async () => {
    for (let count = 0; count < 4; count += 1) await post({ hmacKey: 'another' })
    expect((await post()).status).toBe(201)
    for (let count = 0; count < 5; count += 1) await post({ hmacKey: 'another' })
    const locked = await post()
    expect([locked.status, await locked.text()]).toEqual([401, refusals.lockedOut])
    now += 15 * 60_000
    expect((await post({ date: '2026-01-02T03:19:05Z' })).status).toBe(201)
  })
})

describe('the requests that are refused', () => {
  test.each<[string, Partial<typeof fields>, string]>([
    ['a number that fails its check digit', { Card_Number: '4111111111111113' }, '(22) - Invalid Credit Card Number'],
    ['a card that has expired', { Expiry_Date: '1225' }, '(25) - Invalid Expiry Date'],
    ['a month that is none', { Expiry_Date: '1326' }, '(25) - Invalid Expiry Date'],
    ['an amount of nothing', { DollarAmount: '0.00' }, '(26) - Invalid Amount'],
    ['an amount with a comma', { DollarAmount: '1,234.50' }, '(26) - Invalid Amount'],
    ['no card holder', { CardHoldersName: '' }, '(27) - Invalid Card Holder'],
    ['a security code of letters', { CVDCode: 'abc' }, '(31) - Invalid Verification String'],
    ['another kind of transaction', { Transaction_Type: '88' }, '(32) - Invalid Transaction Code'],
    ['a kind of one digit', { Transaction_Type: '0' }, '(32) - Invalid Transaction Code'],
    ['a month of one digit', { Expiry_Date: '126' }, '(25) - Invalid Expiry Date'],
    ['a reference that is too long', { Reference_No: 'G'.repeat(21) }, '(57) - Invalid Reference No'],
    ['an e-commerce flag of one digit', { Ecommerce_Flag: '1' }, '(67) - Transaction Option Not Supported'],
    ['an e-commerce flag of three', { Ecommerce_Flag: '007' }, '(67) - Transaction Option Not Supported'],
    ['a presence of two digits', { CVD_Presence_Ind: '01' }, '(67) - Transaction Option Not Supported'],
    ['a currency of two letters', { Currency: 'US' }, '(67) - Transaction Option Not Supported'],
  ])('%s', async (_, change, text) => {
    const reply = await post({ change })
    expect([reply.status, await reply.text()]).toEqual([400, `Bad Request ${text}`])
    expect(gateway.simulator.purchases()).toEqual([])
  })

  test('a request without a kind', async () => {
    const reply = await post({ change: { Transaction_Type: '' } })
    expect([reply.status, await reply.text()]).toEqual([400, 'Malformed request: Transaction Type is missing.'])
  })
})

test.each([
  ['123', 'M'],
  ['223', 'N'],
  ['323', 'P'],
  ['423', 'S'],
  ['523', 'U'],
  ['623', 'I'],
  ['023', 'M'],
])('the security code %s is answered with %s', async (CVDCode, expected) => {
  expect(element(await (await post({ change: { CVDCode } })).text(), 'CVV2')).toBe(expected)
})

describe('transactions that name a card instead of a tag', () => {
  test('a void names the authorization, too', async () => {
    const Authorization_Num = element(await (await post()).text(), 'Authorization_Num') ?? ''
    const asked = { Transaction_Type: '13', Authorization_Num }
    const other = await (await post({ change: { ...asked, Card_Number: '4012888888881881' } })).text()
    expect([element(other, 'Transaction_Approved'), element(other, 'Bank_Resp_Code')]).toEqual(['false', '307'])
    const reply = await (await post({ change: asked })).text()
    expect([element(reply, 'Transaction_Approved'), element(reply, 'Bank_Resp_Code')]).toEqual(['true', '100'])
    expect(gateway.simulator.purchases()).toMatchObject([{ state: 'reversed' }])
  })
  test('an open refund belongs to no purchase', async () => {
    const reply = await (await post({ change: { Transaction_Type: '04' } })).text()
    expect(element(reply, 'Transaction_Approved')).toBe('true')
    expect(element(reply, 'CTR')).toContain('TYPE: Refund')
    expect(element(reply, 'CTR')).not.toContain('Cardholder will pay')
    expect(gateway.simulator.reversals()).toMatchObject([{ kind: 'refund', reverses: null, amount: 123450 }])
  })
})

test('a tagged refund goes to the card of its purchase and needs none', async () => {
  const purchase = await (await post()).text()
  const tag = element(purchase, 'Transaction_Tag') ?? ''
  const tagged = {
    Transaction_Type: '34',
    Transaction_Tag: tag,
    Authorization_Num: element(purchase, 'Authorization_Num') ?? '',
    Card_Number: '',
    Expiry_Date: '',
    CVDCode: '',
    CardHoldersName: '',
    DollarAmount: '34.50',
  }
  const reply = await (await post({ change: tagged })).text()
  expect({
    card: element(reply, 'Card_Number'),
    name: element(reply, 'CardHoldersName'),
    amount: element(reply, 'DollarAmount'),
    isNew: element(reply, 'Transaction_Tag') !== tag,
  }).toEqual({ card: '############1111', name: 'Tom &amp; Jo', amount: '34.5', isNew: true })
})

test.each([
  ['without a tag', { Transaction_Tag: '' }, '(69) - Invalid Transaction Tag'],
  ['with a tag that is no number', { Transaction_Tag: 'abc' }, '(69) - Invalid Transaction Tag'],
  ['without an authorization', { Authorization_Num: '' }, '(28) - Invalid Authorization No'],
])('a tagged void %s is refused', async (_, change, text) => {
  const tagged = { Transaction_Type: '33', Transaction_Tag: '902000001', Authorization_Num: 'ET000001', ...change }
  const reply = await post({ change: tagged })
  expect([reply.status, await reply.text()]).toEqual([400, `Bad Request ${text}`])
})
