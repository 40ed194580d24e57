import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { describe, expect, test } from 'vitest'
import { defaultProfile } from '../../testing/profile.ts'
import { weakPasswordReason } from './weak-passwords.ts'

const profile = {
  ...defaultProfile,
  name: 'Guam Waterworks Authority',
  shortName: 'GWA',
  division: 'GWA',
  city: 'Mangilao',
}
const why = (password: string, username = 'Maria.Cruz') => weakPasswordReason(password, { username, profile })

describe('a new password is refused', () => {
  test.each(['12345678', 'password', 'iloveyou', 'qwertyuiop', 'trustno1', '1q2w3e4r', 'sunshine1'])(
    'when it is among the most common ones: %s',
    (password) => expect(why(password)).toBe(easyPasswordTexts.common),
  )

  test.each(['PassWord1', 'Trust-No-1', '12-34-56-78', 'i love you!', 'ｐａｓｓｗｏｒｄ１'])(
    'when it is one in other capitals, signs or widths: %s',
    (password) => expect(why(password)).toBe(easyPasswordTexts.common),
  )

  test.each([
    'water-2026',
    'Guam2026!',
    'GWA-GWA-1',
    'gwa@guam#7',
    'Waterworks1',
    'Mangilao-96913',
    'WaterBill1',
    'portal-admin-1',
  ])('when it is made of words of the utility and the portal: %s', (password) => {
    expect(why(password)).toBe(easyPasswordTexts.ofNames)
  })

  test.each([
    ['maria.cruz', 'Maria.Cruz'],
    ['MariaCruz1998', 'Maria.Cruz'],
    ['cruz-water-1', 'Maria.Cruz'],
    ['4821007391', '4821007391'],
  ])('when it is made of the username: %s of %s', (password, username) => {
    expect(why(password, username)).toBe(easyPasswordTexts.ofNames)
  })
})

test.each([
  'Talofofo-1671',
  'rainwater-7pm',
  'my-guam-home',
  'gwalior-77',
  '48210073915',
  'mariachi-99',
  '🌊🌊🌊🌊🌊🌊🌊🌊',
])('any other is fine, whatever it is made of: %s', (password) => {
  expect(why(password)).toBeNull()
})

test.each(['1', '.', '.*', 'a'])('a username of next to nothing, %j, spoils no password', (username) => {
  expect(why('48210073915', username)).toBeNull()
})
