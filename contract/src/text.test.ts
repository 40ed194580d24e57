import { describe, expect, test } from 'vitest'
import { ConfirmationEmail } from './payments.ts'
import {
  displayName,
  groupThousands,
  maskAddress,
  maskEmail,
  maskName,
  nameParts,
  plainDigits,
  truncate,
  visibleAdminName,
  visibleText,
} from './text.ts'

test.each([
  ['Cruz, Maria', 'Maria Cruz'],
  ['CRUZ,MARIA S', 'MARIA S CRUZ'],
  ['Maria  Cruz', 'Maria Cruz'],
  ['Island Hotels, Inc.', 'Island Hotels, Inc.'],
  ['Taitano, Jr', 'Taitano, Jr'],
  ['Cruz, Maria, Jr.', 'Cruz, Maria, Jr.'],
  ['Cruz,', 'Cruz,'],
  ['', ''],
])('%j is read as %j', (stored, shown) => {
  expect(displayName(stored)).toBe(shown)
})

test.each([
  ['Cruz, Maria Luisa', false, 'Maria Luisa', 'Cruz'],
  ['Maria Luisa Cruz', false, 'Maria Luisa', 'Cruz'],
  ['CRUZ,MARIA', false, 'MARIA', 'CRUZ'],
  ['Cher', false, '', 'Cher'],
  ['', false, '', ''],
  ['Maria Cruz, Jr.', false, '', 'Maria Cruz, Jr.'],
  ['Island Hotels, Inc.', true, '', 'Island Hotels, Inc.'],
  ['Guam Public Schools', true, '', 'Guam Public Schools'],
])('%j, a business: %j, has the first name %j and the last name %j', (stored, isBusiness, firstName, lastName) => {
  expect(nameParts(stored, isBusiness)).toEqual({ firstName, lastName })
})

test.each([
  ['elena85@example.com', 'e***5@example.com'],
  ['abc@example.com', 'a***c@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['', ''],
])('the email address %j is shown as %j, which no form takes for one (R31)', (address, masked) => {
  expect(maskEmail(address)).toBe(masked)
  expect(ConfirmationEmail.safeParse(masked).success).toBe(masked === '')
})

describe('names and addresses before we know who is asking (C§5)', () => {
  test.each([
    ['Maria Cruz', 'Ma*** Cr**'],
    ['  Al   B ', 'Al B'],
    ['Ñåñez Åse', 'Ñå*** Ås*'],
    ['', ''],
  ])('the name %j is shown as %j', (name, shown) => {
    expect(maskName(name)).toBe(shown)
  })

  test.each([
    ['123 Marine Corps Dr, Tamuning', '12X MaXXXX CoXXX Dr, TaXXXXXX'],
    ['PO Box 99, Hagåtña, GU 96932-0099', 'PO BoX 99, HaXXXXX, GU 96XXX-XXXX'],
    ['#12-B', '#12-X'],
  ])('the address %j is shown as %j', (address, shown) => {
    expect(maskAddress(address)).toBe(shown)
  })
})

test.each([
  ['exactly ten', 11, 'exactly ten'],
  ['exactly ten', 10, 'exactly te…'],
  ['Ñåñez Ñåñez', 5, 'Ñåñez…'],
])('of %j the first %i characters are shown: %j (A§9, C§9)', (text, limit, shown) => {
  expect(truncate(text, limit)).toBe(shown)
})

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1,000'],
  [1_234_567, 0, '1,234,567'],
  [-1234, 0, '-1,234'],
  [1234.5678, 3, '1,234.568'],
  [1234.5, 6, '1,234.5'],
  [0.25, 1, '0.3'],
])('%d with at most %i decimals is written %s (A§9)', (value, mostDecimals, written) => {
  expect(groupThousands(value, mostDecimals)).toBe(written)
})

test.each([
  ['０１２３４５６７８９', '0123456789'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['०९, 𝟎𝟗𝟘𝟡', '09, 0909'],
  ['（６７１）５５５－０１０１', '(671)555-0101'],
  ['58.3² ①', '58.3² ①'],
  ['Ñ 1.5', 'Ñ 1.5'],
])('%j has the plain digits %j', (typed, plain) => expect(plainDigits(typed)).toBe(plain))

test.each([
  ['José María', 'José María', 'Jos\\u{e9} Mar\\u{ed}a'],
  ['fin\u200B', 'fin\\u{200b}', 'fin\\u{200b}'],
  ['a\u202Eb\uFE0F', 'a\\u{202e}b\\u{fe0f}', 'a\\u{202e}b\\u{fe0f}'],
  ['\u0455ec.fin', '\u0455ec.fin', '\\u{455}ec.fin'],
  ['a\u00A0b', 'a\\u{a0}b', 'a\\u{a0}b'],
  [' a  b ', ' a  b ', '\\u{20}a\\u{20} b\\u{20}'],
])('staff see %j as %j, and as %j when it names an administrator, however often it is escaped', (text, shown, name) => {
  expect([visibleText(text), visibleText(visibleText(text))]).toEqual([shown, shown])
  expect([visibleAdminName(text), visibleAdminName(visibleAdminName(text))]).toEqual([name, name])
})
