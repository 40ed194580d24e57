import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HttpReply } from './exchange.ts'
import { readReply } from './read-reply.ts'
import { ruleFor } from './reply-rules.ts'
import { contentDigest } from './sign.ts'
import { exampleCharge } from './testing/example-charge.ts'

const asked = { reference: exampleCharge.reference, amount: exampleCharge.amount, securityCode: '737' }

const goodFields: Record<string, string> = {
  DollarAmount: '120.5',
  Card_Number: '############1111',
  Expiry_Date: '1230',
  CVDCode: '737',
  Reference_No: exampleCharge.reference,
  Currency: 'USD',
  PartialRedemption: 'false',
  Transaction_Tag: '902006933',
  Authorization_Num: 'ET181147',
  Transaction_Error: 'false',
  Transaction_Approved: 'true',
  EXact_Resp_Code: '00',
  EXact_Message: 'Transaction Normal',
  Bank_Resp_Code: '100',
  Bank_Message: 'Approved',
  SequenceNo: '000056',
  AVS: 'Z',
  CVV2: 'M',
  CTR: 'TRANS. REF.     : G0123456789ABCDEF\n\n    Approved - Thank You 100',
}

function xmlOf(fields: Record<string, string>): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TransactionResult>${elements.join('')}</TransactionResult>`
}

function replyOf(text: string | Buffer, status = 201): HttpReply {
  const body = Buffer.from(text)
  return { kind: 'reply', status, headers: { 'x-gge4-content-sha1': contentDigest(body) }, body }
}

function outcomeOf(reply: HttpReply): string {
  return ruleFor(readReply(reply, asked).facts).outcome
}

test('a good approval is read field by field, without card data', () => {
  const { reply } = readReply(replyOf(xmlOf(goodFields)), asked)
  expect(reply).toEqual({
    tag: '902006933',
    authorization: 'ET181147',
    sequence: '000056',
    code: '00',
    message: 'Transaction Normal',
    bankCode: '100',
    bankMessage: 'Approved',
    avs: 'Z',
    cvv2: 'M',
    record: 'TRANS. REF.     : G0123456789ABCDEF\n\n    Approved - Thank You 100',
  })
  expect(outcomeOf(replyOf(xmlOf(goodFields)))).toBe('charged')
})

describe('an approval is not trusted when', () => {
  const good = xmlOf(goodFields)
  test.each<[string, string]>([
    ['the reference is another', xmlOf({ ...goodFields, Reference_No: 'G0123456789ABCDEG' })],
    ['the reference only begins like ours', xmlOf({ ...goodFields, Reference_No: `${exampleCharge.reference}0` })],
    ['there is no reference', good.replace(/<Reference_No>.*<\/Reference_No>/, '')],
    ['the amount is another', xmlOf({ ...goodFields, DollarAmount: '120.51' })],
    ['the amount is no decimal', xmlOf({ ...goodFields, DollarAmount: '1.205e2' })],
    ['there is no amount', xmlOf({ ...goodFields, DollarAmount: '' })],
    ['the currency is another', xmlOf({ ...goodFields, Currency: 'CAD' })],
    ['it is partial', xmlOf({ ...goodFields, PartialRedemption: 'true' })],
    ['the bank approved a part', xmlOf({ ...goodFields, Bank_Resp_Code: '111' })],
    ['approved is said twice', good.replace(/<Transaction_Approved>.*?<\/Transaction_Approved>/, '$&$&')],
    ['any other field comes twice', good.replace(/<AVS>.*?<\/AVS>/, '$&$&')],
    ['approved is said in another way', xmlOf({ ...goodFields, Transaction_Approved: '1' })],
    ['approved is nested', good.replace('>true<', '><x>true</x><')],
    ['the XML is cut off', good.slice(0, -5)],
    ['something follows the XML', `${good}<TransactionResult/>`],
    ['there is a DTD', good.replace('?>', '?><!DOCTYPE TransactionResult [<!ENTITY e "true">]>')],
    ['there is an unknown entity', good.replace('>true<', '>&yes;<')],
    ['an ampersand stands by itself', good.replace('>M<', '>A & B<')],
    ['there is a character that XML forbids', good.replace('>M<', '>\u0001<')],
    ['there is a comment', good.replace('>true<', '>true<!-- not --><')],
    ['there is CDATA', good.replace('>true<', '><![CDATA[true]]><')],
    ['the root is another', good.replaceAll('TransactionResult', 'Fault')],
    ['it is HTML', '<!DOCTYPE html><html><body>OK</body></html>'],
    ['it is empty', ''],
  ])('%s', (_, text) => {
    expect(outcomeOf(replyOf(text))).toBe('unknown')
  })

  test('its digest is wrong or missing', () => {
    expect(outcomeOf({ ...replyOf(good), headers: { 'x-gge4-content-sha1': contentDigest('') } })).toBe('unknown')
    expect(outcomeOf({ ...replyOf(good), headers: {} })).toBe('unknown')
  })

  test('it is not UTF-8', () => {
    const body = Buffer.from(xmlOf({ ...goodFields, Bank_Message: 'Aprobé' }), 'latin1')
    expect(outcomeOf(replyOf(body))).toBe('unknown')
  })
})

describe('an approval is still trusted when', () => {
  test.each(['', 'false', '0'])('it says %j of being partial', (partial) => {
    expect(outcomeOf(replyOf(xmlOf({ ...goodFields, PartialRedemption: partial })))).toBe('charged')
  })

  test('its digest is in capitals', () => {
    const reply = replyOf(xmlOf(goodFields))
    const headers = { 'x-gge4-content-sha1': contentDigest(reply.body).toUpperCase() }
    expect(outcomeOf({ ...reply, headers })).toBe('charged')
  })
})

describe('a field is passed on only in the form that the wire defines, because any other could contain anything', () => {
  test.each([
    ['Transaction_Tag', 'tag', ['1', '1234567890'], ['0', '12345678901', '012', '1x', 'x1']],
    ['Authorization_Num', 'authorization', ['0', '9', 'ET181147', 'a'], ['ET1811470', '-ET18114', 'ET 18114']],
    ['SequenceNo', 'sequence', ['0', '00000056'], ['000000056', 'x0000056', '0000056x']],
    ['EXact_Resp_Code', 'code', ['00', 'F1'], ['0', '000', 'f1']],
    ['Bank_Resp_Code', 'bankCode', ['000', '100'], ['10', '1000', '10x']],
    ['AVS', 'avs', ['Z', '1', 'YZ'], ['YZX', 'z', '-Z']],
    ['CVV2', 'cvv2', ['M'], ['737', '7', 'MM']],
  ] as const)('%s', (name, field, right, wrong) => {
    const handedOn = (value: string) =>
      readReply(replyOf(xmlOf({ ...goodFields, [name]: value })), asked).reply?.[field]
    expect(right.map(handedOn)).toEqual(right)
    expect(wrong.filter((value) => handedOn(value) !== null)).toEqual([])
  })
})

test('given any damage on the way, a reply is never taken for an approval', () => {
  const body = Buffer.from(xmlOf(goodFields))
  const { headers } = replyOf(body)
  const cut = fc.nat(body.length - 1).map((length) => body.subarray(0, length))
  const flipped = fc.tuple(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 })).map(([place, bits]) => {
    const changed = Buffer.from(body)
    changed.writeUInt8(changed.readUInt8(place) ^ bits, place)
    return changed
  })
  fc.assert(
    fc.property(fc.oneof(cut, flipped), (damaged) => {
      expect(outcomeOf({ kind: 'reply', status: 201, headers, body: damaged })).toBe('unknown')
    }),
    { numRuns: 2000 },
  )
})

test('given any signed text, only one that says charged in every field is taken for a charge', () => {
  const values = fc.constantFrom('', 'true', 'false', '00', '08', '100', '111', '302', '000', 'USD', '120.50', '120.5')
  const change = fc.dictionary(fc.constantFrom(...Object.keys(goodFields)), fc.oneof(values, fc.string()), {
    maxKeys: 3,
  })
  fc.assert(
    fc.property(change, (changed) => {
      const fields = { ...goodFields, ...changed }
      const { facts } = readReply(replyOf(xmlOf(fields)), asked)
      if (ruleFor(facts).outcome !== 'charged') return
      expect(fields).toMatchObject({
        Transaction_Approved: expect.stringMatching(/^\s*true\s*$/),
        Transaction_Error: expect.stringMatching(/^\s*false\s*$/),
        EXact_Resp_Code: expect.stringMatching(/^\s*00\s*$/),
        Currency: expect.stringMatching(/^\s*USD\s*$/),
        DollarAmount: expect.stringMatching(/^\s*120\.50*\s*$/),
        Reference_No: exampleCharge.reference,
      })
    }),
    { numRuns: 2000 },
  )
})

describe('refusals in plain text', () => {
  test.each<[number, string, string, string | null]>([
    [400, 'Bad Request (22) - Invalid Credit Card Number', 'notCharged', '22'],
    [400, 'Malformed request: Transaction Type is missing.', 'unknown', null],
    [400, '<html>Bad Request (22) - Invalid Credit Card Number</html>', 'unknown', null],
    [401, 'Unauthorized Request. Bad or missing credentials.', 'notCharged', null],
    [401, 'Too many failures. Try again in 15 minutes.', 'notCharged', null],
    [500, 'Server Error (42) - Unable to Send Trans', 'unknown', '42'],
  ])('%i %s is %s', (status, text, outcome, exactCode) => {
    const { facts, reply } = readReply(replyOf(text, status), asked)
    expect(ruleFor(facts).outcome).toBe(outcome)
    expect(reply?.code).toBe(exactCode)
  })

  test('echoed card data is not passed on', () => {
    const text = 'Bad Request (31) - Invalid code 737 for 4111111111111111'
    const { reply } = readReply(replyOf(text, 400), asked)
    expect(reply?.message).toBe('Invalid code ### for ################')
  })
})
