import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

test('given two forms in error on one page, then each summary is named by its own heading', () => {
  render(
    <>
      <ErrorSummary attempt={1} errors={[{ fieldId: 'first', message: 'First' }]} />
      <ErrorSummary attempt={1} errors={[{ fieldId: 'second', message: 'Second' }]} />
    </>,
  )
  const headings = screen.getAllByRole('heading', { name: 'There is a problem' }).map(({ id }) => id)
  const labels = screen.getAllByRole('group').map((summary) => summary.getAttribute('aria-labelledby'))
  expect(labels).toEqual(headings)
  expect(new Set(headings).size).toBe(2)
})

test('a form in error says so first in the document title, and no longer once it is right', () => {
  document.title = 'Survey'
  const { rerender } = render(<ErrorSummary attempt={1} errors={[{ fieldId: 'first', message: 'First' }]} />)
  expect(document.title).toBe('Error: Survey')
  rerender(<ErrorSummary attempt={1} errors={[]} />)
  expect(document.title).toBe('Survey')
})
