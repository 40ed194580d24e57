import { expect, test } from 'vitest'
import type { ImportProgress } from './import-report.ts'
import { progressLine } from './progress-line.ts'

/** What is written while an import goes through these steps and ends. */
function written(isTerminal: boolean, steps: readonly Partial<ImportProgress>[]): string {
  let text = ''
  const line = progressLine({ isTerminal, write: (more) => void (text += more) })
  for (const step of steps) line.show({ phase: 'reading', bytesRead: 0, bytes: 0, records: 0, ...step })
  line.clear()
  return text
}

test('a terminal shows how much is read, then each phase in the same line, which is cleared at the end', () => {
  const bar = `[${'#'.repeat(8)}${'.'.repeat(22)}] 25%  1,234 records`
  const checking = 'Checking links between records …'
  const steps = [
    { bytesRead: 256, bytes: 1024, records: 1234 },
    { bytesRead: 257, bytes: 1024, records: 1234 },
    { phase: 'checking' },
  ] as const
  expect(written(true, steps)).toBe(`\r${bar}\r${checking.padEnd(bar.length)}\r${' '.repeat(checking.length)}\r`)
})

test.each([
  [{ bytesRead: 0, bytes: 1000 }, '['.padEnd(31, '.'), '0%'],
  [{ bytesRead: 999, bytes: 1000 }, '['.padEnd(31, '#'), '99%'],
  [{ bytesRead: 1001, bytes: 1000 }, '['.padEnd(31, '#'), '100%'],
  [{ bytesRead: 0, bytes: 0 }, '['.padEnd(31, '#'), '100%'],
])('%j is shown as %s] %s', (step, bar, percent) => {
  expect(written(true, [step])).toContain(`\r${bar}]${percent.padStart(4)}  0 records`)
})

test('elsewhere, each phase after the reading is printed once', () => {
  const steps = [{ bytesRead: 1 }, { phase: 'checking' }, { phase: 'checking' }, { phase: 'swapping' }] as const
  expect(written(false, steps)).toBe('Checking links between records …\nSwitching to the new data …\n')
})
