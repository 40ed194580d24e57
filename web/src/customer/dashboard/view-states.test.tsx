import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreachable } from '#api/problem.ts'
import { reloadPage } from '#session/reload-page.ts'
import { LoadFailure, Retry } from './view-states.tsx'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('given no network, then the page reloads a second after it is back', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<LoadFailure message="Server Error. Try again later!" onTryAgain={() => undefined} />)
  act(() => void vi.advanceTimersByTime(5000))
  expect(reloadPage).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Server Error. Try again later!')
  onLine.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  act(() => void vi.advanceTimersByTime(1000))
  expect(reloadPage).toHaveBeenCalledOnce()
})

test('where something was only to be read, a server out of reach does not make people think that they typed something', () => {
  render(<Retry error={unreachable()} onTryAgain={() => undefined} />)
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('We couldn’t reach our server.')
  expect(textContent).not.toContain('typed')
})
