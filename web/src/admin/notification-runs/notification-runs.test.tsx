import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import {
  type NotificationRun,
  type NotificationRuns,
  decideNotificationRun,
  notificationRunsTexts as texts,
  readNotificationRuns,
  readNotificationTotals,
  readRunExample,
  runStates,
} from '@portal/contract/notification-runs'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(countExceptions, {
    payments: 0,
    discrepancies: 0,
    autoPay: 0,
    approvals: 0,
    firstApproval: null,
    isMore: false,
  })
  server.replies(readNotificationTotals, { totals: [] })
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  openPortal('/admin-dashboard?view=reports&part=notifications', { signedIn: { customer: false, admin: true } })

const at = Instant.parse('2026-12-04T02:00:00.000Z')
const day = CalendarDate.parse('2026-12-04')
const run: NotificationRun = {
  scanId: 7,
  day,
  kind: 'overdue',
  found: 4200,
  usual: 900,
  state: 'WAITING',
  releaseAt: null,
  decided: null,
}
const scan = { id: 7, day, begunAt: at, doneAt: at, runs: [run] }
const nothing: NotificationRuns = { stoppedAt: null, queue: [], scans: [], asOf: at }
const waiting: NotificationRuns = {
  ...nothing,
  queue: [
    {
      channel: 'email',
      ready: 1234,
      readySince: at,
      handingOver: 5,
      unknown: 0,
      refused: 12,
      refusedFor: 'the mailbox is full',
      perSecond: 20,
    },
  ],
  scans: [scan, { ...scan, id: 6, runs: [] }],
}

test('a run that waits is released after a second look, with a reason', async () => {
  server.replies(readNotificationRuns, waiting)
  server.replies(readRunExample, { example: { channel: 'email', subject: 'GWA: Past due', text: 'Owed now: $95.20' } })
  const decided = { by: 'ana', at, isRelease: true }
  server.replies(decideNotificationRun, {
    ...waiting,
    scans: [{ ...scan, runs: [{ ...run, state: 'OPEN', decided }] }],
  })
  const user = open()
  expect(await screen.findByText(texts.waits)).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /Waits for a decision/ }))
  for (const shown of ['4,200', '900']) expect(row.getByText(shown)).toBeTruthy()
  await user.click(row.getByRole('button', { name: /^Release/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 4,200 messages?' }))
  expect(await dialog.findByText(/Owed now: \$95\.20/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(server.askedFor(decideNotificationRun)).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: exceptionsTexts.why }), 'New cycle')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Released. The messages leave now.')).toBeTruthy()
  expect(screen.getByText(/^Released by ana/)).toBeTruthy()
  expect(screen.queryByText(texts.waits)).toBeNull()
  expect(server.askedFor(decideNotificationRun).map(({ body }) => body)).toEqual([
    { scanId: 7, kind: 'overdue', found: 4200, decision: 'release', why: 'New cycle' },
  ])
})

test('one that has changed says so, and keeps the reason', async () => {
  server.replies(readNotificationRuns, waiting)
  server.replies(readRunExample, { example: null })
  server.refuses(decideNotificationRun, 'run-changed', decideNotificationRun.problems['run-changed'])
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^Drop/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('There is no message to show anymore.')).toBeTruthy()
  const why = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: exceptionsTexts.why })
  await user.type(why, 'Wrong import')
  await user.click(dialog.getByRole('button', { name: texts.drop }))
  expect(await dialog.findByText(decideNotificationRun.problems['run-changed'].title)).toBeTruthy()
  expect(why.value).toBe('Wrong import')
})

test('the queue, and what became of messages, are there in figures with the reasons in words', async () => {
  server.replies(readNotificationRuns, waiting)
  server.forget(readNotificationTotals)
  server.replies(readNotificationTotals, {
    totals: [
      {
        day,
        kind: 'billReady',
        channel: 'text',
        counts: [
          { result: 'delivered', reason: '', count: 1100 },
          { result: 'dropped', reason: 'paid', count: 7 },
          { result: 'dropped', reason: 'late', count: 2 },
        ],
      },
    ],
  })
  open()
  const queue = within(await screen.findByRole('table', { name: texts.queue }))
  for (const shown of ['Email', '1,234', '12', 'the mailbox is full', '20 a second'])
    expect(queue.getByText(shown)).toBeTruthy()
  const totals = within(await screen.findByRole('table', { name: texts.totals }))
  for (const shown of ['1,100', '9', '7: The bill was paid before it left.'])
    expect(totals.getByText(shown)).toBeTruthy()
  expect(screen.getByText('Nothing new')).toBeTruthy()
})

test('without any run the page says so, and since when they are off', async () => {
  server.replies(readNotificationRuns, { ...nothing, stoppedAt: at })
  open()
  expect(await screen.findByText('No notifications were looked for yet.')).toBeTruthy()
  expect(screen.getByText(/^Notifications have been off since 12\/04\/2026/)).toBeTruthy()
  expect(await screen.findByText('No messages in the last 7 days.')).toBeTruthy()
  expect(screen.queryByText(runStates.WAITING)).toBeNull()
})

test('a level that does not decide has no such page', async () => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level: 5 }))
  open()
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.queryByRole('link', { name: reportPartNames.notifications })).toBeNull()
  expect(server.askedFor(readNotificationRuns)).toEqual([])
})
