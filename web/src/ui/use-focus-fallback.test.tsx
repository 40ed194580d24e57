import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useFocusFallback } from './use-focus-fallback.ts'

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
