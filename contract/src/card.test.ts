import { expect, test } from 'vitest'
import { holdsNoCardNumber, mentionsNoCardNumber } from './card.ts'

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
