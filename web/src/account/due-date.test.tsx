import { CalendarDate } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DueDate } from './due-date.tsx'

const dueDate = CalendarDate.parse('2026-11-10')

test.each([
  ['is due later', { dueDate, isDueDateRed: false, arrearsTotal: 0 }, '11/10/2026', false],
  ['was not paid in time', { dueDate, isDueDateRed: true, arrearsTotal: 0 }, '11/10/2026, past due', true],
  ['has arrears', { dueDate, isDueDateRed: true, arrearsTotal: 100 }, 'Due Now Newest bill due 11/10/2026', true],
  ['has less than a dollar of arrears', { dueDate, isDueDateRed: false, arrearsTotal: 99 }, '11/10/2026', false],
  ['has arrears and no bill', { dueDate: null, isDueDateRed: true, arrearsTotal: 100 }, 'Due Now', true],
  ['was never billed', { dueDate: null, isDueDateRed: false, arrearsTotal: 0 }, '', false],
] as const)('an account that %s (A§3 Cart row)', (_which, { arrearsTotal, ...account }, text, isMarked) => {
  const due = { ...account, amount: cents(8_053), arrearsTotal: cents(arrearsTotal) }
  const { container } = render(<DueDate account={due} />)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('svg') !== null).toBe(isMarked)
})
