import { readUserDetails } from '@portal/contract/account-summary'
import { Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import {
  chooseAmounts,
  chooseLanguage,
  chooseNotification,
  type Notifications,
  proveAddress,
  readNotifications,
  sendProof,
  sendTestMessage,
} from '@portal/contract/notifications'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { listSentNotifications, readStop, stopNotifications } from '@portal/contract/sent-notifications'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { customerServer, openSignedIn, testDetails, testRow } from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  server = customerServer([])
  server.replies(listSentNotifications, { sent: [], hasMore: false })
})
afterEach(() => vi.unstubAllGlobals())

const [home, office] = ['1234567890', '2234567890'].map((number) => AccountNumber.parse(number))
const given = (change: Partial<Notifications> = {}): Notifications => ({
  email: { address: 'maria@customer.example', state: 'proven' },
  accounts: [home, office].map((accountId) => ({
    accountId: accountId ?? AccountNumber.parse('0000000000'),
    serviceLocation: '12 Home Street',
  })),
  text: null,
  newNumber: null,
  accountCount: 2,
  inAll: [],
  sendsTexts: false,
  isCut: false,
  choices: [],
  namesAmounts: false,
  language: 'en-US',
  languages: [{ tag: 'en-US', name: 'American English' }],
  ...change,
})
const on = { accountId: AccountNumber.parse('1234567890'), kind: 'billReady', channel: 'email' } as const

const open = (start: Parameters<typeof openSignedIn>[1] = {}) => openSignedIn('/dashboard?view=notifications', start)
const newBill = async () => await screen.findByRole('switch', { name: `${texts.kinds.billReady} ${texts.email}` })
const hasFocus = async (element: Element | null) => await vi.waitFor(() => expect(document.activeElement).toBe(element))
const isOn = (control: HTMLElement) => control.getAttribute('aria-checked')

test('nothing is on beforehand, and one press turns it on for all accounts', async () => {
  server.replies(readNotifications, given())
  server.replies(
    chooseNotification,
    given({
      choices: [on, { ...on, accountId: AccountNumber.parse('2234567890') }],
      inAll: [{ kind: 'billReady', channel: 'email', on: 2, stopped: 0 }],
    }),
  )
  const user = open()
  expect(isOn(await newBill())).toBe('false')
  await user.click(await newBill())
  await vi.waitFor(async () => expect(isOn(await newBill())).toBe('true'))
  expect(server.askedFor(chooseNotification)[0]?.body).toEqual({ ...on, accountId: 'all', isOn: true })
})

test('one account can be chosen by itself', async () => {
  server.replies(readNotifications, given({ choices: [on], inAll: [{ ...on, on: 1, stopped: 0 }] }))
  const user = open()
  await screen.findByText('On for 1 of 2')
  await user.selectOptions(screen.getByLabelText(texts.account), '1234567890')
  expect(isOn(await newBill())).toBe('true')
})

