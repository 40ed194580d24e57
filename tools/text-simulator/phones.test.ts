import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningTexts, startTextSimulator } from './start.ts'
import { twilioAccount } from './twilio-api.ts'

let folder: string
let simulator: RunningTexts
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'))
  simulator = await startTextSimulator({ books: folder })
})
afterEach(async () => {
  await simulator.close()
  await rm(folder, { recursive: true })
})

const phone = '+16715550101'

async function text(body: string): Promise<Response> {
  const { accountSid, authToken, serviceSid } = twilioAccount
  return await fetch(`${simulator.url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({
      To: phone,
      Body: body,
      MessagingServiceSid: serviceSid,
      ValidityPeriod: '60',
      SmartEncoded: 'true',
    }),
  })
}

const page = async () => await (await fetch(simulator.url)).text()

test('given a text with markup and a link, then the page shows the one as text and the other as a link', async () => {
  await text('<script>alert(1)</script> https://portal.example/s/abc')
  expect(await page()).toContain('&#60;script&#62;alert(1)')
  expect(await page()).not.toContain('<script')
  expect(await page()).toContain('<a href="https://portal.example/s/abc">')
})

test('given STOP typed on the page, then the phone is stopped, even after a restart, until START', async () => {
  await text('Your bill is due.')
  const reply = (body: string) =>
    fetch(`${simulator.url}/reply`, { method: 'POST', body: new URLSearchParams({ from: phone, body }) })
  expect((await reply('stop')).status).toBe(200)
  expect(await page()).toContain('(stopped)')
  expect(await page()).toContain('You have successfully been unsubscribed')
  await simulator.close()
  simulator = await startTextSimulator({ books: folder })
  expect((await text('Another.')).status).toBe(400)
  await reply('START')
  expect((await text('Another.')).status).toBe(201)
})

test('given an order on the control port, then it is followed, and a wrong one refused', async () => {
  const order = (path: string, body: unknown, method = 'POST') =>
    fetch(`${simulator.url}/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await order('faults', { fault: { kind: 'status', status: 503 } })).status).toBe(200)
  expect((await text('Lost.')).status).toBe(503)
  expect((await order('replies', { from: phone, body: 'STOP' })).status).toBe(200)
  await expect.poll(async () => (await text('Stopped.')).status).toBe(400)
  expect((await order('settings', { reportUntil: 'never' }, 'PATCH')).status).toBe(400)
  const kept = await (await fetch(`${simulator.url}/control/messages`)).text()
  expect(kept).toContain('"STOP"')
})
