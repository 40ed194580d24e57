import { getHumanCheck, humanCheckTexts } from '@portal/contract/human-check'
import { type MaintenanceFlag, readMaintenance } from '@portal/contract/maintenance'
import { commonProblems } from '@portal/contract/problem'
import { checkAccountNumber, signUpTexts } from '@portal/contract/sign-up'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const both = { login: true, payNow: true }

function switchesAre(login: MaintenanceFlag['flag'], payNow: MaintenanceFlag['flag']): void {
  server.forget(readMaintenance)
  server.replies(readMaintenance, [
    { id: 1, flag: login },
    { id: 2, flag: payNow },
  ])
}

/** Returns to the window, again and again until the page has asked: the part that asks may still be loading. */
async function returnToWindow(): Promise<void> {
  const before = server.askedFor(readMaintenance).length
  await waitFor(() => {
    window.dispatchEvent(new Event('focus'))
    expect(server.askedFor(readMaintenance).length).toBeGreaterThan(before)
  })
  await server.settles()
}

/** Not the one in the footer, which is always there. */
const payNowLink = () => within(screen.getByRole('main')).queryByRole('link', { name: 'Pay Now' })
const isLogInOpen = () => screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-disabled') !== 'true'

describe('what maintenance closed opens when it ends, without the page being loaded again (R16)', () => {
  test.each([
    ['Pay Now', '/paynow', () => screen.queryByLabelText(/^Account number/) !== null],
    ['sign-up', '/sign-up', () => screen.queryByLabelText(/^Account number/) !== null],
    ['the button Pay Now of the home page', '/', () => payNowLink() !== null],
    ['Log In', '/', isLogInOpen],
  ])('%s, when the person returns to the window', async (_what, address, isOpen) => {
    switchesAre(1, 1)
    openPortal(address, { maintenance: both })
    await screen.findByRole('heading', { level: 1 })
    await returnToWindow()
    expect(isOpen()).toBe(false)
    switchesAre(0, 0)
    await returnToWindow()
    await waitFor(() => expect(isOpen()).toBe(true))
  })

  test('by itself, for somebody who waits', async () => {
    // As if it were loaded already: how long that takes is not the point.
    await import('./watch-switch.ts')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    switchesAre(0, 1)
    openPortal('/', { maintenance: both })
    await screen.findByRole('heading', { level: 1 })
    expect(isLogInOpen()).toBe(false)
    await act(async () => await vi.advanceTimersByTimeAsync(2000))
    expect(isLogInOpen()).toBe(true)
    expect(payNowLink()).toBeNull()
  })

  test('and stays closed for whoever cannot ask', async () => {
    server.isUnreachableFor(readMaintenance)
    openPortal('/', { maintenance: both })
    await screen.findByRole('heading', { level: 1 })
    await returnToWindow()
    expect(isLogInOpen()).toBe(false)
  })

  test('nobody asks while nothing is closed', async () => {
    switchesAre(0, 0)
    openPortal('/')
    await screen.findByRole('heading', { level: 1 })
    window.dispatchEvent(new Event('focus'))
    expect(server.askedFor(readMaintenance)).toEqual([])
  })
})

describe('what was typed before maintenance began is still there when it ends', () => {
  test.each([
    ['Pay Now', '/paynow', getHumanCheck, humanCheckTexts.verify],
    ['sign-up', '/sign-up', checkAccountNumber, signUpTexts.continue],
  ])('%s', async (_what, address, stopped, button) => {
    server.refuses(stopped, 'maintenance', commonProblems.maintenance)
    server.refuses(stopped, 'maintenance', commonProblems.maintenance)
    switchesAre(0, 0)
    const user = openPortal(address)
    await user.type(await screen.findByLabelText(/^Account number/), '0123456789')
    const zip = screen.queryByLabelText(/^Billing zip code/)
    if (zip) await user.type(zip, '96913')
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByLabelText(/^Account number/)).toBeNull())
    await returnToWindow()
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  })
})
