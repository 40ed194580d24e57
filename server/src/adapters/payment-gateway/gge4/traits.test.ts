import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { gge4Traits } from './traits.ts'

test('a reference is G and 16 characters of Crockford base 32', () => {
  expect(gge4Traits.newReference(randomBytes)).toMatch(/^G[0-9A-HJKMNP-TV-Z]{16}$/)
})

test('a reference that could be taken for a card number is not used', () => {
  const draws = [new Uint8Array(16).fill(7), Uint8Array.from({ length: 16 }, (_, index) => index + 9)]
  expect(gge4Traits.newReference(() => draws.shift() ?? new Uint8Array())).toBe('G9ABCDEFGHJKMNPQR')
})

test.each([
  ['902006933', true],
  ['1', true],
  ['12345678901', false],
  ['0902006933', false],
  ['pi_3MtwBwLkdIwHu7ix', false],
  ['', false],
])('%j as a tag: %s', (text, isTag) => {
  expect(gge4Traits.isTag(text)).toBe(isTag)
})
