import { expect, it } from 'vitest'
import { scrub } from './scrub.ts'

it.each([
  ['4111111111111111', '[removed]'],
  ['card 4111 1111 1111 1111 declined', 'card [removed] declined'],
  ['5500-0000-0000-0004.', '[removed].'],
  ['account 1234567890, bill 123456789012', 'account 1234567890, bill 123456789012'],
  ['W-1234567890-12', 'W-1234567890-12'],
])('scrub: %s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed)
})
