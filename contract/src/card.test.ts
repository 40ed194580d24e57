import { expect, test } from 'vitest'
import { cardBrandOf, holdsNoCardNumber, mentionsNoCardNumber } from './card.ts'

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
  ['37', null],
])('a card that begins with %s is of the brand %s', (digits, brand) => {
  expect(cardBrandOf(digits, { acceptMastercard2Series: true })).toBe(brand)
})

test('a Mastercard that begins with 2 is taken only where the utility takes it', () => {
  expect(cardBrandOf('2221', { acceptMastercard2Series: false })).toBeNull()
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
  ['Room 4711, Hotel 1999', true],
  ['1234567890@163.com', true],
  ['4111111111111111@example.com', false],
])('%j in a field for something else holds no card number: %j', (text, isFree) => {
  expect(holdsNoCardNumber(text)).toBe(isFree)
})
