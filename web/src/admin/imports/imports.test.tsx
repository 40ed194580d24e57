import { readAdminSession } from '@portal/contract/admin-sign-in'
import { partsOfData } from '@portal/contract/billing-data'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import { importQuestionTexts, importsTexts as texts } from '@portal/contract/import-texts'
import {
  type ImportJob,
  type ImportRun,
  type ImportSummary,
  checkImportAgain,
  dropImport,
  goLiveWithImport,
  listImportRuns,
  readImports,
  startImport,
  undoImport,
  uploadImportFile,
} from '@portal/contract/imports'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  const none = { payments: 0, discrepancies: 0, autoPay: 0, approvals: 0, firstApproval: null, isMore: false }
  server.replies(countExceptions, none)
})
afterEach(() => vi.unstubAllGlobals())

const at = Instant.parse('2026-06-30T17:42:00.000Z')
const summary: ImportSummary = {
  asOf: CalendarDate.parse('2026-06-29'),
  rows: 3013,
  leftOut: 1,
  live: { accounts: 3007, total: '208770.40', credits: '-1880.10' },
  next: { accounts: 3006, total: '215104.92', credits: '-1902.33' },
  new: 9,
  closed: 4,
  newHolders: 3,
  changed: 2418,
  largest: [{ account: '104-0002-01', name: 'School', live: '1118.20', next: '4902.75', change: '3784.55' }],
  faults: [{ file: 'accounts', line: 812, reason: 'balance is no amount' }],
  missing: ['usage'],
}
const job: ImportJob = {
  id: 5,
  files: ['accounts_20260629.csv'],
  createdAt: at,
  createdBy: 'it.ana',
  state: 'CHECKED',
  percent: null,
  reason: null,
  summary,
  decidedAt: null,
  decidedBy: null,
}
const run: ImportRun = {
  id: 9,
  startedAt: at,
  asOf: CalendarDate.parse('2026-06-28'),
  outcome: 'imported',
  isLive: true,
  by: 'it.ana',
  accounts: 3007,
  leftOut: 0,
  reason: null,
}
const inboxFile = { name: 'accounts_20260629.csv', bytes: 81_000, at }

/** What the page reads, one after the other. */
function open(...pages: readonly { job?: ImportJob; inbox?: (typeof inboxFile)[]; undo?: boolean }[]) {
  for (const { job: shown = null, inbox = [], undo = false } of pages) {
    const before = { runId: 8, asOf: CalendarDate.parse('2026-06-27') }
    server.replies(readImports, { isSetUp: true, inbox, job: shown, undo: undo ? before : null })
    server.replies(listImportRuns, { runs: [run], hasMore: false })
  }
  return openPortal('/admin-dashboard?view=imports', { signedIn: { customer: false, admin: true } })
}
const press = async (user: ReturnType<typeof open>, name: string | RegExp) =>
  await user.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))

test('files are uploaded as they are chosen, and their dry run is started with the day', async () => {
  const user = open({}, { inbox: [inboxFile] }, { job: { ...job, state: 'CHECKING', percent: 40, summary: null } })
  server.replies(uploadImportFile, { name: inboxFile.name, bytes: 81_000 })
  server.replies(startImport, { id: 5 })
  expect(await screen.findByText(texts.inboxEmpty)).toBeTruthy()
  await user.upload(screen.getByLabelText(texts.upload), new File(['x'], inboxFile.name))
  expect(await screen.findByRole('checkbox', { name: /^accounts_20260629\.csv 81 KB/ })).toBeTruthy()
  await user.type(screen.getByLabelText(texts.asOf), '06/29/2026')
  await press(user, texts.check)
  expect((await screen.findByRole('progressbar', { name: texts.checking })).getAttribute('value')).toBe('40')
  expect(server.askedFor(startImport).map(({ body }) => body)).toEqual([
    { files: [inboxFile.name], asOf: '2026-06-29' },
  ])
  expect(server.askedFor(uploadImportFile)[0]?.address.searchParams.get('name')).toBe(inboxFile.name)
})

test('a file that is not ticked is not imported', async () => {
  const user = open({ inbox: [inboxFile, { ...inboxFile, name: 'old.csv' }] }, { job: { ...job, state: 'CHECKING' } })
  server.replies(startImport, { id: 5 })
  await user.click(await screen.findByRole('checkbox', { name: /^old/ }))
  await press(user, texts.check)
  await screen.findByRole('progressbar')
  expect(server.askedFor(startImport).map(({ body }) => body)).toEqual([{ files: [inboxFile.name] }])
})

