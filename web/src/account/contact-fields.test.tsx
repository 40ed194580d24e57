import type { ContactNumber } from '@portal/contract/contact'
import { describe, expect, test } from 'vitest'
import { isDeleted, phonesOnFile, sequenceOf } from './contact-fields.tsx'

const onFile: readonly ContactNumber[] = [
  { type: 'MOBILE', number: '671-555-0102', sequence: 2 },
  { type: 'BUSN-PHONE', number: '671-555-0103', sequence: 3 },
]

test('the fields show the numbers on file, and are empty for phones that are not', () => {
  expect(phonesOnFile(onFile)).toEqual({ home: '', mobile: '671-555-0102', work: '671-555-0103' })
})

describe('clearing an existing phone marks it for deletion, with its sequence (C§5)', () => {
  test.each([
    ['home', 'never there', '', false, null],
    ['home', 'new', '671-555-0101', false, null],
    ['mobile', 'kept', '671-555-0102', false, 2],
    ['mobile', 'cleared', ' ', true, 2],
    ['work', 'changed', '671-555-0199', false, 3],
  ] as const)('%s %s', (name, _case, typed, deleted, sequence) => {
    const phones = { ...phonesOnFile(onFile), [name]: typed }
    expect([isDeleted(onFile, phones, name), sequenceOf(onFile, name)]).toEqual([deleted, sequence])
  })
})
