import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextField } from './field.tsx'

function Form({ error }: { readonly error?: string }) {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField label="Number" error={error} />
      <button type="submit">Continue</button>
    </form>
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

test('a message that Enter does not change is announced again: the alert appears anew', async () => {
  failsWith('textbox')
  const first = screen.getByRole('alert')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Error: Number is invalid.')
  expect(screen.getByRole('alert')).not.toBe(first)
  expect([first.className, screen.getByRole('alert').className]).toEqual(['', expect.stringContaining('again')])
})

test('a message at another field is read with it when the focus comes there, and not announced as well', () => {
  failsWith('button')
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('textbox', { description: /Number is invalid/ })
})
