import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { type MessagePreview, messagePreviewTexts, readMessagePreviews } from '@portal/contract/message-previews'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 6 }))
})
afterEach(() => vi.unstubAllGlobals())

const open = () => openPortal('/admin-dashboard?view=message-previews', { signedIn: { customer: false, admin: true } })

const bill: MessagePreview = {
  kind: 'billReady',
  email: { subject: 'Waterworks: Your bill is ready', plainText: 'You have a new bill.' },
  text: { words: 'WW: Your bill is ready.', parts: 1 },
  textWithAmounts: null,
}
const overdue: MessagePreview = {
  ...bill,
  kind: 'overdue',
  email: null,
  textWithAmounts: { words: 'WW: You owe $95.20.', parts: 2 },
}

test('each message shows its subject, email, plain text, and texts with what they cost', async () => {
  server.replies(readMessagePreviews, [bill, overdue])
  const user = open()
  expect(await screen.findByText('Waterworks: Your bill is ready')).toBeTruthy()
  const email = screen.getByTitle('A new bill is ready')
  expect([email.getAttribute('src'), email.getAttribute('sandbox')]).toEqual([
    '/api/v1/message-previews/billReady/email',
    '',
  ])
  expect(screen.getByText('You have a new bill.')).toBeTruthy()
  expect(screen.getByText('23 characters, 1 part')).toBeTruthy()
  expect(screen.queryByText(messagePreviewTexts.textWithAmounts)).toBeNull()

  await user.selectOptions(screen.getByLabelText(messagePreviewTexts.message), 'A bill is past due')
  expect(screen.queryByText(messagePreviewTexts.html)).toBeNull()
  const costly = within(screen.getByRole('region', { name: messagePreviewTexts.textWithAmounts }))
  expect(costly.getByText('19 characters, 2 parts')).toBeTruthy()
})

test('when the server does not answer, it can be asked again', async () => {
  server.isUnreachableFor(readMessagePreviews)
  server.replies(readMessagePreviews, [bill])
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Waterworks: Your bill is ready')).toBeTruthy()
})

test('levels without announcements have no such page', async () => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  open()
  await screen.findByRole('heading', { level: 1, name: adminConsoleTexts.otherLevel })
  expect(server.askedFor(readMessagePreviews)).toEqual([])
})
