import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Field, cents, count, date, digits, faultOf, instant, text } from './fields.ts'
import { copyRow, copyValue, escapeField, extractLine, fieldsOf, unescapeField } from './lines.ts'

/** Texts with many characters that must be escaped. */
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('\\', '|', '\n', '\r', '\t', 'p', 'n'), fc.string()) })

/** The columns that PostgreSQL finds in a row of COPY's text format: a bar after a backslash separates nothing. */
const columnsOf = (row: string) => row.split(/(?<=(?<!\\)(?:\\\\)*)\|/)

/** The value that PostgreSQL reads from one column of COPY's text format. */
const copied = (column: string) =>
  column.replace(/\\(.)/g, (_, email: string) => ({ n: '\n', r: '\r', t: '\t' })[email] ?? email)

describe('escaping', () => {
  test('restores every text exactly, in one line and without bars', () => {
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
        expect(fieldsOf(extractLine('0020', values)).map(unescapeField)).toEqual(values)
      }),
    )
  })

  test('turns into a row that PostgreSQL reads as the same values', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), (values) => {
        expect(columnsOf(copyRow(extractLine('0020', values))).map(copied)).toEqual(values)
      }),
    )
    fc.assert(
      fc.property(fc.json(), (value) => {
        expect(columnsOf(copyValue(value)).map(copied)).toEqual([value])
      }),
    )
  })

  test('is understood by the check of a text, which counts characters and not escapes', () => {
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
  ['2026-13-01', false],
  ['2026-00-01', false],
  ['2026-01-00', false],
  ['1899-12-31', false],
  ['2026-1-001', false],
  ['2026/01-01', false],
  ['2026-01/01', false],
  ['2026-01-011', false],
  ['2026-01-1/', false],
  ['2026-01-0:', false],
  ['1900-01-01', true],
])('%s is a date: %j', (value, isDate) => {
  expect(faultOf(date('due_date', ''), value)).toBe(isDate ? null : 'due_date is not a date')
})

test.each([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((days, at) => [at + 1, days] as const))(
  'month %i ends with day %i',
  (month, days) => {
    const [last, dayAfter] = [days, days + 1].map((day) =>
      faultOf(date('day', ''), `2026-${String(month).padStart(2, '0')}-${day}`),
    )
    expect([last, dayAfter]).toEqual([null, 'day is not a date'])
  },
)

test.each<[string, Field, string, boolean]>([
  ['whole cents', cents('field', ''), '-1234567890123', true],
  ['more than 13 digits of cents', cents('field', ''), '12345678901234', false],
  ['nothing', cents('field', ''), '0', true],
  ['a zero before cents', cents('field', ''), '01', false],
  ['a credit of nothing', cents('field', ''), '-0', false],
  ['a bare minus', cents('field', ''), '-', false],
  ['a minus behind', cents('field', ''), '5-', false],
  ['a count with zeros before it', count('field', 4, ''), '0012', true],
  ['a count of five digits where four are allowed', count('field', 4, ''), '12345', false],
  ['a negative count', count('field', 4, ''), '-1', false],
  ['ten digits', digits('field', 10, ''), '0000000001', true],
  ['nine digits where ten are wanted', digits('field', 10, ''), '000000001', false],
  ['eleven digits where ten are wanted', digits('field', 10, ''), '00000000001', false],
  ['a letter beside the digits', digits('field', 10, ''), '000000000/', false],
  ['a colon beside the digits', digits('field', 10, ''), '000000000:', false],
  ['an instant', instant('field', ''), '2026-01-31T23:59:59.999Z', true],
  ['an instant in the evening', instant('field', ''), '2026-01-31T20:00:00.000Z', true],
  ['an instant with more after it', instant('field', ''), '2026-01-31T12:00:00.000Z+', false],
  ['an instant with more in it', instant('field', ''), '2026-01-31 of monthT12:00:00.000Z', false],
  ['an instant of no day', instant('field', ''), '2026-02-30T12:00:00.000Z', false],
  ['an hour that is not', instant('field', ''), '2026-01-31T24:00:00.000Z', false],
  ['a minute that is not', instant('field', ''), '2026-01-31T12:60:00.000Z', false],
  ['an instant without milliseconds', instant('field', ''), '2026-01-31T12:00:00Z', false],
  ['an instant of another time zone', instant('field', ''), '2026-01-31T12:00:00.000+10:00', false],
])('%s is read or refused', (_, field, value, isSound) => {
  expect(faultOf(field, value) === null).toBe(isSound)
})
