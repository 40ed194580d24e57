import { readAdminSession } from '@portal/contract/admin-sign-in'
import { readAnnouncements } from '@portal/contract/announcement-editing'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { readMaintenance } from '@portal/contract/maintenance'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill } from '#testing/fill.ts'
import { testAdmin } from '#testing/test-admin.ts'
import { openPortal } from '#testing/test-app.tsx'
import { testServer } from '#testing/test-server.ts'

beforeEach(() => {
  const server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.replies(readAnnouncements, [])
  server.replies(readMaintenance, [
    { id: 1, flag: 0 },
    { id: 2, flag: 0 },
  ])
})
afterEach(() => vi.unstubAllGlobals())

const question = { name: 'Leave without saving?' }

async function startWriting() {
  const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('button', { name: announcementConsoleTexts.addImageVideo }))
  await fill(user, await screen.findByRole('textbox', { name: /^Title/ }), 'Water is off on Monday')
  return user
}

test('given an unsaved announcement, when another tab is pressed, then a dialog asks first, and nothing is lost', async () => {
  const user = await startWriting()
  const tabs = screen.getByRole('navigation', { name: 'Console' })
  await user.click(within(tabs).getByRole('link', { name: 'System Maintenance' }))
  await user.click(
    within(await screen.findByRole('alertdialog', question)).getByRole('button', { name: 'Keep editing' }),
  )
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off on Monday')
  await user.click(within(tabs).getByRole('link', { name: 'System Maintenance' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByRole('heading', { name: 'System Maintenance', level: 1 })
})

test('Cancel asks too, and afterwards the tab of the new announcement is open', async () => {
  const user = await startWriting()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  const tab = await screen.findByRole('tab', { name: announcementConsoleTexts.imageVideo })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

test('changing between image and video and back keeps the chosen file and the pasted code', async () => {
  const user = await startWriting()
  const file = new File(['bytes'], 'office.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText<HTMLInputElement>(/^Image \*/), file)
  await user.click(screen.getByRole('radio', { name: 'Video' }))
  await fill(user, screen.getByRole('textbox', { name: /^Embed code/ }), '<iframe></iframe>')
  expect(screen.queryByText('office.png')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Image' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Image \*/).files?.[0]).toBe(file)
  expect(screen.getByText('office.png')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Embed code/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Video' }))
  expect(screen.getByRole('textbox', { name: /^Embed code/ })).toHaveProperty('value', '<iframe></iframe>')
})
