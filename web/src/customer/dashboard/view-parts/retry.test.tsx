import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unreachable } from '#api/problem.ts'
import { Retry } from './retry.tsx'

test('where something was only to be read, a server out of reach does not make people think that they typed something', () => {
  render(<Retry error={unreachable()} onTryAgain={() => undefined} />)
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('We couldn’t reach our server.')
  expect(textContent).not.toContain('typed')
})
