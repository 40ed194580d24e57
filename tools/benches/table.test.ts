import { expect, test } from 'vitest'
import { benchTable } from './table.ts'

test('given rows with and without a target, then figures are aligned and a missed target stands out', () => {
  const table = benchTable([
    { name: 'checkout', ours: '600/s', yardstick: '1,000/s', ratio: 0.6, target: { text: '≥ 0.5', isMet: true } },
    { name: 'import of rows', ours: '9/s', yardstick: '30/s', ratio: 0.3, target: { text: '≥ 0.4', isMet: false } },
    { name: 'calls', ours: '4', yardstick: '', ratio: 4 },
  ])

  expect(table.split('\n').map((line) => line.trimEnd())).toEqual([
    '                 ours  yardstick  ratio  target',
    'checkout        600/s    1,000/s   0.60   ≥ 0.5     met',
    'import of rows    9/s       30/s   0.30   ≥ 0.4  MISSED',
    'calls               4              4.00',
  ])
})
