import { expect, test } from 'vitest'
import { TypedDate, typedDateTexts } from './dates.ts'

test.each([
  ['01/05/2026', '2026-01-05'],
  ['1/5/2026', '2026-01-05'],
  [' 12/31/2026 ', '2026-12-31'],
  ['02/29/2028', '2028-02-29'],
  ['１／５／２０２６', '2026-01-05'],
  ['', undefined],
  [' ', undefined],
  [undefined, undefined],
])('the typed date %j is %s (A§5)', (typed, date) => {
  expect(TypedDate.parse(typed)).toBe(date)
})

test.each([
  ['02/29/2026', typedDateTexts.noSuchDate],
  ['13/01/2026', typedDateTexts.noSuchDate],
  ['0/1/2026', typedDateTexts.noSuchDate],
  ['1/5/26', typedDateTexts.date],
  ['1/5/20266', typedDateTexts.date],
  ['001/5/2026', typedDateTexts.date],
  ['1/005/2026', typedDateTexts.date],
  ['/5/2026', typedDateTexts.date],
  ['1//2026', typedDateTexts.date],
  ['01/01/0000', typedDateTexts.date],
  ['2026-01-05', typedDateTexts.date],
  ['yesterday', typedDateTexts.date],
])('of the typed date %j is said: %s', (typed, said) => {
  expect(TypedDate.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([said])
})
