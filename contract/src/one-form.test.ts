import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { methodName } from './bank-accounts.ts'
import { cardWords } from './card.ts'
import { storedPhone } from './contact.ts'
import { CalendarDate, formatDate } from './dates.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('{contract,web,server}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/testing\//.test(path),
)

test('a card, a bank account, a date and a phone number have one form', () => {
  expect(methodName({ brand: 'Visa', lastFour: '4242' })).toBe('Visa ending in 4242')
  const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking' } as const
  expect(methodName({ brand: null, bankAccount, lastFour: '6789' })).toBe('First Hawaiian, checking ending in 6789')
  expect(cardWords.replace('{brand}', 'Visa').replace('{lastFour}', '4242')).toBe('Visa ending in 4242')
  expect(formatDate(CalendarDate.parse('2026-12-04'))).toBe('12/04/2026')
  for (const typed of ['+16715550101', '(671) 555-0101', '671.555.0101'])
    expect(storedPhone(typed)).toBe('671-555-0101')
})

/** Where another form is meant: axes of charts have words for months, and what reads the clock is no text. */
const elsewhere = {
  card: [/^contract\/src\/(card|bank-accounts)\.ts$/],
  date: [
    /^contract\/src\/dates\.ts$/,
    /^web\/src\/account\/usage-chart\/chart-labels\.ts$/,
    /^server\/src\/settings\/profile\.ts$/,
    /^server\/src\/wording\/email-layout\.ts$/,
  ],
} as const

test.each([
  [
    'card',
    /\b(?:brand|last_?[fF]our)\}? (?:ending )?\$?\{|ending \{lastFour|brand \|\| ' ' \|\| last_four/,
    elsewhere.card,
  ],
  ['date', /Intl\.DateTimeFormat\(|toLocaleDateString/, elsewhere.date],
] as const)('no text writes a %s in a form of its own', (_, pattern, allowed) => {
  expect(sources.length).toBeGreaterThan(400)
  const faults = sources.filter(
    (path) => !allowed.some((place) => place.test(path)) && pattern.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(faults).toEqual([])
})
