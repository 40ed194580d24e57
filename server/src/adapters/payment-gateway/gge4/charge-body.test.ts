import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { expect, test } from 'vitest'
import { chargeBody } from './request-xml.ts'
import { exampleCharge, exampleSettings } from './testing/example-charge.ts'

function bodyOf(change: Partial<Parameters<typeof chargeBody>[0]>): string {
  return chargeBody({ ...exampleCharge, ...change }, exampleSettings)
}

test('a purchase has the fields of the wire in their order', () => {
  expect(bodyOf({})).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<Transaction xmlns="http://secure2.e-xact.com/vplug-in/transaction/rpc-enc/encodedTypes">' +
      '<ExactID>A00000-01</ExactID><Password>terminal-password</Password><Transaction_Type>00</Transaction_Type>' +
      '<DollarAmount>120.50</DollarAmount><Currency>USD</Currency><Card_Number>4111111111111111</Card_Number>' +
      '<Expiry_Date>1230</Expiry_Date><CardHoldersName>A Payer</CardHoldersName><CardType>Visa</CardType>' +
      '<Ecommerce_Flag>07</Ecommerce_Flag><CVD_Presence_Ind>1</CVD_Presence_Ind><CVDCode>737</CVDCode>' +
      '<Address><Zip>96913</Zip></Address><ZipCode>96913</ZipCode><Reference_No>G0123456789ABCDEF</Reference_No>' +
      '<Customer_Ref>1234567890</Customer_Ref><Reference_3>MULTI-2</Reference_3><Client_IP>203.0.113.7</Client_IP>' +
      '</Transaction>',
  )
})

test('the security code is never sent as the 3-D Secure cryptogram (R3)', () => {
  expect(bodyOf({})).not.toContain('CAVV')
})

test('a payment by phone is marked as one, in two digits (A§9)', () => {
  expect(bodyOf({ mode: 'Phoned-In' })).toContain('<Ecommerce_Flag>01</Ecommerce_Flag>')
})

test.each([
  ['markup is escaped', `<b>"Tom" & 'Jo'</b>`, '&lt;b&gt;&quot;Tom&quot; &amp; &apos;Jo&apos;&lt;/b&gt;'],
  ['characters XML cannot carry are dropped', 'Ann\u0000\u0007Lee\uD800', 'Ann  Lee\uFFFD'],
  ['a long name is cut at 30 characters, not inside one', `${'a'.repeat(29)}😀b`, `${'a'.repeat(29)}😀`],
])('%s', (_, cardHolderName, expected) => {
  const body = bodyOf({ tender: { ...exampleCharge.tender, cardHolderName } })
  expect(body).toContain(`<CardHoldersName>${expected}</CardHoldersName>`)
})

test.each([
  ['203.0.113.7', '<Client_IP>203.0.113.7</Client_IP>'],
  ['::ffff:203.0.113.7', '<Client_IP>203.0.113.7</Client_IP>'],
])('the payer address %s is sent as %s', (clientAddress, expected) => {
  expect(bodyOf({ clientAddress })).toContain(expected)
})

test.each([[null], ['2001:db8::1'], ['not an address']])('the payer address %s is left out', (clientAddress) => {
  expect(bodyOf({ clientAddress })).not.toContain('Client_IP')
})

test.each([
  ['an amount of nothing', { amount: cents(0) }],
  ['a negative amount', { amount: cents(-1) }],
  ['a reference the gateway would cut', { reference: 'G'.repeat(21) }],
  ['no reference', { reference: '' }],
])('%s is not sent', (_, change) => {
  expect(() => bodyOf(change)).toThrow(RangeError)
})

const account = (number: string) => ({ accountId: AccountNumber.parse(number), amount: cents(12050) })

const one = [account('0123456789')]
const several = [...one, account('0123456790')]

test.each([
  ['one account, which is named', 'SINGLE', one, undefined, 'SINGLE 0123456789'],
  ['one account and a service fee', 'SINGLE', one, 250, 'SINGLE 0123456789 2.50'],
  ['one account and the highest fee', 'SINGLE', one, 100_000, 'SINGLE 0123456789 1000.00'],
  ['several accounts, for which there is no room', 'MULTI-2', several, undefined, 'MULTI-2'],
  ['several accounts with a fee', 'MULTI-2', several, 250, 'MULTI-2'],
])('a purchase for %s', (_, countTag, accounts, fee, expected) => {
  expect(bodyOf({ countTag, accounts, ...(fee !== undefined && { fee: cents(fee) }) })).toContain(
    `<Reference_3>${expected}</Reference_3>`,
  )
})
