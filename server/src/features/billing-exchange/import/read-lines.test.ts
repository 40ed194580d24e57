import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractText } from '../format/testing/extract.ts'
import { linesOf, readHeader } from './read-lines.ts'

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

async function read(bytes: Buffer, size: number): Promise<string[]> {
  const lines: string[] = []
  for await (const some of linesOf(chunksOf(bytes, size))) lines.push(...some)
  return lines
}

test('given any lines in chunks of any size, then the lines come out as they were', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 40 }), async (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
      expect(await read(bytes, size)).toEqual(lines)
    }),
  )
})

test.each([1, 7, 1000])(
  'given a wrong byte in line 3 and chunks of %i bytes, then that line is named',
  async (size) => {
    const bytes = Buffer.concat([Buffer.from('\n\nzwölf thr'), Buffer.from([0xe9]), Buffer.from('e\nfour\n')])
    await expect(read(bytes, size)).rejects.toThrow('The file is not UTF-8: line 3')
  },
)

test.each([1000, 65_536])(
  'given chunks of %i bytes, then a line of 65,536 bytes is read, and one of a byte more is refused',
  async (size) => {
    const reading = async (length: number) => (await read(Buffer.from(`${'x'.repeat(length)}\n`), size))[0]?.length
    expect(await reading(65_536)).toBe(65_536)
    await expect(reading(65_537)).rejects.toThrow('Line 1 is longer than 65536 bytes')
  },
)

const utility = { division: 'GWA', timeZone: 'Pacific/Guam' }
const [sound = ''] = extractText([]).split('\n')

test('a header has the id of the run, its time, and the date of the data', () => {
  expect(readHeader(sound, utility)).toEqual({
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
  [
    'a header of another time zone, in which every date would be another day,',
    sound.replace('Pacific/Guam', 'America/Chicago'),
    'The dates of the extract are of America/Chicago. The profile’s time zone is Pacific/Guam',
  ],
])('%s is refused', (_, line, reason) => {
  expect(() => readHeader(line, utility)).toThrow(reason)
})