test('on for some accounts, it says for how many, and what each button does, before it is pressed', async () => {
  const some = { kind: 'billReady', channel: 'email' } as const
  server.replies(readNotifications, given({ accountCount: 200, inAll: [{ ...some, on: 197, stopped: 1 }] }))
  server.replies(chooseNotification, given({ accountCount: 200, inAll: [{ ...some, on: 199, stopped: 1 }] }))
  server.replies(chooseNotification, given({ accountCount: 200, inAll: [{ ...some, on: 200, stopped: 0 }] }))
  const user = open()
  const opener = async (words: string) =>
    await screen.findByRole('button', { name: `${texts.kinds.billReady} ${texts.email} ${words}` })
  await user.click(await opener('On for 197 of 200'))
  await screen.findByText('On for 197 of 200 accounts.')
  await screen.findByText(/One account was stopped with the link in a message/)
  await user.click(screen.getByRole('button', { name: 'Turn on for the other 2' }))
  await user.click(await opener('On for 199 of 200'))
  expect(screen.queryByRole('button', { name: /the other/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Turn on for all 200, these too' }))
  await vi.waitFor(async () => expect(isOn(await newBill())).toBe('true'))
  expect(server.askedFor(chooseNotification).map(({ body }) => body)).toEqual([
    { ...some, accountId: 'all', isOn: true },
    { ...some, accountId: 'all', isOn: true, evenStopped: true },
  ])
})

test('another number waits for its code beside the one that is confirmed, and says when the text did not arrive', async () => {
  const [old, next] = ['+16715550101', '+16715550102']
  const waits = { sendsTexts: true, text: { address: old, state: 'proven' as const } }
  server.replies(readNotifications, given({ ...waits, newNumber: { address: next, trouble: 'notMobile' } }))
  server.replies(proveAddress, given({ sendsTexts: true, text: { address: next, state: 'proven' } }))
  const user = open()
  await screen.findByText(
    'Enter the code we sent to 671-555-0102 to use this number. Until then, texts go to 671-555-0101.',
  )
  await screen.findByText(texts.codeTrouble.notMobile.replace('{address}', '671-555-0102'))
  await user.type(screen.getByLabelText(texts.code), '123456')
  await user.click(screen.getByRole('button', { name: texts.confirm }))
  await screen.findByText(texts.confirmed.text)
  expect(screen.queryByText('671-555-0101')).toBeNull()
})

test('a choice that could not be saved is taken back, and says so', async () => {
  server.replies(readNotifications, given())
  server.refuses(chooseNotification, 'address-unproven', chooseNotification.problems['address-unproven'])
  const user = open()
  await user.click(await newBill())
  await screen.findByText(chooseNotification.problems['address-unproven'].title)
  expect(isOn(await newBill())).toBe('false')
})

test('an address is confirmed with the code that was mailed there', async () => {
  const email = { address: 'maria@customer.example', state: 'unproven' } as const
  server.replies(readNotifications, given({ email }))
  server.replies(sendProof, { address: email.address })
  server.replies(proveAddress, given())
  const user = open()
  await user.click(await screen.findByRole('button', { name: texts.sendCode.email }))
  await hasFocus(await screen.findByLabelText(texts.code))
  await user.click(await screen.findByRole('button', { name: texts.confirm }))
  await screen.findAllByText('Enter the 6 digits of the code.')
  await user.type(screen.getByLabelText(texts.code), '123456')
  await user.click(screen.getByRole('button', { name: texts.confirm }))
  await hasFocus((await screen.findByText(texts.confirmed.email)).closest('[role=status]'))
  expect(server.askedFor(proveAddress)[0]?.body).toEqual({ channel: 'email', code: '123456' })
})

test('a wrong code is said at its field and in the summary, without a reference', async () => {
  const email = { address: 'maria@customer.example', state: 'unproven' } as const
  server.replies(readNotifications, given({ email }))
  server.replies(sendProof, { address: email.address })
  server.refuses(proveAddress, 'wrong-code', proveAddress.problems['wrong-code'])
  const user = open()
  await user.click(await screen.findByRole('button', { name: texts.sendCode.email }))
  await user.type(await screen.findByLabelText(texts.code), '123456')
  await user.click(screen.getByRole('button', { name: texts.confirm }))
  expect(await screen.findAllByText(proveAddress.problems['wrong-code'].title)).toHaveLength(2)
  expect(screen.getByLabelText(texts.code).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/req-1/)).toBeNull()
})

test('a switch that is refused twice says so twice', async () => {
  server.replies(readNotifications, given({ email: { address: 'maria@customer.example', state: 'unproven' } }))
  const user = open()
  await user.click(await newBill())
  const first = screen.getByRole('alert')
  await user.click(await newBill())
  expect(screen.getByRole('alert').textContent).toBe(first.textContent)
  expect(screen.getByRole('alert')).not.toBe(first)
})

test('a number is typed, and confirmed with the code that was texted there', async () => {
  const waiting = { address: '+16715550101', state: 'unproven' } as const
  server.replies(readNotifications, given({ sendsTexts: true }))
  server.replies(readNotifications, given({ sendsTexts: true, text: waiting }))
  server.replies(sendProof, { address: waiting.address })
  server.replies(proveAddress, given({ sendsTexts: true, text: { ...waiting, state: 'proven' } }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: texts.addNumber }))
  await screen.findByText(texts.textConsent)
  await hasFocus(screen.getByLabelText(texts.number))
  await user.type(screen.getByLabelText(texts.number), '555')
  await user.click(screen.getByRole('button', { name: texts.sendCode.text }))
  await screen.findAllByText(/Enter a mobile number with its area code/)
  await user.clear(screen.getByLabelText(texts.number))
  await user.type(screen.getByLabelText(texts.number), '671-555-0101')
  await user.click(screen.getByRole('button', { name: texts.sendCode.text }))
  await hasFocus(await screen.findByLabelText(texts.code))
  await user.type(screen.getByLabelText(texts.code), '123456')
  await user.click(screen.getByRole('button', { name: texts.confirm }))
  await hasFocus((await screen.findByText(texts.confirmed.text)).closest('[role=status]'))
  expect(server.askedFor(sendProof)[0]?.body).toEqual({ channel: 'text', number: '671-555-0101' })
  await screen.findByRole('switch', { name: `${texts.kinds.overdue} ${texts.text}` })
})

const confirmedNumber = { sendsTexts: true, text: { address: '+16715550101', state: 'proven' } } as const
const byText = (kind: keyof typeof texts.kinds) =>
  screen.queryByRole('switch', { name: `${texts.kinds[kind]} ${texts.text}` })

test('emails of AutoPay are always sent: only texts about it are chosen, and nothing where no cards are kept', async () => {
  server.replies(readNotifications, given(confirmedNumber))
  open({ savesCards: true })
  await screen.findByText(texts.groups.autopay)
  expect(byText('chargeUpcoming')).not.toBeNull()
  expect(screen.queryByRole('switch', { name: `${texts.kinds.chargeUpcoming} ${texts.email}` })).toBeNull()
  expect(screen.getByText(texts.kinds.chargeUpcoming).closest('tr')?.textContent).toContain(texts.alwaysOn)
  cleanup()
  open()
  await newBill()
  expect(screen.queryByText(texts.groups.autopay)).toBeNull()
})

test('texts name amounts only once that is turned on, and a failure takes it back', async () => {
  server.replies(readNotifications, given(confirmedNumber))
  server.replies(readNotifications, given({ ...confirmedNumber, namesAmounts: true }))
  server.replies(chooseAmounts, given({ ...confirmedNumber, namesAmounts: true }))
  server.refuses(chooseAmounts, 'not-signed-in', { status: 503, title: 'Not now.' })
  const user = open()
  const amounts = async () => await screen.findByRole('switch', { name: texts.amounts })
  expect(isOn(await amounts())).toBe('false')
  await user.click(await amounts())
  await vi.waitFor(async () => expect(isOn(await amounts())).toBe('true'))
  expect(server.askedFor(chooseAmounts)[0]?.body).toEqual({ namesAmounts: true })
  await user.click(await amounts())
  await screen.findByText('Not now.')
  expect(isOn(await amounts())).toBe('true')
})

test('the language of emails and texts is asked only where there are several, and a failure takes it back', async () => {
  const two = {
    languages: [
      { tag: 'en-US', name: 'American English' },
      { tag: 'es', name: 'español' },
    ],
  }
  server.replies(readNotifications, given(two))
  server.replies(readNotifications, given({ ...two, language: 'es' }))
  server.replies(chooseLanguage, given({ ...two, language: 'es' }))
  server.refuses(chooseLanguage, 'not-signed-in', { status: 503, title: 'Not now.' })
  const user = open()
  const chosen = async () => await screen.findByLabelText(texts.language)
  await user.selectOptions(await chosen(), 'español')
  await vi.waitFor(async () => expect(await chosen()).toHaveProperty('value', 'es'))
  expect(server.askedFor(chooseLanguage)[0]?.body).toEqual({ language: 'es' })
  await user.selectOptions(await chosen(), 'American English')
  await screen.findByText('Not now.')
  expect(await chosen()).toHaveProperty('value', 'es')
  cleanup()
  server.forget(readNotifications)
  server.replies(readNotifications, given())
  open()
  await newBill()
  expect(screen.queryByLabelText(texts.language)).toBeNull()
})

test('a test is sent to a confirmed address, and then listed', async () => {
  server.replies(readNotifications, given())
  server.replies(sendTestMessage, { address: 'maria@customer.example' })
  const sent = { ...on, kind: 'test', id: 9, status: 'waiting', address: '', subject: '' } as const
  const user = open()
  await screen.findByText(texts.nothingSent)
  server.forget(listSentNotifications)
  server.replies(listSentNotifications, {
    sent: [{ ...sent, at: Instant.parse('2026-06-01T03:00:00.000Z') }],
    hasMore: false,
  })
  await user.click(screen.getByRole('button', { name: texts.sendTest.email }))
  await screen.findByText('We sent a test to maria@customer.example. It can take a few minutes.')
  await screen.findByText('Waiting')
  expect(server.askedFor(sendTestMessage)[0]?.body).toEqual({ channel: 'email' })
})

test('what was sent is listed with its status, and the rest on request', async () => {
  const sent = { ...on, subject: '', address: 'm***a@customer.example', at: Instant.parse('2026-06-01T03:00:00.000Z') }
  server.replies(readNotifications, given())
  server.forget(listSentNotifications)
  server.replies(listSentNotifications, { sent: [{ ...sent, id: 9, status: 'sent' }], hasMore: true })
  const announcement = { ...sent, id: 8, kind: 'announcement', subject: 'No water on Saturday' } as const
  server.replies(listSentNotifications, { sent: [{ ...announcement, status: 'notDelivered' }], hasMore: false })
  const user = open()
  await screen.findByText('Sent')
  await user.click(screen.getByRole('button', { name: texts.more }))
  await screen.findByText('Not delivered')
  expect(screen.getByText('No water on Saturday')).toBeTruthy()
  expect(server.askedFor(listSentNotifications)[1]?.address.searchParams.get('before')).toBe('9')
})

const stopAbout = { kind: 'dueSoon', channel: 'email', accountEnd: '7391', bringsPaper: false } as const

describe('the link in a message', () => {
  const token = `7.${'s'.repeat(22)}`

  test.each([
    [stopAbout, 'Stop these emails', 'We’ll stop “A bill is due soon” emails for the account ending in 7391.'],
    [
      { ...stopAbout, kind: 'overdue', channel: 'text' },
      'Stop these texts',
      'We’ll stop “A bill is past due” texts for the account ending in 7391.',
    ],
    [
      { ...stopAbout, kind: 'billReady', bringsPaper: true },
      'Stop these emails',
      'We’ll stop “A new bill is ready” emails for the account ending in 7391. Its bills will come by mail again.',
    ],
    [
      { ...stopAbout, kind: 'announcement' },
      'Stop these emails',
      'We’ll stop announcements by email for all your accounts.',
    ],
    [null, 'Stop these messages', 'We’ll stop messages like this one for this account.'],
  ] as const)('says what it stops, and stops it by one press only: %j', async (about, name, lead) => {
    server.replies(readStop, { about })
    server.replies(stopNotifications, { stopped: true })
    const user = openPortal(`/stop#${token}`)
    const button = await screen.findByRole('button', { name })
    expect(location.hash).toBe('')
    screen.getByRole('heading', { level: 1, name })
    screen.getByText(lead)
    expect(server.askedFor(stopNotifications)).toEqual([])
    await user.click(button)
    await screen.findByText(/^Done\. We won’t send you these (emails|texts|messages) again\.$/)
    expect(server.askedFor(stopNotifications)[0]?.body).toEqual({ token })
  })

  test('of a test stops nothing', async () => {
    server.replies(readStop, { about: { ...stopAbout, kind: 'test' } })
    openPortal(`/stop#${token}`)
    await screen.findByText(texts.stopTest.lead)
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
  })

  test('that is not ours says so, without a button', async () => {
    server.refuses(readStop, 'link-unknown', readStop.problems['link-unknown'])
    openPortal(`/stop#${token}`)
    await screen.findByText(readStop.problems['link-unknown'].title)
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
  })
})

test('a link that lost its secret on its way says so, and where messages can be turned off without it', async () => {
  for (const address of ['/stop', '/stop%23', '/stop#7', `/stop%237.${'s'.repeat(21)}`]) {
    openPortal(address)
    await screen.findByText(texts.stopIncomplete)
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/')
    cleanup()
  }
  openPortal('/stop', { signedIn: { customer: true, admin: false } })
  const link = await screen.findByRole('link', { name: texts.title })
  expect(link.getAttribute('href')).toBe('/dashboard?view=notifications')
})

test('a link whose # a mail gateway has changed stops what it is about', async () => {
  server.replies(readStop, { about: stopAbout })
  server.replies(stopNotifications, { stopped: true })
  const user = openPortal(`/stop%237.${'s'.repeat(22)}`)
  await user.click(await screen.findByRole('button', { name: texts.stop.email }))
  expect(server.askedFor(stopNotifications)[0]?.body).toEqual({ token: `7.${'s'.repeat(22)}` })
})

test('when emails came back, then the account summary says so, with the way to confirm the address', async () => {
  server = customerServer([testRow()])
  server.forget(readUserDetails)
  server.replies(readUserDetails, { result: { ...testDetails, isEmailStopped: true } })
  openSignedIn('/dashboard')
  await screen.findByText(texts.emailsCameBack.replace('{address}', 'maria@example.com'))
  const link = await screen.findByRole('link', { name: texts.seeAddress })
  expect(link.getAttribute('href')).toBe('/dashboard?view=notifications')
})
