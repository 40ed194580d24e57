import { readAdminSession } from '@portal/contract/admin-sign-in'
import {
  type AdminUser,
  adminUsersTexts,
  deleteAdmin,
  insertAdmin,
  readAdminUsers,
  readRoles,
  renameAdmin,
  updateAdminRole,
  updateAdminUserPassword,
} from '@portal/contract/admin-users'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

const ben: AdminUser = {
  id: 8,
  username: 'ben',
  needsRename: false,
  email: 'ben@utility.example',
  role: 'Finance',
  admin_role: 3,
}
const roles = [
  { id: 3, admin_role: 'Finance' },
  { id: 6, admin_role: 'Announcements' },
] as const

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin())
  server.replies(readAdminUsers, [ben])
  server.replies(readRoles, [...roles])
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<UserEvent> {
  const user = openPortal('/admin-dashboard?view=users', { signedIn: { customer: false, admin: true } })
  await screen.findByRole('heading', { name: adminUsersTexts.currentUsers })
  return user
}

const dialog = () => within(screen.getByRole('dialog'))

async function openFor(action: string): Promise<UserEvent> {
  const user = await open()
  await user.click(screen.getByRole('button', { name: /^More/ }))
  await user.click(screen.getByRole('button', { name: action }))
  return user
}

/** Fills in and submits each dialog about a user. */
const forms = {
  [adminUsersTexts.changePassword]: async (user: UserEvent) => {
    await fill(user, dialog().getByLabelText(/^New password/), 'monsoon-2027')
    await user.type(dialog().getByLabelText(/^Confirm password/), 'monsoon-2027{Enter}')
  },
  [adminUsersTexts.changeRole]: async (user: UserEvent) => {
    await user.selectOptions(dialog().getByLabelText(/^New role/), 'Announcements')
    await user.click(dialog().getByRole('button', { name: adminUsersTexts.changeRole }))
  },
}

describe.each([
  [adminUsersTexts.changePassword, updateAdminUserPassword, /^New password/, 'monsoon-2027'],
  [adminUsersTexts.changeRole, updateAdminRole, /^New role/, '6'],
] as const)('%s', (name, call, label, typed) => {
  test('given the call is under way, then the dialog cannot be closed before the reply', async () => {
    const answer = server.holds(call, { result: { status: 'Success', Description: adminUsersTexts.updated } })
    const user = await openFor(name)
    expect(dialog().getByRole('button', { name: 'Close' })).toBeTruthy()
    await forms[name](user)
    await waitFor(() => expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull())
    expect(screen.getByRole('dialog').getAttribute('closedby')).toBe('none')
    answer()
    expect(await screen.findByText(`${adminUsersTexts.updated}!`)).toBeTruthy()
  })

  test('given no reply, then the popup is Server Error! and the input is kept (A§8)', async () => {
    server.isUnreachableFor(call)
    const user = await openFor(name)
    await forms[name](user)
    await saysServerError(user)
    expect(dialog().getByLabelText<HTMLInputElement>(label).value).toBe(typed)
  })
})

async function saysServerError(user: UserEvent): Promise<void> {
  await waitFor(() =>
    within(screen.getByRole('alertdialog', { name: 'Error' })).getByText(adminConsoleTexts.serverError),
  )
  await user.click(screen.getByRole('button', { name: 'OK' }))
}

test('Change Password: each of the two fields says when it is empty (A§5)', async () => {
  const user = await openFor(adminUsersTexts.changePassword)
  await user.click(dialog().getByRole('button', { name: adminUsersTexts.changePassword }))
  const links = within(await screen.findByRole('group', { name: 'There is a problem' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    adminUsersTexts.passwordRequired,
    adminUsersTexts.passwordRequired,
  ])
})

test('Change Role: the error of a missing role stays until one is chosen (A§5)', async () => {
  const user = await openFor(adminUsersTexts.changeRole)
  await user.click(dialog().getByRole('button', { name: adminUsersTexts.changeRole }))
  dialog().getByText(adminUsersTexts.roleRequired)
  await user.selectOptions(dialog().getByLabelText(/^New role/), 'Announcements')
  expect(dialog().queryByText(adminUsersTexts.roleRequired)).toBeNull()
})

test('a username that can be mistaken for another is marked, and can be changed', async () => {
  server.forget(readAdminUsers)
  server.replies(readAdminUsers, [{ ...ben, username: 'ben\\u{200b}', needsRename: true }])
  server.replies(renameAdmin, { result: { status: 'Success', Description: adminUsersTexts.updated } })
  const user = await openFor('Change Username')
  screen.getByText('This username has characters that can be mistaken for others. Please change it.')
  const typed = dialog().getByLabelText(/^New username/)
  await user.type(typed, 'benito{Enter}')
  await screen.findByText(`${adminUsersTexts.updated}!`)
  expect(server.askedFor(renameAdmin)[0]?.body).toEqual({ id: 8, username: 'benito' })
})

test('an administrator whose own username can be mistaken is asked to change it, or to have it changed', async () => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ username: 'ana\\u{200b}', needsRename: true }))
  await open()
  expect(screen.getByRole('button', { name: 'Change Username' })).toBeTruthy()
})

