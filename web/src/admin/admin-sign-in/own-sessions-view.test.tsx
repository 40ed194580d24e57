import { readAdminSession } from '@portal/contract/admin-sign-in'
import { sessionHeader } from '@portal/contract/call'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { endOwnSession, listOwnSessions, ownSessionsTexts } from '@portal/contract/own-sessions'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from '#session/leaving/leave.ts'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testOwnSession, thisOwnSession } from '#testing/own-sessions.ts'
import { testServer } from '#testing/server.ts'

const signedIn = { customer: true, admin: true }

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

async function endOther(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `${ownSessionsTexts.end}: Firefox on Android` }))
  await user.type(await screen.findByLabelText(/^Current password/), 'right-pass-1')
  await user.click(screen.getByRole('button', { name: ownSessionsTexts.end }))
}

async function hasFocus(): Promise<void> {
  const heading = await screen.findByRole('heading', { level: 1, name: ownSessionsTexts.title })
  await waitFor(() => expect(document.activeElement).toBe(heading))
}

test('given an administrator of the lowest level, then the menu opens their own sessions, and an ended one disappears', async () => {
  server.replies(readAdminSession, testAdmin({ level: 6 }))
  server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2)] })
  server.replies(listOwnSessions, { result: [thisOwnSession] })
  server.replies(endOwnSession, { result: { status: 'Success', description: ownSessionsTexts.ended } })
  const user = openPortal('/admin-dashboard?view=second-factor', { signedIn })
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' })
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(screen.getByRole('button', { name: ownSessionsTexts.title }))
  await hasFocus()
  expect(location.search).toBe('?view=own-sessions')

  await endOther(user)
  await screen.findByText(ownSessionsTexts.ended)
  await screen.findByText('You’re not logged in anywhere else.')
  await hasFocus()
  expect(server.askedFor(endOwnSession).map(({ body }) => body)).toEqual([{ id: 2, currentPassword: 'right-pass-1' }])
  const asked = [...server.askedFor(listOwnSessions), ...server.askedFor(endOwnSession)]
  expect(asked.map(({ headers }) => headers.get(sessionHeader))).toEqual(['admin', 'admin', 'admin'])
})

test('given the list does not load, then the error has the wording of the console and loading can be retried', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.isUnreachableFor(listOwnSessions)
  server.replies(listOwnSessions, { result: [thisOwnSession] })
  const user = openPortal('/admin-dashboard?view=own-sessions', { signedIn })
  await screen.findByText(adminConsoleTexts.serverError)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Chrome on Windows')).toBeTruthy()
  expect(screen.queryByText(adminConsoleTexts.serverError)).toBeNull()
})

test('given no reply when ending a session, then the error has the wording of the console (A§8)', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2)] })
  server.isUnreachableFor(endOwnSession)
  const user = openPortal('/admin-dashboard?view=own-sessions', { signedIn })
  await endOther(user)
  expect(await screen.findByText(adminConsoleTexts.serverError)).toBeTruthy()
})

test('given the session was ended elsewhere, then the console goes to its login page, even if a customer is logged in', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.refuses(listOwnSessions, 'not-signed-in', commonProblems['not-signed-in'])
  openPortal('/admin-dashboard?view=own-sessions', { signedIn })
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/gwaadmin'))
})
