import { adminLevels, consoleTabNames, consoleTabs, hasTab } from '@portal/contract/admin-levels'
import { adminLogout, keepAdminSession, readAdminSession, updateAdminPassword } from '@portal/contract/admin-sign-in'
import { deleteAdmin, readAdminUsers, readRoles } from '@portal/contract/admin-users'
import { adminConsoleTexts, adminIdleTimes, adminSignInTexts } from '@portal/contract/console-texts'
import { readMaintenance, updateMaintenance } from '@portal/contract/maintenance'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '#app.tsx'
import { leaveFor } from '#session/leaving/leave.ts'
import { readHint, writeHint } from '#session/storage.ts'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testStart } from '#testing/data.ts'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  thrown(0)
  server.replies(keepAdminSession, testAdmin())
  server.replies(adminLogout, { status: 'Success' })
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes the server reply that Pay Now is on (0) or off (1). */
function thrown(flag: 0 | 1): void {
  server.forget(readMaintenance)
  server.replies(readMaintenance, [
    { id: 1, flag: 0 },
    { id: 2, flag },
  ])
}

const signedIn = { customer: false, admin: true }
const view = '/admin-dashboard?view=system-maintenance'

test('greets by name, names the level, and writes the storage keys of A§3 from the session', async () => {
  server.replies(readAdminSession, testAdmin({ level: 2, username: 'ben', id: 9 }))
  writeHint('level', '1')
  openPortal(view, { signedIn })
  expect((await screen.findByText(/Hello,/)).textContent).toContain('ben')
  expect(['isAdminLogin', 'adminusername', 'level', 'adminId'].map((name) => localStorage.getItem(name))).toEqual([
    'true',
    'ben',
    '2',
    '9',
  ])
})

test('without a session the storage is cleared and /gwaadmin opens, which says why', async () => {
  server.refuses(readAdminSession, 'not-signed-in', commonProblems['not-signed-in'])
  writeHint('isAdminLogin', 'true')
  openPortal(view, { signedIn })
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/gwaadmin'))
  expect([readHint('isAdminLogin'), readHint('forcedLogout')]).toEqual([null, 'true'])
})

test.each([view, '/backdoor-login', '/gwaadmin'])(
  'without isAdminLogin in the storage %s ends on /gwaadmin, whoever is signed in (A§4)',
  async (address) => {
    window.history.replaceState(null, '', address)
    render(<App start={{ ...testStart, signedIn }} />)
    await screen.findByRole('heading', { name: adminSignInTexts.title })
    expect(location.pathname).toBe('/gwaadmin')
    expect(server.asked).toEqual([])
  },
)

test('a console stays open when a visitor in another tab clears the storage, and fills it again', async () => {
  server.replies(readAdminSession, testAdmin())
  openPortal(view, { signedIn })
  await screen.findByText(/Hello,/)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'adminId', newValue: null, storageArea: localStorage }))
  await waitFor(() => expect([readHint('isAdminLogin'), readHint('adminId')]).toEqual(['true', '7']))
  expect(leaveFor).not.toHaveBeenCalled()
})

describe('a console loaded again, or opened by an address into it, without a session', () => {
  const nobody = { customer: false, admin: false }

  test.each([view, '/admin-dashboard', '/backdoor-login'])(
    'given somebody was logged in here and did not log out, then the login page says why (%s)',
    async (address) => {
      writeHint('isAdminLogin', 'true')
      openPortal(address, { signedIn: nobody })
      await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/gwaadmin'))
      expect([readHint('isAdminLogin'), readHint('forcedLogout')]).toEqual([null, 'true'])
    },
  )

  test('given nobody was, then it leads to the login page, which has nothing to say', async () => {
    openPortal(view, { signedIn: nobody })
    await waitFor(() => expect(location.pathname).toBe('/gwaadmin'))
    expect([vi.mocked(leaveFor).mock.calls, readHint('forcedLogout')]).toEqual([[], null])
  })
})

test.each(adminLevels)('level %d has its tabs, and no other opens by its address (A§1, A§6)', async (level) => {
  server.replies(readAdminSession, testAdmin({ level }))
  const user = openPortal('/admin-dashboard?view=second-factor', { signedIn })
  const shown = await within(await screen.findByRole('navigation', { name: 'Console' })).findAllByRole('link')
  const allowed = consoleTabs.filter((tab) => hasTab(level, tab))
  expect(shown.map((link) => link.textContent)).toEqual(allowed.map((tab) => consoleTabNames[tab]))
  for (const tab of consoleTabs.filter((each) => !hasTab(level, each))) {
    await act(async () => history.pushState(null, '', '/admin-dashboard?view=second-factor'))
    await screen.findByRole('heading', { level: 1, name: 'Two-step verification' })
    await act(async () => history.pushState(null, '', `/admin-dashboard?view=${tab}`))
    await screen.findByRole('heading', { level: 1, name: adminConsoleTexts.otherLevel })
    expect(screen.queryByText('Your role was changed. Your last change was not saved.')).toBeNull()
  }
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  expect(screen.queryAllByRole('button', { name: 'Audit log' })).toHaveLength(level === 1 ? 1 : 0)
})

