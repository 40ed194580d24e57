import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

const ignore = () => undefined

test.each([
  ['is to be filled in, in its first field', 'field', 'Username'],
  ['asks for one press, on the button for it', 'action', 'Confirm'],
] as const)('the focus of a dialog that %s', (_which, begin, name) => {
  render(
    <Dialog open title="Please" begin={begin} onClose={ignore} actions={<button type="button">Confirm</button>}>
      <input aria-label="Username" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole(begin === 'field' ? 'textbox' : 'button', { name }))
})
