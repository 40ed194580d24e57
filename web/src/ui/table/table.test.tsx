import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TickAll } from './table.tsx'

test('the tick above others is on, in between or off as they are', () => {
  const shown = (state: 'all' | 'some' | 'none') => (
    <TickAll aria-label="All" state={state} onChange={() => undefined} />
  )
  const { rerender } = render(shown('some'))
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
  expect([box.checked, box.indeterminate]).toEqual([false, true])
  rerender(shown('all'))
  expect([box.checked, box.indeterminate]).toEqual([true, false])
  rerender(shown('none'))
  expect([box.checked, box.indeterminate]).toEqual([false, false])
})
