import { describe, expect, test } from 'vitest'
import { scrubMessage, scrubRecord } from './scrub.ts'

const record = [
  '=========== TRANSACTION RECORD ==========',
  'TYPE: Purchase',
  'ACCT: Visa  $ 737.00 USD',
  'CARDHOLDER NAME : 4111 1111 1111 1111, 737',
  'CARD NUMBER     : 4111111111111111',
  'DATE/TIME       : 11 Aug 14 14:09:06',
  'REFERENCE #     :  000056 M',
  'AUTHOR. #       : ET181147',
  'CVV2: 737',
  'Expiry Date: 1230',
  '    Approved - Thank You 100',
  'debug=737;',
]

describe('the printed record', () => {
  const scrubbed = scrubRecord(record.join('\r\n'), '737')?.split('\n') ?? []

  test('loses card numbers wherever they are, even when they are grouped', () => {
    expect(scrubbed.join('\n')).not.toMatch(/4111/)
    expect(scrubbed).toContain('CARD NUMBER     : ################')
  })
  test('loses the security code and lines about it or the expiry', () => {
    expect(scrubbed).toContain('debug=###;')
    expect(scrubbed).toContain('CARDHOLDER NAME : ###################, ###')
    expect(scrubbed.join('\n')).not.toMatch(/CVV2|Expiry/)
  })
  test('keeps the figures of the gateway itself', () => {
    expect(scrubbed).toEqual(
      expect.arrayContaining([record[0], record[2], record[5], record[6], record[7], '    Approved - Thank You 100']),
    )
  })
  test('loses a card number also where it is cut', () => {
    expect(scrubRecord(`${'x'.repeat(3989)} 4111111111111111`, null)).toBe(`${'x'.repeat(3989)} ##########`)
  })
  test('keeps no character that the database refuses', () => {
    expect(scrubRecord('One\0two\u0007\r\nthree \ud800', null)).toBe('One two \nthree \ufffd')
  })
  test('is null when empty', () => {
    expect(scrubRecord(' \n', '737')).toBeNull()
  })
})

test.each([
  ['Approved', 'Approved'],
  ['', null],
  ['Card 4111-1111-1111-1111 refused, code 737', 'Card ################### refused, code ###'],
  ['Card 4111 - 1111 - 1111 - 1111 refused', 'Card ######################### refused'],
  ['Invalid  amount\n7370', 'Invalid amount 7370'],
  [`${'x'.repeat(88)} 4111111111111111`, `${'x'.repeat(88)} ${'#'.repeat(11)}`],
  ['Declined\0\u0007by the bank\u009f', 'Declined by the bank'],
  [`${'x'.repeat(99)}😀`, `${'x'.repeat(99)}\ufffd`],
])('the message %j becomes %j', (message, expected) => {
  expect(scrubMessage(message, '737')).toBe(expected)
})
