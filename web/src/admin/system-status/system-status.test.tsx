import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { type SystemStatus, readSystemStatus, systemTroubles } from '@portal/contract/system-status'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

const at = Instant.parse('2026-06-01T00:30:00.000Z')

const status: SystemStatus = {
  asOf: at,
  parts: [
    {
      part: 'import',
      state: 'problem',
      facts: [
        { name: 'lastImport', at },
        { name: 'leftOut', count: 1234 },
      ],
      troubles: [{ trouble: 'importRefused', since: at, count: 0, reason: 'The trailer is missing' }],
    },
    { part: 'reconciliation', state: 'good', facts: [{ name: 'lastReconciliation', at: null }], troubles: [] },
    { part: 'webhook', state: 'unused', facts: [], troubles: [] },
    { part: 'versions', state: 'good', facts: [{ name: 'portal', text: '1.2.3' }], troubles: [] },
  ],
}

const open = (level: 1 | 2 | 3) => {
  server.replies(readAdminSession, testAdmin({ level }))
  return openPortal('/admin-dashboard?view=system-status', { signedIn: { customer: false, admin: true } })
}

test('given a rejected extract, then the page says what is wrong, since when, why and what to do', async () => {
  server.replies(readSystemStatus, status)
  open(2)
  const list = within(await screen.findByRole('list', { name: 'What is wrong' }))
  expect(list.getByRole('heading', { name: 'Extract rejected' })).toBeTruthy()
  expect(list.getByText(/^The extract of 06\/01\/2026 10:30:00 AM was rejected\./)).toBeTruthy()
  expect(list.getByText('Reason: The trailer is missing')).toBeTruthy()
  expect(list.getByText(systemTroubles.importRefused.todo)).toBeTruthy()
  expect(screen.getByText('1 problem found.').closest('[role=status]')).toBeTruthy()
  const row = (name: RegExp) => screen.getByRole('row', { name }).textContent
  expect(row(/^Nightly import/)).toMatch(/Problem.*Last import06\/01\/2026 10:30:00 AM.*Records left out1,234/)
  expect(row(/^Reconciliation/)).toMatch(/Good.*Last completedNever/)
  expect(row(/^Gateway’s webhook/)).toContain('Not used')
  expect(row(/^Versions/)).toContain('1.2.3')
})

test('when it is refreshed and all is well again, then the page says so', async () => {
  server.replies(readSystemStatus, status)
  const user = open(1)
  const good = status.parts.map((part) => ({ ...part, troubles: [] }))
  server.replies(readSystemStatus, { ...status, parts: good })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('No problems found.')).toBeTruthy()
  expect(screen.queryByText('Extract rejected')).toBeNull()
})

test('finance has no System status', async () => {
  open(3)
  expect(await screen.findByText('You don’t have access to this page')).toBeTruthy()
  expect(server.askedFor(readSystemStatus)).toEqual([])
})
