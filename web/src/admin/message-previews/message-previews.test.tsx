import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import {
  type MessagePreview,
  messagePreviewTexts,
  previewGroups,
  readMessagePreviews,
} from '@portal/contract/message-previews'
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

const billEmail = { subject: 'Waterworks: Your bill is ready', plainText: 'You have a new bill.' }
const bill: MessagePreview = {
  id: 'billReady',
  language: 'American English',
  group: 'news',
  name: 'A new bill is ready',
  example: '',
  file: 'billReady.md',
  email: billEmail,
  text: { words: 'WW: Your bill is ready.', parts: 1 },
  textWithAmounts: null,
}
const overdue: MessagePreview = {
  ...bill,
  id: 'overdue',
  name: 'A bill is past due',
  file: 'overdue.md',
  email: { ...billEmail, subject: 'Waterworks: Your bill is past due' },
  textWithAmounts: { words: 'WW: You owe $95.20.', parts: 2 },
}

test('each message shows its subject, email, plain text, and texts with what they cost', async () => {
  server.replies(readMessagePreviews, [bill, overdue])
  const user = open()
  expect(await screen.findByText(billEmail.subject)).toBeTruthy()
  const email = screen.getByTitle('A new bill is ready')
  expect([email.getAttribute('src'), email.getAttribute('sandbox')]).toEqual([
    '/api/v1/message-previews/billReady/email',
    '',
  ])
  expect(screen.getByText('You have a new bill.')).toBeTruthy()
  expect(screen.getByText('23 characters, 1 part')).toBeTruthy()
  expect(screen.queryByText('Text message with amounts')).toBeNull()

  await user.selectOptions(screen.getByLabelText(messagePreviewTexts.message), 'A bill is past due')
  expect(screen.getByText('Waterworks: Your bill is past due')).toBeTruthy()
  expect(screen.getByTitle('A bill is past due').getAttribute('src')).toContain('/overdue/')
  const costly = within(screen.getByRole('region', { name: 'Text message with amounts' }))
  expect(costly.getByText('19 characters, 2 parts')).toBeTruthy()
})

test('messages are in groups, and each case of one can be chosen with the name of its file', async () => {
  const paused = { ...bill, group: 'autopay', name: 'AutoPay paused', file: 'autopay-paused.md', text: null } as const
  const byStaff = { ...billEmail, plainText: 'We paused AutoPay.' }
  server.replies(readMessagePreviews, [
    bill,
    { ...paused, id: 'autopay-paused.card_removed', example: 'why: card_removed' },
    { ...paused, id: 'autopay-paused.staff', example: 'why: staff', email: byStaff },
  ])
  const user = open()
  const message = () => screen.getByLabelText(messagePreviewTexts.message)
  await user.selectOptions(await screen.findByLabelText('Group'), previewGroups.autopay)
  expect(
    within(message())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['AutoPay paused'])
  await user.selectOptions(screen.getByLabelText('Case'), 'why: staff')
  expect(screen.getByText('We paused AutoPay.')).toBeTruthy()
  expect(screen.getByTitle('AutoPay paused').getAttribute('src')).toContain('/autopay-paused.staff/')
  expect(screen.getByText('Words: autopay-paused.md')).toBeTruthy()
  expect(message()).toHaveProperty('value', 'autopay-paused.card_removed')
})

test('where there are several languages, the same message can be read in another one', async () => {
  const inSpanish = { ...billEmail, subject: 'Waterworks: Su factura está lista' }
  server.replies(readMessagePreviews, [bill, { ...bill, id: 'es.billReady', language: 'español', email: inSpanish }])
  const user = open()
  await user.selectOptions(await screen.findByLabelText('Language'), 'español')
  expect(screen.getByText(inSpanish.subject)).toBeTruthy()
  expect(within(screen.getByLabelText(messagePreviewTexts.message)).getAllByRole('option')).toHaveLength(1)
})

test('a message that is sent by text alone has no email', async () => {
  server.replies(readMessagePreviews, [{ ...bill, id: 'chargeUpcoming', email: null }])
  open()
  expect(await screen.findByText('WW: Your bill is ready.')).toBeTruthy()
  expect(screen.queryByText('Email')).toBeNull()
})

test('when the server does not answer, it can be asked again', async () => {
  server.isUnreachableFor(readMessagePreviews)
  server.replies(readMessagePreviews, [bill])
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(billEmail.subject)).toBeTruthy()
})

test('levels without announcements have no such page', async () => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  open()
  await screen.findByRole('heading', { level: 1, name: adminConsoleTexts.otherLevel })
  expect(server.askedFor(readMessagePreviews)).toEqual([])
})
