import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

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
