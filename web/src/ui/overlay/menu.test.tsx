import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Menu } from './menu.tsx'

const ignore = () => undefined

test('arrow keys open the list and move in it, from the last action to the first and back', async () => {
  const user = userEvent.setup()
  const items = ['View Bill', 'View Consumption', 'Payment History'].map((name) => ({
    name,
    icon: null,
    onPress: ignore,
  }))
  render(<Menu label="More" about="" items={items} />)
  await user.tab()
  const heard: (string | null | undefined)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'Escape', 'ArrowUp']) {
    await user.keyboard(`{${key}}`)
    heard.push(document.activeElement?.textContent)
  }
  expect(heard).toEqual([
    'View Bill',
    'View Consumption',
    'Payment History',
    'View Bill',
    'Payment History',
    'View Bill',
    'More',
    'Payment History',
  ])
  expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('true')
})
