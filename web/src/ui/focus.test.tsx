import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useFocusFallback } from './focus.ts'

function List({ rows }: { readonly rows: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(heading, rows.length)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Changes
      </h2>
      {rows.map((row) => (
        <button key={row} type="button">
          {row}
        </button>
      ))}
    </>
  )
}

test('when the row that has the focus goes, the heading has it; when another goes, it stays', () => {
  const { rerender } = render(<List rows={['first', 'second', 'third']} />)
  screen.getByRole('button', { name: 'second' }).focus()
  rerender(<List rows={['first', 'second']} />)
  expect(document.activeElement?.textContent).toBe('second')
  rerender(<List rows={['first']} />)
  expect(document.activeElement?.textContent).toBe('Changes')
})

test('when rows come and nothing has the focus, then the heading does not take it: it would scroll the page', () => {
  const { rerender } = render(<List rows={[]} />)
  rerender(<List rows={['first']} />)
  expect(document.activeElement).toBe(document.body)
})

test('whoever left the list before a row of it goes is not brought back', () => {
  const { rerender } = render(<List rows={['first', 'second']} />)
  const first = screen.getByRole('button', { name: 'first' })
  first.focus()
  first.blur()
  rerender(<List rows={['first']} />)
  expect(document.activeElement).toBe(document.body)
})
