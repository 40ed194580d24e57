import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Toggletip } from './toggletip.tsx'

const whole = '1 Ypao Road, Tamuning'

function showTip() {
  render(<Toggletip full={whole}>1 Ypao…</Toggletip>)
  const button = screen.getByRole('button', { name: whole })
  return { button, user: userEvent.setup(), isOpen: () => screen.getAllByText(whole).length > 1 }
}

test.each([
  ['pointed at', async ({ button, user }: ReturnType<typeof showTip>) => await user.hover(button)],
  ['reached by keyboard', async ({ user }: ReturnType<typeof showTip>) => await user.tab()],
])('the whole of a text that is %s is shown, and Esc closes it (WCAG 1.4.13)', async (_how, reach) => {
  const tip = showTip()
  await reach(tip)
  expect(tip.isOpen()).toBe(true)
  await tip.user.keyboard('{Escape}')
  expect(tip.isOpen()).toBe(false)
})

test('it closes when the focus moves on, and when something else is pressed', async () => {
  const { button, user, isOpen } = showTip()
  await user.tab()
  expect(isOpen()).toBe(true)
  const next = document.body.appendChild(document.createElement('button'))
  act(() => next.focus())
  expect(isOpen()).toBe(false)
  next.remove()
  await user.click(button)
  fireEvent.pointerDown(document.body)
  expect(isOpen()).toBe(false)
})