describe('Add User', () => {
  async function addCruz(user: UserEvent, confirm: string): Promise<void> {
    await user.selectOptions(screen.getByLabelText(/^User role/), 'Finance')
    await fill(user, screen.getByLabelText(/^Email/), 'cruz@utility.example')
    await fill(user, screen.getByRole('textbox', { name: /^Username/ }), 'cruz')
    await fill(user, screen.getByLabelText(/^Password/), 'monsoon-2027')
    if (confirm) await fill(user, screen.getByLabelText(/^Confirm password/), confirm)
    await user.click(screen.getByRole('button', { name: adminUsersTexts.addUser }))
  }

  test('given the password is not confirmed, then it does not match (A§5)', async () => {
    const user = await open()
    await addCruz(user, '')
    expect((await screen.findAllByText(credentialTexts.passwordsDiffer)).length).toBeGreaterThan(0)
    expect(server.askedFor(insertAdmin)).toEqual([])
  })

  test('given the server adds nobody, then the popup says so and the input is kept (A§8)', async () => {
    server.replies(insertAdmin, { result: 'Failed', description: 'No' })
    const user = await open()
    await addCruz(user, 'monsoon-2027')
    within(await screen.findByRole('alertdialog', { name: 'Error' })).getByText(adminUsersTexts.addFailed)
    expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('cruz@utility.example')
  })

  test('given no reply, then the popup is Server Error! and the input is kept (A§8)', async () => {
    server.isUnreachableFor(insertAdmin)
    const user = await open()
    await addCruz(user, 'monsoon-2027')
    await saysServerError(user)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Username/ }).value).toBe('cruz')
  })
})

test('given no reply to a deletion, then the popup is Server Error! and deleting can be retried (A§8)', async () => {
  server.isUnreachableFor(deleteAdmin)
  server.replies(deleteAdmin, { result: 'Success' })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Delete ben' }))
  await user.click(screen.getByRole('button', { name: 'Delete 1 user' }))
  await saysServerError(user)
  await user.click(screen.getByRole('button', { name: 'Delete 1 user' }))
  expect(await screen.findByText(adminUsersTexts.deleted)).toBeTruthy()
})

test('given one of two is gone already, then the outcome names who was not deleted', async () => {
  server.forget(readAdminUsers)
  server.replies(readAdminUsers, [ben, { ...ben, id: 9, username: 'cruz' }])
  server.replies(deleteAdmin, { result: 'Failed', description: adminUsersTexts.gone })
  server.replies(deleteAdmin, { result: 'Success' })
  const user = await open()
  for (const name of ['ben', 'cruz']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: adminUsersTexts.deleteSelected }))
  await user.click(screen.getByRole('button', { name: 'Delete 2 users' }))
  const outcome = await screen.findByRole('alertdialog', { name: 'Some were not deleted' })
  expect(outcome.textContent).toContain('1 of 2 deleted')
  expect(outcome.textContent).toContain(`ben: ${adminUsersTexts.gone}`)
})

test('given a super admin who has lost the level meanwhile deletes, then the console says so, not that one was not deleted', async () => {
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.refuses(deleteAdmin, 'not-allowed', commonProblems['not-allowed'])
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Delete ben' }))
  await user.click(screen.getByRole('button', { name: 'Delete 1 user' }))
  expect(await screen.findByRole('heading', { level: 1, name: adminConsoleTexts.otherLevel })).toBeTruthy()
})
