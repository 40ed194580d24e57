import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PauseReason } from '@portal/contract/autopay'
import type { MessagePreview } from '@portal/contract/message-previews'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { customerTemplates } from '../wording/templates.ts'
import { previewMessagesCommand } from './message-previews.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

describe('given an administrator of level 6', () => {
  test('then each message is shown with example values, and what its text costs', async () => {
    const admin = await portal.administrator(6)
    const previews = (await admin.get('/api/v1/message-previews')).json<MessagePreview[]>()
    expect(previews[0]).toMatchObject({
      id: 'billReady',
      email: {
        subject: expect.stringContaining('Your bill is ready'),
        plainText: expect.stringContaining('Account: 0123456789'),
      },
      text: { words: expect.stringContaining('account ending 6789'), parts: 1 },
      textWithAmounts: { words: expect.stringContaining('$95.20'), parts: 1 },
    })
    const receipt = previews.find(({ id }) => id === 'payment-confirmation.card')
    expect(receipt).toMatchObject({
      group: 'payments',
      file: 'payment-confirmation.md',
      email: {
        subject: expect.stringMatching(/^Receipt W-1234567$/),
        plainText: expect.stringContaining('\n0123456789, 123 Main Street | W-1234567-2 | $47.60\n'),
      },
      text: null,
    })
    expect(previews.find(({ id }) => id === 'chargeUpcoming')).toMatchObject({ email: null, text: { parts: 1 } })
  })

  test('then each email to customers is shown in each of its cases, and in words of its own', async () => {
    const admin = await portal.administrator(6)
    const previews = (await admin.get('/api/v1/message-previews')).json<MessagePreview[]>()
    for (const template of customerTemplates)
      expect(previews.filter(({ id }) => id.split('.')[0] === template).length).toBeGreaterThan(0)
    expect(new Set(previews.map(({ id }) => id)).size).toBe(previews.length)
    const paused = previews.filter(({ name }) => name === 'AutoPay paused')
    const cases = PauseReason.options.flatMap((why) =>
      ['none', 'charging'].map((is) => `why: ${why}, isCharging: ${is}`),
    )
    expect(paused.map(({ example }) => example)).toEqual(cases)
    expect(new Set(paused.map(({ email }) => email?.plainText)).size).toBe(cases.length)
    const emails = previews.flatMap(({ email }) => email ?? [])
    expect(emails.filter(({ plainText }) => /[{}]|undefined|: \n/.test(plainText))).toEqual([])
  })

  test('then the email itself is for a frame of our pages, in which it can do nothing', async () => {
    const admin = await portal.administrator(6)
    const { headers, body } = await admin.get('/api/v1/message-previews/dueSoon/email')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' http://localhost:3000",
    )
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).toMatch(/<h1 style="[^"]+">Your bill is due soon<\/h1>/)
    expect((await admin.get('/api/v1/message-previews/party/email')).statusCode).toBe(404)
  })
})

test('the command writes each message as HTML and as text', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'messages-')), 'new')
  let said = ''
  const io = {
    open: () => ({ deps: portal.deps, close: async () => undefined }),
    write: (text: string) => (said += text),
  }
  expect(await previewMessagesCommand([folder], io)).toBe(0)
  const files = readdirSync(folder)
  const textsOnly = ['chargeUpcoming', 'chargeFailed', 'autopayPaused', 'cardExpires']
  const named = (end: string) => files.filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length))
  expect(
    named('.txt')
      .filter((name) => !named('.html').includes(name))
      .toSorted(),
  ).toEqual(textsOnly.toSorted())
  expect(named('.html')).toContain('payment-reversed.dispute.several')
  expect(readFileSync(join(folder, 'overdue.txt'), 'utf8')).toMatch(
    /^Subject: .*past due\n[^]*Text message, \d+ characters, parts: 1\n/,
  )
  expect(said).toMatch(/^billReady: /)
  for (const wrong of [[], ['--help'], ['a', 'b']]) expect(await previewMessagesCommand(wrong, io)).toBe(2)
})
