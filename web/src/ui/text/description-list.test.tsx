import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DescriptionList } from './description-list.tsx'

test('that a value is copied is read out beside its button, in a place that was there before', async () => {
  const user = userEvent.setup()
  render(<DescriptionList items={[{ term: 'Receipt', value: 'W-77', copy: 'W-77' }]} />)
  const status = screen.getByRole('status')
  const button = screen.getByRole('button', { name: 'Copy Receipt' })
  expect(button.contains(status)).toBe(false)
  expect(status.textContent).toBe('')
  await user.click(button)
  expect(await navigator.clipboard.readText()).toBe('W-77')
  expect(status.textContent).toBe('Copied')
})

test('given the browser offers no clipboard, as without https, then pressing the button says nothing', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  render(<DescriptionList items={[{ term: 'Receipt', value: 'W-77', copy: 'W-77' }]} />)
  await user.click(screen.getByRole('button', { name: 'Copy Receipt' }))
  expect(screen.getByRole('status').textContent).toBe('')
  vi.unstubAllGlobals()
})
