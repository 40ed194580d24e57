import { expect, test } from 'vitest'
import { restAt } from './schedule.ts'

test.each([
  ['as in production', 1, 5_000],
  ['in the demo', 0.1, 500],
  ['in tests, without asking the database all the time', 0.005, 250],
])('work on payments rests when nothing is due: %s', (_, pace, milliseconds) => {
  expect(restAt(pace)).toBe(milliseconds)
})
