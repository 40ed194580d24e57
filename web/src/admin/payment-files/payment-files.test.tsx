import { reportPartNames } from '@portal/contract/admin-levels'
import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { countExceptions } from '@portal/contract/exception-count'
import {
  type ListedPaymentFile,
  type PaymentToReverse,
  downloadPaymentFile,
  listPaymentFiles,
  listPaymentsToReverse,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  markReversed,
  paymentFilesTexts as texts,
} from '@portal/contract/payment-files'
import type { PortalStart } from '@portal/contract/utility'
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
  const none = { payments: 0, discrepancies: 0, autoPay: 0, approvals: 0, firstApproval: null, isMore: false }
  server.replies(countExceptions, none)
})
afterEach(() => vi.unstubAllGlobals())

const open = (start: Partial<PortalStart> = { paymentFiles: 'byHand' }) =>
  openPortal('/admin-dashboard?view=reports&part=payment-files', {
    signedIn: { customer: false, admin: true },
    ...start,
  })

const file: ListedPaymentFile = {
  id: 7,
  name: 'pay-20260601-0000000007.csv',
  writtenAt: Instant.parse('2026-06-01T15:00:00.000Z'),
  payDate: CalendarDate.parse('2026-06-01'),
  method: 'CARD',
  count: 1200,
  sum: '80530.53',
  state: 'WRITTEN',
  loaded: null,
}
const loaded = { at: Instant.parse('2026-06-02T00:00:00.000Z'), by: 'finance.ana' }
const refund: PaymentToReverse = {
  id: 4,
  receipt: 'W-1234-5678',
  reference: '71',
  file: file.name,
  accountId: '1000000001',
  amount: '80.53',
  payDate: CalendarDate.parse('2026-06-01'),
  refundedOn: CalendarDate.parse('2026-06-03'),
  reason: 'paid twice',
}
const second: PaymentToReverse = { ...refund, id: 5, receipt: 'W-1234-9999', accountId: '1000000002' }

const filesAre = (...pages: readonly { files: ListedPaymentFile[]; hasMore?: boolean }[]) => {
  for (const { files, hasMore = false } of pages) server.replies(listPaymentFiles, { files, hasMore })
}
const refundsAre = (...pages: readonly PaymentToReverse[][]) => {
  for (const payments of pages) server.replies(listPaymentsToReverse, { payments, hasMore: false })
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const inDialog = () => within(screen.getByRole('dialog'))

test('a file says its day, method, count and sum, and can be downloaded; older ones come on demand', async () => {
  refundsAre([])
  filesAre(
    { files: [file], hasMore: true },
    { files: [{ ...file, id: 3, name: 'pay-3.csv', state: 'LOADED', loaded }] },
  )
  const user = open()
  const newest = await row(/0000000007/)
  for (const shown of ['06/01/2026', 'CARD', '1,200', '$80,530.53', 'Written'])
    expect(newest.getByText(shown)).toBeTruthy()
  const link = newest.getByRole('link', { name: file.name })
  expect(link.getAttribute('href')).toBe(downloadPaymentFile.path.replace(':id', '7'))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  const older = await row(/pay-3/)
  expect(older.getByText('Loaded and posted')).toBeTruthy()
  expect(older.getByText(/finance\.ana/)).toBeTruthy()
  expect(older.getByRole('button').textContent).toBe('Not loaded after all: pay-3.csv')
  expect(server.askedFor(listPaymentFiles).map(({ address }) => address.searchParams.get('before'))).toEqual([
    null,
    '7',
  ])
})

test('files that are not split by day and method have no columns for them', async () => {
  refundsAre([])
  filesAre({ files: [{ ...file, payDate: null, method: null }] })
  open()
  await row(/0000000007/)
  for (const name of ['Payment date', 'Method']) expect(screen.queryByRole('columnheader', { name })).toBeNull()
})

test('a file is marked as loaded and posted after a second look', async () => {
  refundsAre([])
  filesAre({ files: [file] }, { files: [{ ...file, state: 'LOADED', loaded }] })
  server.replies(markPaymentFileLoaded, { loaded: true })
  const user = open()
  await user.click((await row(/0000000007/)).getByRole('button'))
  expect(inDialog().getByText(texts.loadedQuestion)).toBeTruthy()
  await user.click(inDialog().getByRole('button', { name: texts.markLoaded }))
  expect(await screen.findByText('Loaded and posted')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.askedFor(markPaymentFileLoaded)).toHaveLength(1)
})

test('that a file is loaded is taken back after a second look', async () => {
  refundsAre([])
  filesAre({ files: [{ ...file, state: 'LOADED', loaded: { ...loaded, by: null } }] }, { files: [file] })
  server.replies(markPaymentFileNotLoaded, { loaded: false })
  const user = open()
  const shown = await row(/0000000007/)
  expect(shown.getByText(/^Moved by the billing system/)).toBeTruthy()
  await user.click(shown.getByRole('button'))
  expect(inDialog().getByText(texts.notLoadedQuestion)).toBeTruthy()
  await user.click(inDialog().getByRole('button', { name: texts.markNotLoaded }))
  expect(await screen.findByText('Written')).toBeTruthy()
  expect(server.askedFor(markPaymentFileNotLoaded)).toHaveLength(1)
})

test('given a second look that ends with Cancel, then nothing is marked', async () => {
  refundsAre([])
  filesAre({ files: [file] })
  const user = open()
  await user.click((await row(/0000000007/)).getByRole('button'))
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }))
  expect(server.askedFor(markPaymentFileLoaded)).toEqual([])
})

