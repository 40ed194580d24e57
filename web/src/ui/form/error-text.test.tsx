import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './field.tsx'

function Form({ error }: { readonly error?: string }) {
  return (
    <>
      <TextField label="Number" error={error} />
      <button type="button">Continue</button>
    </>
  )
}

/** The message appears while the element of this role has the focus. */
function failsWith(role: 'textbox' | 'button'): void {
  const { rerender } = render(<Form />)
  screen.getByRole(role).focus()
  rerender(<Form error="Number is invalid." />)
}

test('a message at the field that has the focus, as after Enter, is announced (WCAG 4.1.3)', () => {
  failsWith('textbox')
  expect(screen.getByRole('alert').textContent).toBe('Error: Number is invalid.')
})

test('a message at another field is read with it when the focus comes there, and not announced as well', () => {
  failsWith('button')
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('textbox', { description: /Number is invalid/ })
})
