import { expect, test } from 'vitest'
import { readHeader } from './extract-header.ts'
import { extractText } from './testing/extract.ts'

const [sound = ''] = extractText([]).split('\n')

test('a header has the id of the run, its time, and the date of the data', () => {
  expect(readHeader(sound, 'GWA')).toEqual({
    runId: 'RUN-1',
    division: 'GWA',
    asOf: '2026-01-31',
    extractedAt: '2026-02-01T12:00:00.000Z',
    timeZone: 'Pacific/Guam',
  })
})

test.each([
  ['something else', 'hello', 'Not an extract: the first line is not a header'],
  ['a header with a byte order mark', `\uFEFF${sound}`, 'The file begins with a byte order mark'],
  ['a header with a line end of Windows', `${sound}\r`, 'The lines end with a carriage return before the newline'],
  ['a header with a field less', sound.replace('|USD', ''), 'The header has 6 fields instead of 7'],
  ['a header with a field more', `${sound}|USD`, 'The header has 8 fields instead of 7'],
  [
    'a header of another version',
    sound.replace('0010|1|', '0010|7|'),
    'The header cannot be used: format_version is not a known code',
  ],
  [
    'a header of another currency',
    sound.replace('|USD', '|EUR'),
    'The header cannot be used: currency is not a known code',
  ],
  [
    'a header of another division',
    sound.replace('|GWA|', '|XYZ|'),
    'The extract is for division XYZ. This portal serves GWA',
  ],
])('%s is refused', (_, line, reason) => {
  expect(() => readHeader(line, 'GWA')).toThrow(reason)
})