test('an unreachable server is no reason to leave', async () => {
  server.isUnreachableFor(readAdminSession)
  server.replies(readAdminSession, testAdmin())
  const user = openPortal(view, { signedIn })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText(/Hello,/)
  expect(leaveFor).not.toHaveBeenCalled()
})

test('given a switch, when it is pressed, then it changes at once, and a popup follows when the server has done it', async () => {
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  const answer = server.holds(updateMaintenance, { result: 'Success' })
  const user = openPortal(view, { signedIn })
  const payNow = await screen.findByRole('switch', { name: 'Pay Now' })
  await user.click(payNow)
  expect(payNow.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  thrown(1)
  answer()
  const popup = await screen.findByRole('alertdialog')
  expect(popup.textContent).toContain('Updated Successfully!')
  expect(popup.textContent).toContain('Customers can’t use Pay Now.')
  expect(server.askedFor(updateMaintenance)[0]?.body).toEqual({ id: 2, flag: 1 })
})

test('given a switch that the server does not change, then it goes back and the popup is Server Error! (A§8)', async () => {
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.isUnreachableFor(updateMaintenance)
  const user = openPortal(view, { signedIn })
  const login = await screen.findByRole('switch', { name: 'Login / Sign Up' })
  // A change is sent even when the browser believes it is offline.
  act(() => onlineManager.setOnline(false))
  await user.click(login)
  const popup = await screen.findByRole('alertdialog')
  within(popup).getByText(adminConsoleTexts.serverError)
  expect(server.askedFor(updateMaintenance)).toHaveLength(1)
  expect(login.getAttribute('aria-checked')).toBe('true')
})

test('given a switch that somebody else has changed, then it is updated within ten seconds, or when the page becomes visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  openPortal(view, { signedIn })
  const payNow = await screen.findByRole('switch', { name: 'Pay Now' })
  expect(payNow.getAttribute('aria-checked')).toBe('true')
  thrown(1)
  await act(async () => await vi.advanceTimersByTimeAsync(10_000))
  expect(payNow.getAttribute('aria-checked')).toBe('false')
  thrown(0)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(payNow.getAttribute('aria-checked')).toBe('true'))
})

test('given no reply to Log Out, then the popup is Server Error! (A§8)', async () => {
  server.replies(readAdminSession, testAdmin())
  server.forget(adminLogout)
  server.isUnreachableFor(adminLogout)
  const user = openPortal(view, { signedIn })
  await user.click(await screen.findByRole('button', { name: /^Account/ }))
  await user.click(screen.getByRole('button', { name: adminConsoleTexts.logOut }))
  within(await screen.findByRole('alertdialog')).getByText(adminConsoleTexts.serverError)
  expect(leaveFor).not.toHaveBeenCalled()
})

test('given a password that somebody else has set, then nothing opens before another one is chosen', async () => {
  server.replies(readAdminSession, testAdmin({ mustChangePassword: true }))
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.replies(updateAdminPassword, { result: { status: 'Success', Description: adminSignInTexts.passwordUpdated } })
  const user = openPortal(view, { signedIn })
  await screen.findByRole('heading', { level: 1, name: credentialTexts.chooseOwn })
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  expect(screen.queryByRole('button', { name: adminConsoleTexts.changePass })).toBeNull()
  await fill(user, screen.getByLabelText(/^Current Password/), 'monsoon-2026')
  await fill(user, screen.getByLabelText(/^Password/), 'monsoon-2027')
  await user.type(screen.getByLabelText(/^Confirm Password/), 'monsoon-2027{Enter}')
  await screen.findByRole('switch', { name: 'Pay Now' })
})

