import { expect, test } from 'vitest'
import { administratorTexts } from './administrator-texts.ts'
import { customerTexts } from './customer-texts.ts'

test.each(Object.entries({ ...administratorTexts, ...customerTexts }))('the texts of %s, to the letter', (_, texts) => {
  expect(texts.map(([where, ours]) => [where, ours])).toEqual(texts.map(([where, , specified]) => [where, specified]))
})
