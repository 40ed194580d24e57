import { cents } from '@portal/contract/money'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { type ReversalResult, emptyReply } from '../port.ts'
import { gge4PaymentGateway } from './gateway.ts'
import { contentDigest } from './sign.ts'
import { exampleReversal, exampleSettings } from './testing/example-charge.ts'
import { testServers } from './testing/servers.ts'

const servers = testServers()
afterEach(() => servers.close())

const approved: Record<string, string> = {
  Transaction_Type: '33',
  DollarAmount: '120.5',
  Card_Number: '############1111',
  Expiry_Date: '1230',
  Transaction_Tag: '902006999',
  Authorization_Num: 'ET181148',
  Reference_No: exampleReversal.reference,
  Currency: 'USD',
  PartialRedemption: 'false',
  Transaction_Error: 'false',
  Transaction_Approved: 'true',
  EXact_Resp_Code: '00',
  EXact_Message: 'Transaction Normal',
  Bank_Resp_Code: '100',
  Bank_Message: 'Approved',
  SequenceNo: '000057',
  CVV2: 'I',
  CTR: 'TYPE: Void\n\nTRANS. REF.     : GREVERSAL0123456A\nEXPIRY : 1230',
}
const refused = { Transaction_Approved: 'false', Authorization_Num: '', Bank_Message: 'No' }

function xmlOf(change: Record<string, string>): string {
  const elements = Object.entries({ ...approved, ...change }).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<TransactionResult>${elements.join('')}</TransactionResult>`
}

async function verdictOn(status: number, body: string, digest = contentDigest(body)): Promise<ReversalResult> {
  const url = await servers.http((_, response) => {
    response.writeHead(status, { 'x-gge4-content-sha1': digest }).end(body)
  })
  return gge4PaymentGateway({ ...exampleSettings, url }, systemClock).reverse(exampleReversal)
}

test('an approved void is read field by field, without card data', async () => {
  expect(await verdictOn(201, xmlOf({}))).toEqual({
    outcome: 'reversed',
    reply: {
      tag: '902006999',
      authorization: 'ET181148',
      sequence: '000057',
      code: '00',
      message: 'Transaction Normal',
      bankCode: '100',
      bankMessage: 'Approved',
      avs: null,
      cvv2: 'I',
      record: 'TYPE: Void\n\nTRANS. REF.     : GREVERSAL0123456A',
    },
  })
})

describe('a refusal says why', () => {
  test.each<[string, number, string, string, boolean]>([
    ['already reversed', 201, xmlOf({ ...refused, Bank_Resp_Code: '305' }), 'alreadyReversed', false],
    ['another amount', 201, xmlOf({ ...refused, Bank_Resp_Code: '306' }), 'amountMismatch', false],
    ['batched or never there', 201, xmlOf({ ...refused, Bank_Resp_Code: '307' }), 'tooLate', false],
    ['any other word of the bank', 201, xmlOf({ ...refused, Bank_Resp_Code: '303' }), 'other', false],
    [
      'a filter, whatever stands in the bank code',
      201,
      xmlOf({ ...refused, EXact_Resp_Code: '45', Bank_Resp_Code: '305' }),
      'other',
      false,
    ],
    ['a wrong tag', 400, 'Bad Request (69) - Invalid Transaction Tag', 'other', false],
    ['a refund too high for the gateway', 400, 'Bad Request (64) - Invalid Refund', 'other', false],
    ['a duplicate', 400, 'Bad Request (63) - Invalid Duplicate', 'other', false],
    ['credentials', 401, 'Unauthorized Request. Bad or missing credentials.', 'other', true],
    ['a lock-out', 401, 'Too many failures. Try again in 15 minutes.', 'other', true],
  ])('%s', async (_, status, body, reason, operatorAlarm) => {
    expect(await verdictOn(status, body)).toMatchObject({ outcome: 'refused', reason, operatorAlarm })
  })
})

describe('a reply that does not say reversed or refused in every field is unknown', () => {
  test.each<[string, number, string, boolean]>([
    ['the reference of another', 201, xmlOf({ Reference_No: 'G0123456789ABCDEF' }), false],
    ['another amount', 201, xmlOf({ DollarAmount: '120.51' }), true],
    ['another currency', 201, xmlOf({ Currency: 'CAD' }), true],
    ['approved with an error', 201, xmlOf({ Transaction_Error: 'true' }), false],
    ['approved without the bank', 201, xmlOf({ Bank_Resp_Code: '000' }), false],
    ['approved without a tag', 201, xmlOf({ Transaction_Tag: '' }), false],
    ['refused without the bank', 201, xmlOf({ ...refused, Bank_Resp_Code: '' }), false],
    ['a damaged reply', 201, xmlOf({}).slice(0, -3), false],
    ['a proxy', 502, 'Bad gateway', false],
    ['trouble behind the gateway', 500, 'Server Error (42) - Unable to Send Trans', false],
  ])('%s', async (_, status, body, operatorAlarm) => {
    expect(await verdictOn(status, body)).toMatchObject({ outcome: 'unknown', operatorAlarm })
  })

  test('a reply that differs from what was signed', async () => {
    expect(await verdictOn(201, xmlOf({}), contentDigest(''))).toMatchObject({ outcome: 'unknown' })
  })
  test('a connection that breaks is not tried again', async () => {
    let requests = 0
    const url = await servers.http((request) => {
      requests += 1
      request.socket.resetAndDestroy()
    })
    const result = await gge4PaymentGateway({ ...exampleSettings, url }, systemClock).reverse(exampleReversal)
    expect([result.outcome, requests]).toEqual(['unknown', 1])
  })
})

describe('a reversal that never left', () => {
  test('given nothing listens', async () => {
    const gateway = gge4PaymentGateway(exampleSettings, systemClock)
    expect(await gateway.reverse(exampleReversal)).toEqual({
      outcome: 'notSent',
      reason: 'connection failed (ECONNREFUSED)',
    })
  })
})

test.each([
  ['no authorization, as when the gateway listed none', { authorization: '' }],
  ['no amount', { amount: cents(0) }],
])('what can never be sent is refused, so that it is not tried forever: %s', async (_, change) => {
  const gateway = gge4PaymentGateway(exampleSettings, systemClock)
  expect(await gateway.reverse({ ...exampleReversal, ...change })).toEqual({
    outcome: 'refused',
    reason: 'cannotBeNamed',
    reply: emptyReply,
    operatorAlarm: false,
  })
})
