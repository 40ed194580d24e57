import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

const ignore = () => undefined

const fields = (
  <>
    <input hidden readOnly value="for a password manager" />
    <input aria-label="Username" />
  </>
)
const lead = <p>The card ending in 4242</p>
const hinted = (
  <>
    <p id="hint">As on your bill</p>
    <input aria-label="Username" aria-describedby="hint" />
  </>
)
const ok = <Button onClick={ignore}>OK</Button>
const destroy = (
  <>
    <Button look="danger">Delete</Button>
    <Button look="secondary">Cancel</Button>
  </>
)
const read = <Button look="secondary">Log</Button>
const choice = (
  <>
    {ok}
    {read}
  </>
)

test.each<[string, Partial<ComponentProps<typeof Dialog>>, string]>([
  ['is to be filled in, in its first field', { children: fields, actions: ok }, 'Username'],
  [
    'has something to read before its first field, at its title',
    {
      children: (
        <>
          {lead}
          {fields}
        </>
      ),
      actions: ok,
    },
    'Please',
  ],
  ['says about its first field how to fill it in, in that field', { children: hinted, actions: ok }, 'Username'],
  ['is left with one press, at its title', { actions: ok }, 'Please'],
  ['would destroy something, on the button that does not', { urgent: true, actions: destroy }, 'Cancel'],
  ['interrupts, on its first button', { urgent: true, actions: choice }, 'OK'],
  ['offers a choice, at its title', { actions: choice }, 'Please'],
  ['leads on, at its title', { actions: read }, 'Please'],
  ['is only read, at its title', {}, 'Please'],
])('the focus of a dialog that %s', (_which, props, name) => {
  render(
    <Dialog open title="Please" onClose={ignore} {...props}>
      {props.children ?? <button type="button">More</button>}
    </Dialog>,
  )
  const focused = document.activeElement
  expect(focused?.getAttribute('aria-label') ?? focused?.textContent).toBe(name)
})

test('a dialog whose first field is out of sight begins at its title, wherever the browser scrolled to', () => {
  vi.spyOn(HTMLInputElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 900, 200, 44))
  onTestFinished(() => void vi.restoreAllMocks())
  const showModal = HTMLDialogElement.prototype.showModal
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function scrollDown(this: HTMLDialogElement) {
    showModal.call(this)
    this.scrollTop = 286
  })
  render(
    <Dialog open title="Details" onClose={ignore}>
      {fields}
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Details' }))
  expect(screen.getByRole('dialog').scrollTop).toBe(0)
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

  test('whose opener has gone leads to the title of the dialog below it: nothing of the page can have the focus there', () => {
    const shown = (step: 'ask' | 'told' | 'done') => (
      <>
        <h1 tabIndex={-1}>Home</h1>
        <Dialog open title="Forgot Password" onClose={outer}>
          {step === 'ask' ? <button type="button">Send</button> : null}
          <Dialog open={step === 'told'} title="Caution" onClose={inner}>
            Too many attempts.
          </Dialog>
        </Dialog>
      </>
    )
    const { rerender } = render(shown('ask'))
    screen.getByRole('button', { name: 'Send' }).focus()
    rerender(shown('told'))
    rerender(shown('done'))
    expect(document.activeElement?.textContent).toBe('Forgot Password')
  })

  test('is not asked for by leaving the choice of a file in it', () => {
    openBoth()
    fireEvent(screen.getByLabelText('Proof'), new Event('cancel', { bubbles: true }))
    expect(outer).not.toHaveBeenCalled()
  })

  test.each([
    ['a press beside it', 5, 5, 1],
    ['a press that begins in it, as one that marks its words,', 50, 5, 0],
    ['a press on it', 50, 50, 0],
  ])('in a browser that does not know closedby: %s', (_which, from, to, closed) => {
    vi.useFakeTimers()
    vi.spyOn(HTMLDialogElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 20, 60, 60))
    onTestFinished(() => void vi.useRealTimers())
    onTestFinished(() => void vi.restoreAllMocks())
    render(
      <Dialog open title="Please" onClose={outer}>
        …
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog')
    const press = () => {
      fireEvent.mouseDown(dialog, { clientX: from, clientY: from })
      fireEvent.click(dialog, { clientX: to, clientY: to })
    }
    press()
    expect(outer).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(500))
    press()
    expect(outer).toHaveBeenCalledTimes(closed)
  })

  test.each([
    ['is only read', false, outer, ['closerequest', 'any']],
    ['holds a form', true, outer, ['closerequest', 'closerequest']],
    ['cannot be left now', true, undefined, ['none', 'none']],
  ] as const)(
    'that %s: at first, as by a second press, and after half a second',
    (_which, holdsForm, onClose, closedBy) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      render(
        <Dialog open holdsForm={holdsForm} title="Please" onClose={onClose}>
          …
        </Dialog>,
      )
      const atFirst = screen.getByRole('dialog').getAttribute('closedby')
      act(() => void vi.advanceTimersByTime(500))
      expect([atFirst, screen.getByRole('dialog').getAttribute('closedby')]).toEqual(closedBy)
    },
  )
})

describe('given a dialog over which a gateway opens windows', () => {
  function Page({ isOpen, isAsking = false }: { readonly isOpen: boolean; readonly isAsking?: boolean }) {
    return (
      <div id="root">
        <Dialog open={isOpen} title="Pay" underWindows onClose={ignore}>
          {fields}
        </Dialog>
        <Dialog open={isAsking} title="Is this right?">
          {lead}
        </Dialog>
      </div>
    )
  }
  const page = () => document.getElementById('root')

  test('then only the page below is held still, until the dialog closes', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    onTestFinished(() => showModal.mockRestore())
    const { rerender } = render(<Page isOpen />)
    expect(showModal).not.toHaveBeenCalled()
    expect(page()?.hasAttribute('inert')).toBe(true)
    expect(page()?.contains(screen.getByRole('dialog'))).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
    rerender(<Page isOpen={false} />)
    expect(page()?.hasAttribute('inert')).toBe(false)
  })

  test('then a dialog that asks something meanwhile can be used', () => {
    const { rerender } = render(<Page isOpen />)
    rerender(<Page isOpen isAsking />)
    expect(page()?.contains(screen.getByRole('dialog', { name: 'Is this right?' }))).toBe(false)
  })
})
