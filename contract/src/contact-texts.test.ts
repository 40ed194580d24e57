import { expect, test } from 'vitest'
import { isPhone, storedPhone } from './contact.ts'

test.each([
  ['671-555-0101', 'typed with dashes'],
  ['(671) 555.0101', 'typed with parentheses, space and dot'],
  ['671\u00A0555\u00A00101', 'copied with spaces that do not break'],
  ['671\u2011555\u20130101', 'copied with other dashes'],
  ['（６７１）　５５５ー０１０１', 'typed on a Japanese keyboard'],
  ['\u202A671-555-0101\u202C', 'copied out of a phone’s contacts, with marks of direction'],
  ['+1 671 555 0101', 'with the country code'],
  ['1 (671) 555-0101', 'with the country code and no plus sign'],
  ['(671) - 555 - 0101', 'with spaces around the dashes'],
])('%j is a phone number, %s', (text) => {
  expect([isPhone(text), storedPhone(text)]).toEqual([true, '671-555-0101'])
})

test.each(['555-0101', '671-555-010', '671-555-01011', '+63 917 123 4567', '671 555 O101'])('%j is none', (text) => {
  expect([isPhone(text), storedPhone(text)]).toEqual([false, text])
})
