import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button, TryAgain } from './button.tsx'

test('whoever submits a form, wherever the focus is, is told to wait, and it is not said any longer once it is done', () => {
  const shown = (busy: boolean) => (
    <Button type="submit" busy={busy}>
      Submit
    </Button>
  )
  const { rerender } = render(shown(false))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(shown(true))
  expect(status.textContent).toBe('Please wait…')
  rerender(shown(false))
  expect(status.textContent).toBe('')
})

test('when a part of the page is tried again, the message goes with its button, and the title has the focus', () => {
  const shown = (hasFailed: boolean) => (
    <>
      <h1 tabIndex={-1}>Reports</h1>
      {hasFailed ? <TryAgain /> : 'Loading'}
      <button type="button">Print</button>
    </>
  )
  const { rerender } = render(shown(true))
  screen.getByRole('button', { name: 'Try again' }).focus()
  rerender(shown(false))
  expect(document.activeElement?.textContent).toBe('Reports')
  rerender(shown(true))
  screen.getByRole('button', { name: 'Print' }).focus()
  rerender(shown(false))
  expect(document.activeElement?.textContent).toBe('Print')
})
