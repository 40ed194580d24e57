import { readAdminSession } from '@portal/contract/admin-sign-in'
import {
  type Broadcast,
  type BroadcastOptions,
  countRecipients,
  listBroadcasts,
  moveBroadcast,
  readBroadcast,
  readBroadcastOptions,
  saveBroadcast,
  testBroadcast,
} from '@portal/contract/broadcasts'
import { broadcastStates, broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { Instant } from '@portal/contract/dates'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 6 }))
})
afterEach(() => vi.unstubAllGlobals())

const open = (search = '') =>
  openPortal(`/admin-dashboard?view=broadcasts${search}`, { signedIn: { customer: false, admin: true } })

const at = Instant.parse('2026-12-04T02:00:00.000Z')
const draft: Broadcast = {
  id: 7,
  version: 1,
  state: 'DRAFT',
  subject: 'No water on Saturday',
  body: 'We repair a main.',
  text: '',
  channels: ['email'],
  villages: null,
  found: 0,
  sent: 0,
  written: { by: 'ana', at },
  asked: null,
  approved: null,
  stopped: null,
  isFound: false,
  doneAt: null,
  isOwn: true,
  isHeld: false,
  hours: { from: 8, until: 20 },
  email: { subject: 'Waterworks: No water on Saturday', plainText: 'We repair a main.' },
  textMessage: null,
  results: [],
}
const options: BroadcastOptions = {
  villages: ['Dededo', 'Tamuning'],
  sendsTexts: true,
  textRoom: 70,
}

test('a message is written, with a count of the text while it is typed, and what is wrong said at its field', async () => {
  server.replies(readBroadcastOptions, options)
  server.replies(saveBroadcast, draft)
  server.replies(readBroadcast, draft)
  server.replies(countRecipients, { counts: [{ channel: 'email', count: 1234 }] })
  const user = open('&message=new')
  const save = await screen.findByRole('button', { name: texts.save })
  await user.click(screen.getByRole('checkbox', { name: notificationTexts.text }))
  const words = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text message body' })
  await user.click(words)
  await user.paste('x'.repeat(71))
  expect(screen.getByText(/71 of 70 characters/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: texts.some }))
  await user.click(save)
  for (const wrong of [texts.subjectRequired, texts.villageRequired, texts.bodyRequired])
    expect(screen.getAllByText(wrong).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Use at most 70 characters, so that it fits one text message.').length).toBeGreaterThan(0)
  expect(server.askedFor(saveBroadcast)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Dededo' }))
  const fill = async (field: HTMLElement, typed: string) => {
    await user.clear(field)
    await user.paste(typed)
  }
  await fill(screen.getByRole('textbox', { name: texts.subject }), draft.subject)
  await fill(screen.getByRole('textbox', { name: texts.body }), draft.body)
  await fill(words, 'No water.')
  await user.click(save)
  expect(await screen.findByRole('heading', { level: 1, name: draft.subject })).toBeTruthy()
  expect(server.askedFor(saveBroadcast).map(({ body }) => body)).toEqual([
    { subject: draft.subject, body: draft.body, text: 'No water.', channels: ['email', 'text'], villages: ['Dededo'] },
  ])
  expect(await screen.findByText('1,234')).toBeTruthy()
})

test('what the server refuses stands at its field, and another admin’s change above; nothing typed is lost', async () => {
  server.replies(readBroadcastOptions, options)
  server.replies(readBroadcast, { ...draft, state: 'REVIEW' })
  const message = texts.villageUnknown
  server.refuses(saveBroadcast, 'invalid', {
    status: 422,
    title: 'Check this',
    errors: [{ field: 'villages', message }],
  })
  server.refuses(saveBroadcast, 'state-changed', saveBroadcast.problems['state-changed'])
  const user = open('&message=7&form=open')
  const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: texts.subject })
  expect(screen.getByText('Saving withdraws the request for approval.')).toBeTruthy()
  await user.type(subject, '!')
  await user.click(screen.getByRole('button', { name: texts.save }))
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: texts.save }))
  expect(await screen.findByText(saveBroadcast.problems['state-changed'].title)).toBeTruthy()
  expect(subject.value).toBe(`${draft.subject}!`)
})

