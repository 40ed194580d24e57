import { expect, test } from 'vitest'
import { openQuarantine } from './runs.ts'

const record = (recordType: string, reason: string, lineNumber: number | null = null) => ({
  lineNumber,
  recordType,
  key: null,
  reason,
})

test('records left out are counted by kind and reason, the most frequent first', () => {
  const quarantine = openQuarantine()
  quarantine.add(record('0020', 'full_name is empty', 2))
  quarantine.addMany(3, [record('0022', 'its person is not in the extract')])
  quarantine.addMany(0, [])
  quarantine.add(record('0040', 'city is empty', 3))
  quarantine.add(record('0040', 'city is empty', 4))
  expect(quarantine.reasons()).toEqual([
    { recordType: '0022', reason: 'its person is not in the extract', count: 3 },
    { recordType: '0040', reason: 'city is empty', count: 2 },
    { recordType: '0020', reason: 'full_name is empty', count: 1 },
  ])
  expect(quarantine.total()).toBe(6)
  expect(quarantine.kept().map(({ lineNumber }) => lineNumber)).toEqual([2, null, 3, 4])
})

test('of more than ten thousand records only the first ten thousand are kept one by one', () => {
  const quarantine = openQuarantine()
  for (let line = 1; line <= 10_001; line++) quarantine.add(record('0020', 'full_name is empty', line))
  expect([quarantine.total(), quarantine.kept().length, quarantine.kept().at(-1)?.lineNumber]).toEqual([
    10_001, 10_000, 10_000,
  ])
})
