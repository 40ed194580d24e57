import { readAdminSession } from '@portal/contract/admin-sign-in'
import { type CustomerMessage, listCustomerMessages, repeatMessage } from '@portal/contract/customer-messages'
import { customerMessagesTexts as texts } from '@portal/contract/customer-messages-texts'
import { customerPasswordTexts, searchWebUser } from '@portal/contract/customer-password'
import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

const personId = PersonId.parse('0000000001')
let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.replies(searchWebUser, {
    result: {
      status: 'Success',
      desc: [{ username: 'maria', fullName: 'Maria Cruz', personId }],
      description: '',
      check: { serviceLocation: '12 Kamachile Lane', lastPayment: null },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const at = Instant.parse('2026-12-04T02:00:00.000Z')
const receipt: CustomerMessage = {
  id: 5,
  source: 'email',
  name: 'Payment receipt',
  channel: 'email',
  accountId: '',
  subject: '',
  address: 'm***a@customer.example',
  at,
  result: 'sent',
  reason: '',
  mayRepeat: true,
}
const text: CustomerMessage = {
  ...receipt,
  id: 8,
  source: 'notification',
  name: 'A new bill is ready',
  channel: 'text',
  accountId: '4821007391',
  address: '***-***-0101',
  result: 'notDelivered',
  reason: 'unreachable 30003',
  mayRepeat: false,
}

async function openMessages() {
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  await user.type(await screen.findByRole('textbox', { name: /^Account number/ }), '0000000001{Enter}')
  await screen.findByRole('heading', { name: customerPasswordTexts.searchResults })
  await user.click(await screen.findByRole('button', { name: /^Messages/ }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Messages to Maria Cruz' })) }
}

test('what was sent, what became of it and why is there in words, with a stopped number; older messages on demand', async () => {
  server.replies(listCustomerMessages, {
    stopped: [{ channel: 'text', address: '***-***-0101', why: 'stop', since: at }],
    messages: [receipt, text],
    hasMore: true,
  })
  server.replies(listCustomerMessages, { stopped: [], messages: [{ ...receipt, id: 2 }], hasMore: false })
  const { user, dialog } = await openMessages()
  expect(await dialog.findByText('***-***-0101 gets no more texts')).toBeTruthy()
  expect(dialog.getByText(/^Customer replied STOP, 12\/04\/2026\./)).toBeTruthy()
  for (const shown of ['Payment receipt', 'Not delivered', 'The phone was off or out of reach.'])
    expect(dialog.getByText(shown)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Show older messages' }))
  expect(await dialog.findByText('Showing all 3 messages')).toBeTruthy()
  expect(server.askedFor(listCustomerMessages).map(({ body }) => body)).toEqual([
    { personId },
    { personId, beforeEmail: 5, beforeNotification: 8 },
  ])
})

test('a message is sent again, or it says why not; others offer nothing', async () => {
  const found = { stopped: [], messages: [receipt, text], hasMore: false }
  for (let reads = 0; reads < 3; reads += 1) server.replies(listCustomerMessages, found)
  server.replies(repeatMessage, { repeated: true })
  server.refuses(repeatMessage, 'not-repeatable', repeatMessage.problems['not-repeatable'])
  const { user, dialog } = await openMessages()
  await dialog.findByText('Payment receipt')
  const [again, ...others] = dialog.getAllByRole('button', { name: /^Send again/ })
  expect(others).toEqual([])
  if (again) await user.click(again)
  expect(await dialog.findByText(texts.sentAgain)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Send again/ }))
  expect(await dialog.findByText(repeatMessage.problems['not-repeatable'].title)).toBeTruthy()
  expect(server.askedFor(repeatMessage).map(({ body }) => body)).toEqual([
    { personId, source: 'email', id: 5 },
    { personId, source: 'email', id: 5 },
  ])
})

test('a customer without any says so', async () => {
  server.replies(listCustomerMessages, { stopped: [], messages: [], hasMore: false })
  const { dialog } = await openMessages()
  expect(await dialog.findByText('Nothing was sent to this customer.')).toBeTruthy()
})
