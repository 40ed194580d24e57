import { readAdminSession } from '@portal/contract/admin-sign-in'
import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { type NewHolder, listNewHolders, newHoldersTexts as texts, undoNewHolder } from '@portal/contract/new-holders'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 2 }))
})
afterEach(() => vi.unstubAllGlobals())

const holder: NewHolder = {
  id: 4,
  asOf: CalendarDate.parse('2026-06-30'),
  accountId: AccountNumber.parse('1000000001'),
  oldName: 'Ann Lee',
  newName: 'Ann Ray',
  foundBy: 'family',
  isSamePerson: false,
}
const open = () =>
  openPortal('/admin-dashboard?view=reports&part=new-holders', { signedIn: { customer: false, admin: true } })
const row = async () => within(await screen.findByRole('row', { name: /1000000001/ }))

test('a new holder is said to be the same person after a second look', async () => {
  server.replies(listNewHolders, { holders: [holder], hasMore: false })
  server.replies(undoNewHolder, { undone: true })
  server.replies(listNewHolders, { holders: [{ ...holder, isSamePerson: true }], hasMore: false })
  const user = open()
  for (const shown of ['Ann Lee', 'Ann Ray', 'Family name', '06/30/2026'])
    expect((await row()).getByText(shown)).toBeTruthy()
  await user.click((await row()).getByRole('button'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(texts.question)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: texts.samePerson }))
  expect(await screen.findByText(texts.undone)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('one of an extract can’t be undone here', async () => {
  server.replies(listNewHolders, { holders: [{ ...holder, foundBy: 'person' }], hasMore: false })
  open()
  expect((await row()).queryByRole('button')).toBeNull()
})
