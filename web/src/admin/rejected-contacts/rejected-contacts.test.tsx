import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import {
  type RejectedContact,
  listRejectedContacts,
  settleRejectedContact,
  rejectedContactsTexts,
} from '@portal/contract/rejected-contacts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 5 }))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  openPortal('/admin-dashboard?view=reports&part=contact-changes', { signedIn: { customer: false, admin: true } })

const change: RejectedContact = {
  id: 4,
  personId: PersonId.parse('1000000001'),
  changedAt: Instant.parse('2026-11-20T22:00:00.000Z'),
  changes: [
    { name: 'emailAddress', lines: ['maria@customer.example'] },
    { name: 'address', lines: ['1 Ypao Rd', 'Tamuning GU 96913'] },
    { name: 'phone', lines: ['MOBILE: add (671) 555-0123'] },
  ],
  reason: 'the zip code is of another state',
}

test('a rejected change says what to change by hand and why, and leaves the list once that is done', async () => {
  server.replies(listRejectedContacts, { changes: [change], hasMore: false })
  server.replies(listRejectedContacts, { changes: [], hasMore: false })
  server.replies(settleRejectedContact, { settled: true })
  const user = open()
  const row = within(await screen.findByRole('listitem', { name: 'Person 1000000001' }))
  for (const shown of [
    '11/21/2026 8:00:00 AM',
    'maria@customer.example',
    '1 Ypao Rd, Tamuning GU 96913',
    change.reason,
  ])
    expect(row.getByText(shown)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Mark as done' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as done' }))
  expect(await screen.findByText(rejectedContactsTexts.empty)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a change that somebody else has settled says so, and the list is fetched again', async () => {
  server.replies(listRejectedContacts, { changes: [change], hasMore: false })
  server.replies(listRejectedContacts, { changes: [], hasMore: false })
  server.refuses(settleRejectedContact, 'already-resolved', settleRejectedContact.problems['already-resolved'])
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Mark as done' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as done' }))
  expect(await screen.findByText(settleRejectedContact.problems['already-resolved'].title)).toBeTruthy()
  expect(await screen.findByText(rejectedContactsTexts.empty)).toBeTruthy()
})

test('levels without access to customers have no such list', async () => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  open()
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.queryByText(reportPartNames.contactChanges)).toBeNull()
  expect(server.askedFor(listRejectedContacts)).toEqual([])
})