describe('Change Pass', () => {
  async function send(): Promise<HTMLElement> {
    server.replies(readAdminSession, testAdmin())
    const user = openPortal(view, { signedIn })
    await user.click(await screen.findByRole('button', { name: /^Account/ }))
    await user.click(screen.getByRole('button', { name: adminConsoleTexts.changePass }))
    const dialog = await screen.findByRole('dialog')
    await fill(user, within(dialog).getByLabelText(/^Current Password/), 'monsoon-2026')
    await fill(user, within(dialog).getByLabelText(/^Password/), 'monsoon-2027')
    await user.type(within(dialog).getByLabelText(/^Confirm Password/), 'monsoon-2027{Enter}')
    return dialog
  }

  test('given the call is under way, then the dialog cannot be closed before the reply', async () => {
    const answer = server.holds(updateAdminPassword, { result: { status: 'Success', Description: 'Done' } })
    const dialog = await send()
    await waitFor(() => expect(dialog.getAttribute('closedby')).toBe('none'))
    answer()
    await screen.findByText('Done!')
  })

  test("given a wrong current password, then what the server says of it stands at the field, '!' behind it (A§8)", async () => {
    const Description = adminSignInTexts.currentPasswordWrong
    server.replies(updateAdminPassword, { result: { status: 'Failed', Description } })
    const dialog = await send()
    const link = await within(dialog).findByRole('link', { name: `${Description}!` })
    expect(link.getAttribute('href')).toBe(`#${within(dialog).getByLabelText(/^Current Password/).id}`)
  })

  test('given an empty form, or another password in the second field, then each field says so, and nothing is sent', async () => {
    server.replies(readAdminSession, testAdmin())
    const user = openPortal(view, { signedIn })
    await user.click(await screen.findByRole('button', { name: /^Account/ }))
    await user.click(screen.getByRole('button', { name: adminConsoleTexts.changePass }))
    const dialog = within(await screen.findByRole('dialog'))
    const submit = dialog.getByRole('button', { name: adminConsoleTexts.submit })
    await user.click(submit)
    await dialog.findByRole('link', { name: credentialTexts.currentPasswordRequired })
    await fill(user, dialog.getByLabelText(/^Current Password/), 'monsoon-2026')
    await fill(user, dialog.getByLabelText(/^Password/), 'monsoon-2027')
    await fill(user, dialog.getByLabelText(/^Confirm Password/), 'monsoon-2028')
    await user.click(submit)
    await dialog.findByRole('link', { name: credentialTexts.passwordsDiffer })
    expect(server.askedFor(updateAdminPassword)).toEqual([])
  })

  test('given no reply, then the popup is Server Error! and the input is kept (A§8)', async () => {
    server.isUnreachableFor(updateAdminPassword)
    const dialog = await send()
    within(await screen.findByRole('alertdialog')).getByText(adminConsoleTexts.serverError)
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Password/).value).toBe('monsoon-2027')
  })
})

test('given a call refused for this level, then the level is fetched again, and nobody thinks that it was done', async () => {
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.refuses(updateMaintenance, 'not-allowed', commonProblems['not-allowed'])
  const user = openPortal(view, { signedIn })
  await user.click(await screen.findByRole('switch', { name: 'Pay Now' }))
  await screen.findByRole('heading', { level: 1, name: adminConsoleTexts.otherLevel })
  screen.getByText('Your role was changed. Your last change was not saved.')
  expect(readHint('level')).toBe('4')
})

test('given another level since, then its tabs are there when the page becomes visible', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  openPortal('/admin-dashboard?view=password-reset', { signedIn })
  const tabs = within(await screen.findByRole('navigation', { name: 'Console' }))
  const tab = { name: consoleTabNames['system-maintenance'] }
  expect(tabs.queryByRole('link', tab)).toBeNull()
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await tabs.findByRole('link', tab)
})

test('the test login is not for other levels', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  openPortal('/backdoor-login', { signedIn })
  await screen.findByText('Only super admins and IT admins can open this page.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('given an administrator who was deleted meanwhile deletes another, then the console leads to the login page', async () => {
  server.replies(readAdminSession, testAdmin())
  server.replies(readAdminUsers, [
    { id: 8, username: 'ana', needsRename: false, email: 'ana@utility.example', role: 'Super Admin', admin_role: 1 },
  ])
  server.replies(readRoles, [])
  server.refuses(deleteAdmin, 'not-signed-in', commonProblems['not-signed-in'])
  const user = openPortal('/admin-dashboard?view=users', { signedIn })
  await user.click(await screen.findByRole('button', { name: 'Delete ana' }))
  await user.click(screen.getByRole('button', { name: 'Delete 1 user' }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/gwaadmin'))
})

test('an idle administrator is warned after 14 minutes, and logged out at 15 with the storage cleared (A§4, R24)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(readAdminSession, testAdmin())
  openPortal(view, { signedIn })
  await screen.findByText(/Hello,/)
  const pass = async (seconds: number) => await act(async () => await vi.advanceTimersByTimeAsync(seconds * 1000))
  await act(async () => fireEvent.pointerMove(window))
  await pass(adminIdleTimes.warningSeconds - 10)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(12)
  expect(screen.getByRole('alertdialog', { name: adminSignInTexts.stillThere })).toBeTruthy()
  expect(leaveFor).not.toHaveBeenCalled()
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ secondsLeft: 60 }))
  await pass(75)
  expect(leaveFor).toHaveBeenCalledWith('/gwaadmin')
  expect(server.askedFor(adminLogout)).toHaveLength(1)
  expect(readHint('isAdminLogin')).toBeNull()
}, 20_000)

test('an administrator who presses a key during the warning has not been idle for 15 minutes, and stays (A§4)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(readAdminSession, testAdmin())
  server.replies(keepAdminSession, testAdmin())
  openPortal(view, { signedIn })
  await screen.findByText(/Hello,/)
  const pass = async (seconds: number) => await act(async () => await vi.advanceTimersByTimeAsync(seconds * 1000))
  await act(async () => fireEvent.pointerMove(window))
  await pass(adminIdleTimes.warningSeconds + 30)
  const kept = server.askedFor(keepAdminSession).length
  await act(async () => fireEvent.keyDown(window, { key: 'Tab' }))
  // Other tabs of the browser ask the server before they end the session.
  expect(server.askedFor(keepAdminSession)).toHaveLength(kept + 1)
  await pass(45)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(leaveFor).not.toHaveBeenCalled()
}, 20_000)
