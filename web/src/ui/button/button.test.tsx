import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function submitted() {
  const { rerender } = render(<Button type="submit">Submit</Button>)
  const set = (busy: boolean, milliseconds: number) => {
    rerender(
      <Button type="submit" busy={busy}>
        Submit
      </Button>,
    )
    act(() => void vi.advanceTimersByTime(milliseconds))
  }
  return { set, said: () => screen.getByRole('status').textContent }
}

test('whoever submits a form, wherever the focus is, is told to wait, and it is not said any longer once it is done', () => {
  const { set, said } = submitted()
  expect(said()).toBe('')
  set(true, 1000)
  expect(said()).toBe('Please wait…')
  set(false, 1000)
  expect(said()).toBe('')
})

test('a wait that nobody notices is not announced', () => {
  const { set, said } = submitted()
  set(true, 200)
  set(false, 1000)
  expect(said()).toBe('')
})