test('a file that another admin has marked says so, and the list is fetched again', async () => {
  refundsAre([])
  filesAre({ files: [file] }, { files: [{ ...file, state: 'LOADED', loaded }] })
  server.refuses(markPaymentFileLoaded, 'already-loaded', markPaymentFileLoaded.problems['already-loaded'])
  const user = open()
  await user.click((await row(/0000000007/)).getByRole('button'))
  await user.click(inDialog().getByRole('button', { name: texts.markLoaded }))
  expect(await screen.findByText(markPaymentFileLoaded.problems['already-loaded'].title)).toBeTruthy()
  expect(await screen.findByText('Loaded and posted')).toBeTruthy()
})

test('a refund to reverse says of which account and file, and is marked', async () => {
  refundsAre([refund], [])
  filesAre({ files: [] })
  server.replies(markReversed, { reversed: true })
  const user = open()
  const shown = await row(/1000000001/)
  for (const text of ['$80.53', file.name, 'Reference 71, receipt W-1234-5678', '06/03/2026', 'paid twice'])
    expect(shown.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.markAllReversed })).toBeNull()
  await user.click(shown.getByRole('button'))
  expect(inDialog().getByRole('heading', { name: 'Mark as reversed: account 1000000001, $80.53' })).toBeTruthy()
  await user.click(inDialog().getByRole('button', { name: texts.markReversed }))
  expect(await screen.findByText(texts.noneByHand)).toBeTruthy()
  expect(server.askedFor(markReversed).map(({ body }) => body)).toEqual([{ ids: [4] }])
})

test('all refunds that are shown are marked at once', async () => {
  refundsAre([refund, second], [])
  filesAre({ files: [] })
  server.replies(markReversed, { reversed: true })
  const user = open()
  await user.click(await screen.findByRole('button', { name: texts.markAllReversed }))
  expect(inDialog().getByText(texts.allReversedQuestion)).toBeTruthy()
  await user.click(inDialog().getByRole('button', { name: texts.markReversed }))
  expect(await screen.findByText(texts.noneByHand)).toBeTruthy()
  expect(server.askedFor(markReversed).map(({ body }) => body)).toEqual([{ ids: [4, 5] }])
})

test('where files say refunds, nothing is reversed by hand', async () => {
  filesAre({ files: [] })
  open({ paymentFiles: 'negative' })
  expect(await screen.findByText(texts.none)).toBeTruthy()
  expect(screen.queryByText(texts.byHand)).toBeNull()
  expect(server.askedFor(listPaymentsToReverse)).toEqual([])
})

test('when the server does not answer, then it can be asked again', async () => {
  refundsAre([])
  server.isUnreachableFor(listPaymentFiles)
  filesAre({ files: [file] })
  const user = open()
  expect(await screen.findByText(adminConsoleTexts.serverError)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await row(/0000000007/)
})

test.each([
  ['a profile without a layout', 3, {}],
  ['a level that does not handle money', 5, { paymentFiles: 'byHand' }],
] as const)('for %s there is no such list', async (_, level, start) => {
  server.forget(readAdminSession)
  server.replies(readAdminSession, testAdmin({ level }))
  open(start)
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.queryByText(reportPartNames.paymentFiles)).toBeNull()
  expect(server.askedFor(listPaymentFiles)).toEqual([])
})