test('its own writer cannot approve it; another admin sends it after a second look', async () => {
  const review: Broadcast = { ...draft, state: 'REVIEW', version: 2, asked: { by: 'ana', at } }
  server.replies(readBroadcast, { ...review, isOwn: false })
  server.replies(countRecipients, { counts: [{ channel: 'email', count: 3 }] })
  server.replies(testBroadcast, { address: 'ben@utility.example' })
  server.replies(moveBroadcast, {
    ...review,
    state: 'SENDING',
    version: 3,
    approved: { by: 'ben', at },
    found: 2,
    sent: 1,
  })
  const user = open('&message=7')
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText('We sent a test to ben@utility.example.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: texts.approve }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Send this message now?' }))
  expect(server.askedFor(moveBroadcast)).toEqual([])
  await user.click(dialog.getByRole('button', { name: texts.approve }))
  expect(await screen.findByText('Looking for recipients: 2 so far')).toBeTruthy()
  expect(server.askedFor(moveBroadcast).map(({ body }) => body)).toEqual([{ version: 2, move: 'approve' }])
  expect(screen.getByRole('button', { name: texts.stop })).toBeTruthy()
  expect(screen.queryByRole('link', { name: texts.change })).toBeNull()
})

test('what was pressed goes, and the part with what became of it has the focus then', async () => {
  server.replies(readBroadcast, draft)
  server.replies(countRecipients, { counts: [] })
  server.replies(moveBroadcast, { ...draft, state: 'REVIEW', version: 2, asked: { by: 'ana', at } })
  const user = open('&message=7')
  await user.click(await screen.findByRole('button', { name: texts.ask }))
  await screen.findByText(texts.own)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Status' }))
  expect(server.askedFor(moveBroadcast).map(({ body }) => body)).toEqual([{ version: 1, move: 'ask' }])
})

test('who wrote it reads why it cannot be sent', async () => {
  server.replies(readBroadcast, { ...draft, state: 'REVIEW', asked: { by: 'ana', at } })
  server.replies(countRecipients, { counts: [] })
  const user = open('&message=7')
  const approve = await screen.findByRole('button', { name: texts.approve })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  await user.click(approve)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText(texts.own)).toBeTruthy()
})

test('what became of it is there in figures, with reasons in words', async () => {
  const by = { by: 'ben', at }
  const counts = [
    { result: 'sent' as const, reason: '', count: 1200 },
    { result: 'dropped' as const, reason: 'broadcast_stopped', count: 34 },
  ]
  server.replies(readBroadcast, {
    ...draft,
    state: 'STOPPED',
    approved: by,
    stopped: by,
    doneAt: at,
    found: 1234,
    sent: 1234,
    isFound: true,
    results: [{ channel: 'email', counts }],
  })
  open('&message=7')
  expect(await screen.findByText('Email: Not sent. An admin stopped this announcement.')).toBeTruthy()
  expect(screen.getByText('1,200')).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.stop })).toBeNull()
})

test('the list says how far each is', async () => {
  const { id, version, subject, channels, villages, written } = draft
  const sending = { id, version, subject, channels, villages, written, state: 'SENDING' as const, found: 40, sent: 12 }
  server.replies(listBroadcasts, { broadcasts: [sending], hasMore: false })
  open()
  const row = within(within(await screen.findByRole('list', { name: 'All messages' })).getByRole('listitem'))
  expect(row.getByText(broadcastStates.SENDING)).toBeTruthy()
  expect(row.getByText('12 of 40')).toBeTruthy()
})

test('without any message the page says so', async () => {
  server.replies(listBroadcasts, { broadcasts: [], hasMore: false })
  open()
  expect(await screen.findByText('No messages were written yet.')).toBeTruthy()
})
