import { describe, expect, test } from 'vitest'
import { cardBrands } from './card-brands.ts'
import {
  CardDetails,
  cardBrandOf,
  cardNumberError,
  holdsNoCardNumber,
  isExpiryGood,
  maskCardNumber,
  mentionsNoCardNumber,
} from './card.ts'

test.each([
  ['4', 'Visa'],
  ['6', 'Discover'],
  ['50', null],
  ['51', 'Mastercard'],
  ['55', 'Mastercard'],
  ['56', null],
  ['2220', null],
  ['2221', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['2721', null],
  ['272', null],
  ['151', null],
  ['2223000048400011', 'Mastercard'],
  ['37', null],
])('a card that begins with %s is of the brand %s', (digits, brand) => {
  expect(cardBrandOf(digits, { cardBrands, acceptMastercard2Series: true })).toBe(brand)
})

test('a Mastercard that begins with 2 is accepted only where the utility accepts it', () => {
  expect(cardBrandOf('2221', { cardBrands, acceptMastercard2Series: false })).toBeNull()
})

test.each([
  ['My card is 4111111111111111.', false],
  ['My card is 4111 1111 1111 1111', false],
  ['4111-1111-1111-1111', false],
  ['4111.1111.1111.1111', false],
  ['4111–1111–1111–1111 with the dashes of a word processor', false],
  ['４１１１　１１１１　１１１１　１１１１', false],
  ['Account 4821007391 671-555-0101, on 2026-02-11', true],
  ['4111 1111 1111 1112 is no card number', true],
  ['Accounts 4821007391 4821007392 4821007393', true],
  ['The bill 4821007391774821 would be sixteen digits', true],
  ['A longer row of digits, 41111111111111112222, is none', true],
  ['', true],
])('%j is free of card numbers: %j', (text, isFree) => {
  expect(mentionsNoCardNumber(text)).toBe(isFree)
})

test.each([
  ['Maria Cruz', true],
  ['4111 1111 1111 1111', false],
  ['4111.1111.1111.1111', false],
  ['4111/1111/1111/1111', false],
  ['４１１１１１１１１１１１１１１１', false],
  ['٤١١١١١١١١١١١١١١١', false],
  ['⁴¹¹¹ ¹¹¹¹ ¹¹¹¹ ¹¹¹¹', false],
  ['12345678901', true],
  ['123456789012', false],
  ['Room 4711, Hotel 1999', true],
  ['1234567890@163.com', true],
  ['4111111111111111@example.com', false],
])('%j in a field for something else holds no card number: %j', (text, isFree) => {
  expect(holdsNoCardNumber(text)).toBe(isFree)
})

test.each([
  ['4111111111111111', null],
  ['4111 1111-1111 1111', null],
  ['5555555555554444', null],
  ['6011111111111117', null],
  ['', 'Require card number'],
  [' - ', 'Require card number'],
  ['341111111111111', 'Invalid Card Number Format!'],
  ['6011000990139424', null],
  ['411111111111111', 'Please enter a valid Visa Card Number!'],
  ['4222222222222', 'Please enter a valid Visa Card Number!'],
  ['41111111111111111', 'Please enter a valid Visa Card Number!'],
  ['4111111111111112', 'Please enter a valid Visa Card Number!'],
  ['1411111111111114', 'Invalid Card Number Format!'],
  ['4111111111111l11', 'Please enter a valid Visa Card Number!'],
  ['5555555555554445', 'Please enter a valid Mastercard Number!'],
  ['6011111111111118', 'Please enter a valid Dicover Card Number!'],
])('of the card number %j is said: %s (C§5)', (typed, message) => {
  expect(cardNumberError(typed, { cardBrands, acceptMastercard2Series: false })).toBe(message)
})

test.each([
  ['0226', true],
  ['1226', true],
  ['0126', false],
  ['1225', false],
  ['0246', true],
  ['1246', true],
  ['0147', false],
  ['0026', false],
  ['1326', false],
  ['226', false],
  ['02261', false],
  ['10226', false],
  ['0127', true],
  ['0927', true],
  ['1027', true],
])('in February 2026 a card of the expiry %s is good: %j', (expiry, isGood) => {
  expect(isExpiryGood(expiry, '2026-02')).toBe(isGood)
})

test('only the last four digits of a card number are shown', () => {
  expect(maskCardNumber('1111')).toBe('############1111')
})

describe('the fields of a card (A§5, C§1, C§5)', () => {
  const card = {
    cardHolderName: 'Maria Cruz',
    cardNumber: '4111 1111 1111 1111',
    validExpDate: '1230',
    cvv: '987',
    billingZipCode: '96913',
  }

  test('are cleaned of spaces and dashes that people type', () => {
    const typed = { ...card, cardHolderName: ' Maria Cruz ', cvv: ' 987 ', billingZipCode: ' 96913 ' }
    expect(CardDetails.parse(typed)).toEqual({ ...card, cardNumber: '4111111111111111' })
  })

  test.each([
    ['cardHolderName', ' ', 'Require card holder name'],
    ['cardHolderName', 'M'.repeat(101), 'Require card holder name'],
    ['cardHolderName', '4111 1111 1111 1111', 'Require card holder name'],
    ['cardNumber', '', 'Require card number'],
    ['cardNumber', '4'.repeat(41), 'Invalid Card Number Format!'],
    ['validExpDate', '', 'Require valid expiration date'],
    ['validExpDate', '0030', 'Require valid expiration date'],
    ['validExpDate', '1330', 'Require valid expiration date'],
    ['validExpDate', '12300', 'Require valid expiration date'],
    ['validExpDate', '11230', 'Require valid expiration date'],
    ['cvv', '', 'Require CVV'],
    ['cvv', '98', 'Require CVV'],
    ['cvv', '9876', 'Require CVV'],
    ['cvv', '9 8', 'Require CVV'],
    ['billingZipCode', '9691', 'Invalid Zip Code'],
    ['billingZipCode', '969131', 'Invalid Zip Code'],
  ])('refuse %s %j: %s', (field, typed, message) => {
    const issues = CardDetails.safeParse({ ...card, [field]: typed }).error?.issues
    expect(issues?.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]])
  })

  test.each([
    ['cardHolderName', 'M'],
    ['cardHolderName', 'M'.repeat(100)],
    ['cardNumber', '4'.repeat(40)],
    ['validExpDate', '0130'],
    ['validExpDate', '0930'],
    ['validExpDate', '1030'],
  ])('take %s %j', (field, typed) => {
    expect(CardDetails.parse({ ...card, [field]: typed })).toMatchObject({ [field]: typed })
  })
})

test('a card typed on a Japanese keyboard is the same card', () => {
  const typed = {
    cardHolderName: 'Maria Cruz',
    cardNumber: '４１１１　１１１１－１１１１　１１１１',
    validExpDate: '０９２９',
    cvv: ' １２３ ',
    billingZipCode: '９６９１３',
  }
  expect(CardDetails.parse(typed)).toMatchObject({
    cardNumber: '4111111111111111',
    validExpDate: '0929',
    cvv: '123',
    billingZipCode: '96913',
  })
  expect(cardNumberError(typed.cardNumber, { cardBrands, acceptMastercard2Series: false })).toBeNull()
})
