import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { date, faultOf, text } from './extract-fields.ts'
import { copyRow, copyValue, escapeField, extractLine, unescapeField } from './extract-line.ts'

/** Texts rich in what has to be escaped. */
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('\\', '|', '\n', '\r', '\t', 'p', 'n'), fc.string()) })

/** What PostgreSQL makes of one column of COPY's text format. */
const copied = (column: string) =>
  column.replace(/\\(.)/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? letter)

describe('escaping', () => {
  test('gives every text back as it was, in one line and without bars', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const escaped = escapeField(value)
        expect(unescapeField(escaped)).toBe(value)
        expect(escaped).not.toMatch(/[|\n\r\t]/)
      }),
    )
  })

  test('keeps the fields of a line apart', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), (values) => {
        expect(extractLine('0020', values).slice(5).split('|').map(unescapeField)).toEqual(values)
      }),
    )
  })

  test('turns into a row that PostgreSQL reads as the same values', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), (values) => {
        expect(copyRow(extractLine('0020', values)).split('\t').map(copied)).toEqual(values)
      }),
    )
    fc.assert(
      fc.property(fc.json(), (value) => {
        expect(copied(copyValue(value))).toBe(value)
      }),
    )
  })

  test('is known to the check of a text, which counts characters and not escapes', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        fc.pre(value !== '')
        expect(faultOf(text('name', value.length, ''), escapeField(value))).toBeNull()
        expect(faultOf(text('name', value.length - 1, ''), escapeField(value))).toBe('name is too long')
      }),
    )
  })

  test.each([
    { value: null, field: '' },
    { value: true, field: 'Y' },
    { value: false, field: 'N' },
    { value: -120, field: '-120' },
    { value: 'a|b', field: 'a\\pb' },
  ])('writes $value as $field', ({ value, field }) => {
    expect(extractLine('0020', [value])).toBe(`0020|${field}`)
  })
})

test.each([
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-02-29', false],
  ['2026-04-30', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-01', false],
  ['2026-01-00', false],
  ['1899-12-31', false],
  ['2026-1-001', false],
])('%s is a date: %j', (value, isDate) => {
  expect(faultOf(date('due_date', ''), value)).toBe(isDate ? null : 'due_date is not a date')
})
