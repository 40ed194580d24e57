import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('leaving a dialog', () => {
  const outer = vi.fn<() => void>()
  const inner = vi.fn<() => void>()
  beforeEach(() => {
    outer.mockClear()
    inner.mockClear()
  })

  function openBoth(): void {
    render(
      <Dialog open holdsForm title="Pay" onClose={outer}>
        <input aria-label="Proof" type="file" />
        <Dialog open title="What is the CVV?" onClose={inner}>
          Three digits.
        </Dialog>
      </Dialog>,
    )
  }

  test('that stands in another one leaves that one open', () => {
    openBoth()
    fireEvent(screen.getByRole('dialog', { name: 'What is the CVV?' }), new Event('cancel', { cancelable: true }))
    expect(inner).toHaveBeenCalledOnce()
    expect(outer).not.toHaveBeenCalled()
  })

  test('is not asked for by leaving the choice of a file in it', () => {
    openBoth()
    fireEvent(screen.getByLabelText('Proof'), new Event('cancel', { bubbles: true }))
    expect(outer).not.toHaveBeenCalled()
  })

  test.each([
    ['is only read', false, outer, 'any'],
    ['holds a form', true, outer, 'closerequest'],
    ['cannot be left now', true, undefined, 'none'],
  ] as const)('that %s', (_which, holdsForm, onClose, closedBy) => {
    render(
      <Dialog open holdsForm={holdsForm} title="Please" onClose={onClose}>
        …
      </Dialog>,
    )
    expect(screen.getByRole('dialog').getAttribute('closedby')).toBe(closedBy)
  })
})
