import { listBills } from '@portal/contract/bills'
import { CalendarDate } from '@portal/contract/dates'
import { type Notifications, readNotifications } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import {
  choosePaperless,
  type Paperless,
  type PaperlessState,
  paperlessTexts as texts,
  readPaperless,
} from '@portal/contract/paperless'
import { listSentNotifications } from '@portal/contract/sent-notifications'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountNumber, customerServer, openSignedIn, twoAccounts } from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  server = customerServer(twoAccounts)
  server.forget(readPaperless)
  server.replies(listSentNotifications, { sent: [], hasMore: false })
  server.replies(listBills, { result: [], total: 0 })
  server.replies(readNotifications, known)
})
afterEach(() => vi.unstubAllGlobals())

const email = { address: 'maria@customer.example', state: 'proven' } as const
const [home, office] = [accountNumber(1), accountNumber(2)]
const known: Notifications = {
  email,
  text: null,
  newNumber: null,
  accountCount: 2,
  inAll: [],
  sendsTexts: false,
  accounts: [home, office].map((accountId) => ({ accountId, serviceLocation: '12 Home Street' })),
  isCut: false,
  choices: [],
  namesAmounts: false,
  language: 'en-US',
  languages: [{ tag: 'en-US', name: 'American English' }],
}
const since = CalendarDate.parse('2026-12-03')
const given = (states: readonly PaperlessState[], change: Partial<Paperless> = {}): Paperless => ({
  email,
  accounts: states.map((state, index) => ({
    accountId: accountNumber(index + 1),
    serviceLocation: '12 Home Street',
    state,
    since: state === 'on' || state === 'returned' ? since : null,
    why: state === 'returned' ? 'records' : null,
  })),
  ...change,
})

const rowOf = async (account: string) =>
  within((await screen.findByText(account, { selector: 'p' })).closest('li') ?? document.body)

describe('on the Notifications page', () => {
  const open = () => openSignedIn('/dashboard?view=notifications')

  test('one press goes paperless for an account, and it is pending', async () => {
    server.replies(readPaperless, given(['off', 'on']))
    server.replies(choosePaperless, given(['pending', 'on']))
    const user = open()
    const row = await rowOf(home)
    await user.click(row.getByRole('button', { name: texts.turnOn }))
    await screen.findByText(`Account ${home}: ${texts.about.pending}`)
    expect(server.askedFor(choosePaperless)[0]?.body).toEqual({ accountId: home, isOn: true })
    // Not on the button that undoes it.
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
    expect(document.activeElement?.textContent).toContain(home)
    expect((await rowOf(office)).getByText('On since 12/03/2026')).toBeTruthy()
  })

  test('another press goes back to paper', async () => {
    server.replies(readPaperless, given(['on']))
    server.replies(choosePaperless, given(['ending']))
    const user = open()
    await user.click((await rowOf(home)).getByRole('button', { name: texts.turnOff }))
    await screen.findByText(texts.about.ending)
    expect(server.askedFor(choosePaperless)[0]?.body).toEqual({ accountId: home, isOn: false })
  })

  test('all accounts go paperless together; then a new bill is always emailed', async () => {
    server.replies(readPaperless, given(['off', 'on']))
    server.replies(choosePaperless, given(['pending', 'on']))
    const user = open()
    await screen.findByRole('switch', { name: `${notificationTexts.kinds.billReady} ${notificationTexts.email}` })
    await user.click(await screen.findByRole('button', { name: texts.turnAllOn }))
    await screen.findByText(texts.about.pending)
    expect(server.askedFor(choosePaperless)[0]?.body).toEqual({ accountId: 'all', isOn: true })
    expect(screen.getAllByText(notificationTexts.alwaysOn)).toHaveLength(3)
    expect(screen.queryByRole('button', { name: texts.turnAllOn })).toBeNull()
  })

  test('an address that is not confirmed has been mailed a code, to be typed here', async () => {
    const unproven = { ...email, state: 'unproven' } as const
    server.forget(readNotifications)
    server.replies(readNotifications, { ...known, email: unproven })
    server.replies(readPaperless, given(['asked'], { email: unproven }))
    open()
    await screen.findByText(texts.about.asked)
    expect(await screen.findByLabelText(notificationTexts.code)).toBeTruthy()
  })

  test('what could not be saved is said', async () => {
    server.replies(readPaperless, given(['off']))
    server.refuses(choosePaperless, 'no-address', choosePaperless.problems['no-address'])
    const user = open()
    await user.click((await rowOf(home)).getByRole('button', { name: texts.turnOn }))
    expect(await screen.findByText(texts.noEmail)).toBeTruthy()
  })
})

describe('on the account summary', () => {
  const open = () => openSignedIn('/dashboard')

  test.each([
    ['stopped', { ...email, state: 'stopped' }, texts.trouble.stopped.replace('{address}', email.address)],
    ['unproven', { ...email, state: 'unproven' }, texts.trouble.unproven.replace('{address}', email.address)],
    ['missing', null, texts.trouble.none],
  ] as const)('a paperless account whose address is %s offers paper again', async (_, address, text) => {
    server.replies(readPaperless, given(['on'], { email: address }))
    open()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('what the records took back is said', async () => {
    server.replies(readPaperless, given(['returned']))
    open()
    expect(await screen.findByText('Our records have shown paper bills since 12/03/2026.')).toBeTruthy()
  })

  test('nothing is said while emails arrive', async () => {
    server.replies(readPaperless, given(['on', 'off']))
    open()
    await vi.waitFor(() => expect(server.askedFor(readPaperless)).toHaveLength(1))
    expect(screen.queryByRole('link', { name: texts.toNotifications })).toBeNull()
  })
})

describe('on My Bills', () => {
  const open = () => openSignedIn('/dashboard?view=bills')

  test('paper bills can be changed with one press', async () => {
    server.replies(readPaperless, given(['off', 'off']))
    server.replies(choosePaperless, given(['pending', 'off']))
    const user = open()
    await user.click(await screen.findByRole('button', { name: texts.turnOn }))
    await screen.findByText(texts.about.pending)
    expect(server.askedFor(choosePaperless)[0]?.body).toEqual({ accountId: home, isOn: true })
  })

  test('the offer can be dismissed for good', async () => {
    server.replies(readPaperless, given(['off', 'off']))
    const user = open()
    await user.click(await screen.findByRole('button', { name: texts.notNow }))
    expect(screen.queryByText(texts.offer)).toBeNull()
    expect(localStorage.getItem('paperlessOffer')).not.toBeNull()
  })
})
