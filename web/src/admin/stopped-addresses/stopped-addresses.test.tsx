import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import {
  type StoppedAddress,
  exportStoppedAddresses,
  listStoppedAddresses,
  listTextReplies,
  stopReasons,
  stoppedAddressesTexts as texts,
} from '@portal/contract/stopped-addresses'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 4 }))
  server.replies(listTextReplies, { replies: [], hasMore: false })
})
afterEach(() => vi.unstubAllGlobals())

const open = (query = '') =>
  openPortal(`/admin-dashboard?view=reports&part=stopped-addresses${query}`, {
    signedIn: { customer: false, admin: true },
  })

const stopped: StoppedAddress = {
  id: 9,
  channel: 'text',
  address: '+16715550101',
  why: 'stop',
  since: Instant.parse('2026-12-04T02:00:00.000Z'),
  customers: [{ username: 'maria', accountId: '4821007391' }],
  others: 2,
}

test('an address says why, since when and whose it is; older ones come on demand', async () => {
  server.replies(listStoppedAddresses, { addresses: [stopped], hasMore: true })
  const older: StoppedAddress = { ...stopped, id: 3, address: 'gone@customer.example', customers: [], others: 0 }
  server.replies(listStoppedAddresses, { addresses: [older], hasMore: false })
  const user = open()
  const row = within(await screen.findByRole('row', { name: /671-555-0101/ }))
  for (const shown of ['Text', stopReasons.stop, 'maria', '4821007391', 'and 2 more'])
    expect(row.getByText(shown)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(within(await screen.findByRole('row', { name: /gone@/ })).getByText('No online account uses it')).toBeTruthy()
  expect(server.askedFor(listStoppedAddresses).map(({ address }) => address.search)).toEqual(['', '?before=9'])
})

test('the filters are in the address of the page and of the file', async () => {
  server.replies(listStoppedAddresses, { addresses: [stopped], hasMore: false })
  const user = open('&why=bounced&channel=pigeon')
  await screen.findByText('671-555-0101')
  expect(server.askedFor(listStoppedAddresses).at(-1)?.address.search).toBe('?why=bounced')
  await user.type(screen.getByRole('textbox', { name: new RegExp('Address, number or username') }), 'maria')
  await user.click(screen.getByRole('button', { name: texts.search }))
  await waitFor(() => expect(location.search).toContain('address=maria'))
  const file = await screen.findByRole('link', { name: texts.exportCsv })
  expect(file.getAttribute('href')).toBe(`${exportStoppedAddresses.path}?why=bounced&address=maria`)
})

test.each([
  ['', 'No stopped addresses.'],
  ['&why=bounced', texts.noMatch],
])('with the filters %j and nothing found, it says: %s', async (query, said) => {
  server.replies(listStoppedAddresses, { addresses: [], hasMore: false })
  open(query)
  expect(await screen.findByText(said)).toBeTruthy()
})

test('when the server does not answer, it can be asked again', async () => {
  server.isUnreachableFor(listStoppedAddresses)
  server.replies(listStoppedAddresses, { addresses: [], hasMore: false })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No stopped addresses.')).toBeTruthy()
})

test('replies to texts are read below: what they say, whose they are, and whether they stopped the number', async () => {
  server.replies(listStoppedAddresses, { addresses: [], hasMore: false })
  server.forget(listTextReplies)
  const reply = { id: 5, number: '+16715550101', at: Instant.parse('2026-12-04T02:00:00.000Z') }
  server.replies(listTextReplies, {
    replies: [
      { ...reply, words: 'Wrong number', isStop: true, usernames: ['maria'] },
      { ...reply, id: 4, words: 'When is it due?', isStop: false, usernames: [] },
    ],
    hasMore: false,
  })
  open()
  const stop = within(await screen.findByRole('row', { name: /Wrong number/ }))
  for (const shown of ['maria', 'Stopped the number']) expect(stop.getByText(shown)).toBeTruthy()
  const asks = within(screen.getByRole('row', { name: /When is it due/ }))
  expect(asks.queryByText('Stopped the number')).toBeNull()
  expect(asks.getByText('No online account uses it')).toBeTruthy()
})
