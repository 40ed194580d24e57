import { readAdminSession } from '@portal/contract/admin-sign-in'
import { type AuditEntry, auditActions, readAuditLog, auditLogTexts } from '@portal/contract/audit-log'
import { Instant, dateRanges, typedDateTexts } from '@portal/contract/dates'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

const entry: AuditEntry = {
  id: 3,
  at: Instant.parse('2026-11-20T22:00:00.000Z'),
  actorKind: 'admin',
  actor: 'ben',
  action: 'admin-sign-in',
  outcome: 'done',
  subject: '',
  address: '192.0.2.7',
  before: null,
  after: null,
}

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin())
  server.replies(readAuditLog, { entries: [entry], hasMore: false })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (query = '') =>
  openPortal(`/admin-dashboard?view=audit-log${query}`, { signedIn: { customer: false, admin: true } })
const asked = () => server.askedFor(readAuditLog).at(-1)?.address.search
const day = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const who = () => screen.getByRole<HTMLInputElement>('textbox', { name: auditLogTexts.actor })

test('the filters are kept in the address, and Back restores the previous ones', async () => {
  const user = open()
  await screen.findByRole('rowheader', { name: 'ben' })
  await user.type(who(), ' ben ')
  const search = screen.getByRole('button', { name: auditLogTexts.search })
  await user.click(search)
  await waitFor(() => expect(location.search).toBe('?view=audit-log&actor=ben'))
  await waitFor(() => expect(asked()).toBe('?actor=ben'))
  expect(document.activeElement).toBe(search)
  history.back()
  await waitFor(() => expect(location.search).toBe('?view=audit-log'))
  await waitFor(() => expect(who().value).toBe(''))
})

test('an address with filters fills in the form, and invalid ones are ignored', async () => {
  open('&actor=7&subject=0004995737&action=admin-sign-in&from=2026-02-30&to=2026-11-20')
  await screen.findByRole('rowheader', { name: 'ben' })
  expect(asked()).toBe('?action=admin-sign-in&actor=7&subject=0004995737&to=2026-11-20')
  await waitFor(() => expect(who().value).toBe('7'))
  expect(day(typedDateTexts.to).value).toBe('11/20/2026')
  expect(screen.getByRole('combobox', { name: auditLogTexts.action })).toHaveProperty('value', 'admin-sign-in')
  expect(screen.getByText(auditActions['admin-sign-in'], { selector: 'td' })).toBeTruthy()
})

test.each([
  ['2/30/2026', '', typedDateTexts.from, typedDateTexts.noSuchDate],
  ['', '2026-02-09', typedDateTexts.to, typedDateTexts.date],
  ['02/10/2026', '2/9/2026', typedDateTexts.to, typedDateTexts.reversedDates],
])('the days %j to %j are refused at %s, as in Reports', async (from, to, field, message) => {
  const user = open()
  await screen.findByRole('rowheader', { name: 'ben' })
  if (from) await user.type(day(typedDateTexts.from), from)
  if (to) await user.type(day(typedDateTexts.to), to)
  await user.click(screen.getByRole('button', { name: auditLogTexts.search }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(day(field))
  expect(asked()).toBe('')
})

test('the days of a range take one press, and keep what else was typed', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T20:00:00Z'))
  const user = open('&actor=ben')
  await screen.findByRole('rowheader', { name: 'ben' })
  await user.click(screen.getByRole('button', { name: dateRanges.yesterday }))
  await waitFor(() => expect(asked()).toBe('?actor=ben&from=2026-11-22&to=2026-11-22'))
  expect(day(typedDateTexts.from).value).toBe('11/22/2026')
})

test('a change is told in words', async () => {
  const changed = { action: 'switch-changed', subject: 'Pay Now', before: { flag: 0 }, after: { flag: 1 } } as const
  server.forget(readAuditLog)
  server.replies(readAuditLog, { entries: [{ ...entry, ...changed }], hasMore: false })
  open()
  const changes = (await screen.findByText('Off for maintenance')).closest('dl')
  expect(changes?.textContent).toBe('For customersOn → Off for maintenance')
})

test('while the log is still loading it can be searched', async () => {
  server.forget(readAuditLog)
  server.holds(readAuditLog, { entries: [], hasMore: false })
  server.replies(readAuditLog, { entries: [entry], hasMore: false })
  const user = open()
  await user.type(await screen.findByRole('textbox', { name: auditLogTexts.actor }), 'ben{Enter}')
  await screen.findByRole('rowheader', { name: 'ben' })
  expect(asked()).toBe('?actor=ben')
})

test('the same search again shows what has been written since', async () => {
  const user = open('&actor=ben')
  await screen.findByRole('rowheader', { name: 'ben' })
  server.forget(readAuditLog)
  server.replies(readAuditLog, { entries: [{ ...entry, id: 4, subject: 'newest' }, entry], hasMore: false })
  await user.click(screen.getByRole('button', { name: auditLogTexts.search }))
  expect(await screen.findByText('newest')).toBeTruthy()
})

test('when the last of the older entries have come, the button is gone, and the line that says so has the focus', async () => {
  server.forget(readAuditLog)
  server.replies(readAuditLog, { entries: [entry], hasMore: true })
  server.replies(readAuditLog, { entries: [{ ...entry, id: 2 }], hasMore: false })
  const user = open()
  expect(await screen.findByText('Showing 1 entry')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show older entries' }))
  const line = await screen.findByText('Showing all 2 entries')
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
  expect(document.activeElement).toBe(line)
})
