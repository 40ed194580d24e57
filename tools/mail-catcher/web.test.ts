import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smtpMail } from '@portal/server/adapters/email/smtp.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailCatcher, startMailCatcher } from './catcher.ts'

let folder: string
let catcher: MailCatcher

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
  catcher = await startMailCatcher({ folder })
})
afterEach(async () => {
  await catcher.close()
  await rm(folder, { recursive: true })
})

test('given a mail with markup in its subject, then the pages show it as text', async () => {
  await send('<script>alert(1)</script>')

  for (const path of ['/', '/mails/000001/page']) {
    const page = await get(path)
    expect(page.text).toContain('&#60;script&#62;alert(1)')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('given a mail, then its own HTML is served separately, sandboxed and unable to load or run anything', async () => {
  await send('Hello')

  const part = await get('/mails/000001/html')
  expect(part.text).toContain('<p>Hello')
  expect(part.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect((await get('/mails/000001/page')).text).toContain('src="/mails/000001/html" sandbox')
  expect((await get('/mails/000001/source')).text).toContain('Subject: Hello')
})

test('given mails, when tests ask for them as JSON, then the newest is first, even after a restart with a torn index', async () => {
  await send('First')
  await send('Second')
  await catcher.close()
  await appendFile(join(folder, 'index.jsonl'), '{"id":"0000')
  catcher = await startMailCatcher({ folder })
  await send('Third')
  await catcher.close()
  catcher = await startMailCatcher({ folder })

  const mails: unknown = JSON.parse((await get('/mails')).text)
  expect(mails).toMatchObject([
    { id: '000003', subject: 'Third' },
    { subject: 'Second', recipients: ['maria@example.com'], text: 'Second\n' },
    { subject: 'First' },
  ])
})

test('given a fault requested over HTTP, then it is active, and an unknown fault is refused', async () => {
  const change = (fault: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${catcher.httpPort}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })

  expect((await change({ donw: true })).status).toBe(400)
  await send('Before')
  expect((await change({ down: true })).status).toBe(200)
  await expect(send('While down')).rejects.toThrow('421')
  expect(await catcher.mails()).toHaveLength(1)
})

test('given a mail that does not exist, then the answer says so', async () => {
  expect((await get('/mails/../../etc/page')).status).toBe(404)
  expect((await get('/mails/000009/html')).status).toBe(404)
})

async function send(subject: string): Promise<void> {
  const mail = smtpMail(`smtp://127.0.0.1:${catcher.smtpPort}`, { name: '', address: 'portal@utility.example' })
  const email = { to: 'maria@example.com', subject, text: subject, html: `<p>${subject}</p>`, messageId: '<1@x>' }
  await mail.send(email).finally(() => mail.close())
}

async function get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const reply = await fetch(`http://127.0.0.1:${catcher.httpPort}${path}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
