import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import {
  listPaperlessTrouble,
  type PaperlessTrouble,
  paperlessTroubleTexts as texts,
  returnToPaper,
} from '@portal/contract/paperless-trouble'
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
  server.replies(listPaperlessTrouble, { found: [trouble], hasMore: false })
  server.replies(listPaperlessTrouble, { found: [], hasMore: false })
})
afterEach(() => vi.unstubAllGlobals())

const trouble: PaperlessTrouble = {
  id: 4,
  accountId: AccountNumber.parse('1000000001'),
  personId: PersonId.parse('1000000002'),
  address: 'm***a@customer.example',
  reason: 'stopped',
  since: Instant.parse('2026-11-20T22:00:00.000Z'),
}
const open = () =>
  openPortal('/admin-dashboard?view=reports&part=paperless', { signedIn: { customer: false, admin: true } })

test('an account whose emails come back is listed, and leaves the list once it is back on paper', async () => {
  server.replies(returnToPaper, { returned: true })
  const user = open()
  const row = within(await screen.findByRole('listitem', { name: 'Account 1000000001' }))
  for (const shown of ['m***a@customer.example', texts.reasons.stopped, '11/21/2026 8:00:00 AM'])
    expect(row.getByText(shown)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Go back to paper' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Go back to paper' }))
  expect(await screen.findByText(texts.empty)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an account that another admin has put back says so', async () => {
  server.refuses(returnToPaper, 'already-resolved', returnToPaper.problems['already-resolved'])
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Go back to paper' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Go back to paper' }))
  expect(await screen.findByText(returnToPaper.problems['already-resolved'].title)).toBeTruthy()
})
