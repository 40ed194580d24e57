import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MessagePreview, previewedKinds } from '@portal/contract/message-previews'
import { isAlwaysEmailed } from '@portal/contract/notifications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../http/testing/app.ts'
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
    expect(previews.map(({ kind }) => kind)).toEqual([...previewedKinds])
    expect(previews[0]).toMatchObject({
      email: {
        subject: expect.stringContaining('Your bill is ready'),
        plainText: expect.stringContaining('Account: 1234567890'),
      },
      text: { words: expect.stringContaining('account ending 7890'), parts: 1 },
      textWithAmounts: { words: expect.stringContaining('$95.20'), parts: 1 },
    })
    expect(previews.at(-1)).toMatchObject({
      email: {
        subject: expect.stringMatching(/: Receipt W-1234567$/),
        plainText: expect.stringContaining('\n1234567891 | W-1234567-2 | $95.20 USD\n'),
      },
      text: null,
    })
    expect(previews.find(({ kind }) => kind === 'chargeUpcoming')).toMatchObject({ email: null, text: { parts: 1 } })
  })

  test('then the email itself is for a frame of our pages, in which it can do nothing', async () => {
    const admin = await portal.administrator(6)
    const { headers, body } = await admin.get('/api/v1/message-previews/dueSoon/email')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' http://localhost:3000",
    )
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).toContain('<h1>Your bill is due soon</h1>')
    expect((await admin.get('/api/v1/message-previews/party/email')).statusCode).toBe(404)
  })
})

const isEmailed = (kind: (typeof previewedKinds)[number]): boolean =>
  kind === 'payment-confirmation' || kind === 'test' || !isAlwaysEmailed(kind)

test('the command writes each message as HTML and as text', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'messages-')), 'new')
  let said = ''
  const io = {
    open: () => ({ deps: portal.deps, close: async () => undefined }),
    write: (text: string) => (said += text),
  }
  expect(await previewMessagesCommand([folder], io)).toBe(0)
  const files = readdirSync(folder)
  expect(files.filter((name) => name.endsWith('.txt'))).toEqual(previewedKinds.map((kind) => `${kind}.txt`).toSorted())
  expect(files.filter((name) => name.endsWith('.html'))).toHaveLength(previewedKinds.filter(isEmailed).length)
  expect(readFileSync(join(folder, 'overdue.txt'), 'utf8')).toMatch(
    /^Subject: .*past due\n[^]*Text message, \d+ characters, parts: 1\n/,
  )
  expect(said).toMatch(/^billReady: /)
  for (const wrong of [[], ['--help'], ['a', 'b']]) expect(await previewMessagesCommand(wrong, io)).toBe(2)
})