describe('a dry run', () => {
  test('is told in words: totals, changes, faults by line, and what will not appear', async () => {
    open({ job })
    const totals = within(await screen.findByRole('table', { name: 'Totals' }))
    expect(totals.getByRole('row', { name: /Accounts 3,007 3,006/ })).toBeTruthy()
    expect(totals.getByRole('row', { name: /Total of balances \$208,770.40 \$215,104.92/ })).toBeTruthy()
    expect(screen.getByText('accounts, line 812')).toBeTruthy()
    expect(screen.getByText(partsOfData.usage.without)).toBeTruthy()
    expect(screen.getByRole('row', { name: /104-0002-01.*\$3,784\.55/ })).toBeTruthy()
    expect(screen.getByText('New holders').nextSibling?.textContent).toBe('3')
  })

  test('goes live after a second look that repeats the totals, with what the register says', async () => {
    const user = open({ job }, { job: { ...job, state: 'GOING_LIVE' } })
    server.replies(goLiveWithImport, { id: 5 })
    await user.type(await screen.findByLabelText(texts.registerAccounts), '3,006')
    await user.type(screen.getByLabelText(texts.registerTotal), '215,104.92')
    expect(screen.getByText('The same as in your register.')).toBeTruthy()
    await press(user, 'Go live with 3,006 accounts')
    expect(inDialog().getByText(/3,006 accounts with \$215,104\.92 in all, as of 06\/29\/2026/)).toBeTruthy()
    expect(inDialog().getByText(/1 line is left out/)).toBeTruthy()
    await user.click(inDialog().getByRole('button', { name: texts.goLive }))
    expect(await screen.findByRole('progressbar', { name: texts.goingLive })).toBeTruthy()
    expect(server.askedFor(goLiveWithImport).map(({ body }) => body)).toEqual([
      { accounts: 3006, total: '215104.92', evenSo: false },
    ])
  })

  test('does not go live with other totals in the register', async () => {
    const user = open({ job })
    await user.type(await screen.findByLabelText(texts.registerAccounts), '3012')
    expect(screen.getByText(/^Your register says something else/)).toBeTruthy()
    await press(user, /^Go live with/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('with far fewer accounts asks before it goes live', async () => {
    const next = { ...summary.next, accounts: 2000 }
    const user = open({ job: { ...job, summary: { ...summary, next } } })
    expect(await screen.findByText(importQuestionTexts.fewer)).toBeTruthy()
    await press(user, /^Go live with/)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: texts.evenSo }))
    await press(user, /^Go live with/)
    expect(inDialog().getByText(/2,000 accounts/)).toBeTruthy()
  })

  test('that is discarded gives the files back', async () => {
    const user = open({ job }, { job: { ...job, state: 'DROPPED' }, inbox: [inboxFile] })
    server.replies(dropImport, { id: 5 })
    await press(user, texts.drop)
    await user.click(inDialog().getByRole('button', { name: texts.drop }))
    expect(await screen.findByRole('checkbox', { name: /^accounts/ })).toBeTruthy()
  })

  test('that rejects the files says why, and can be run again with a day', async () => {
    const reason = 'The day of the data is not known'
    const user = open({ job: { ...job, state: 'REFUSED', reason, summary: null } }, { job })
    server.replies(checkImportAgain, { id: 5 })
    expect(await screen.findByText(reason)).toBeTruthy()
    await user.type(screen.getAllByLabelText(texts.asOf)[0] ?? document.body, '06/29/2026')
    await press(user, texts.checkAgain)
    expect(await screen.findByRole('table', { name: 'Totals' })).toBeTruthy()
    expect(server.askedFor(checkImportAgain).map(({ body }) => body)).toEqual([{ asOf: '2026-06-29' }])
  })
})

test('the import before is restored after a second look that says what happens', async () => {
  const user = open({ undo: true }, { job: { ...job, state: 'GOING_LIVE' } })
  server.replies(undoImport, { id: 6 })
  await press(user, 'Undo to 06/27/2026')
  expect(inDialog().getByText(texts.undoQuestion)).toBeTruthy()
  await user.click(inDialog().getByRole('button', { name: 'Undo to 06/27/2026' }))
  expect(await screen.findByRole('progressbar', { name: texts.goingLive })).toBeTruthy()
  expect(screen.getByRole('row', { name: /06\/28\/2026.*it\.ana.*3,007.*Live/ })).toBeTruthy()
})

test('without a folder for billing files the page says what to set', async () => {
  server.replies(readImports, { isSetUp: false, inbox: [], job: null, undo: null })
  server.replies(listImportRuns, { runs: [], hasMore: false })
  openPortal('/admin-dashboard?view=imports', { signedIn: { customer: false, admin: true } })
  expect(await screen.findByText(texts.notSetUp)).toBeTruthy()
  expect(await screen.findByText(texts.noHistory)).toBeTruthy()
})

test('when the server does not answer, then it can be asked again', async () => {
  server.isUnreachableFor(readImports)
  const user = open({})
  expect(await screen.findByText(adminConsoleTexts.serverError)).toBeTruthy()
  await press(user, 'Try again')
  expect(await screen.findByText(texts.inboxEmpty)).toBeTruthy()
})
