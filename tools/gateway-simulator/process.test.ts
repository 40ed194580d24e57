import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ChargeResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childEnvironment } from '../world/node-program.ts'
import { openBooks } from './books.ts'
import { credentialSettings, testCredentials } from './credentials.ts'
import { clientOf, testCharge } from './testing/gateway.ts'

const environment = credentialSettings(testCredentials)

let books: string
let running: ChildProcess[] = []

beforeEach(async () => {
  books = await mkdtemp(join(tmpdir(), 'gateway-books-'))
})
afterEach(async () => {
  for (const process of running.splice(0)) process.kill('SIGKILL')
  await rm(books, { recursive: true, force: true })
})

function launch(settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: childEnvironment(settings),
  })
  running.push(child)
  return child
}

async function started(settings: Record<string, string> = environment): Promise<{ child: ChildProcess; url: string }> {
  const child = launch({ ...settings, BOOKS: books })
  if (!child.stdout) throw new Error('No output to read')
  for await (const line of createInterface(child.stdout)) {
    const said: unknown = JSON.parse(line)
    if (said && typeof said === 'object' && 'url' in said) return { child, url: String(said.url) }
  }
  throw new Error('The simulator ended before it listened')
}

function ordersTo(url: string) {
  return (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${url}/control/${path}`, { method, body: JSON.stringify(body) })
}

async function booked(url: string): Promise<{ reference: string; tag: number | string }[]> {
  const reply = await fetch(`${url}/control/books`)
  const { purchases } = (await reply.json()) as { purchases: { reference: string; tag: number | string }[] }
  return purchases
}

describe('given the process is killed at any moment', () => {
  test('every charge that it answered is in its books afterwards, once', async () => {
    const first = await started()
    const client = clientOf(first.url)
    const charges = Array.from({ length: 60 }, () => testCharge())
    const verdicts: Promise<ChargeResult>[] = charges.map((charge) => client.charge(charge))
    await Promise.any(verdicts)
    first.child.kill('SIGKILL')
    const answered = (await Promise.all(verdicts)).flatMap((verdict, index) =>
      verdict.outcome === 'charged' ? [{ reference: charges[index]?.reference, tag: Number(verdict.reply.tag) }] : [],
    )
    expect(answered.length).toBeGreaterThan(0)

    const second = await started()
    const rows = await booked(second.url)
    expect(rows.map(({ reference, tag }) => ({ reference, tag }))).toEqual(expect.arrayContaining(answered))
    expect(new Set(rows.map((row) => row.reference)).size).toBe(rows.length)
    await clientOf(second.url).charge(testCharge())
    const tags = (await booked(second.url)).map((row) => row.tag)
    expect(tags).toEqual(Array.from(tags, (_, index) => Number(tags[0]) + index))
  })

  test('an incomplete last line is cut off, and the books continue', async () => {
    const first = await started()
    await clientOf(first.url).charge(testCharge())
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await appendFile(join(books, 'transactions.jsonl'), '{"tag":902000002,"seq')
    const second = await started()
    await clientOf(second.url).charge(testCharge())
    const lines = (await readFile(join(books, 'transactions.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ tag: 902_000_001 }, { tag: 902_000_002 }])
  })
})

describe('given Stripe’s stand-in as a process of its own', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_process', STRIPE_PUBLISHABLE_KEY: 'pk_test_process' }
  const settings = { CARD_GATEWAY: 'stripe', ...keys }

  async function post(url: string, path: string, key: string, params: Record<string, string>): Promise<{ id: string }> {
    const headers = { authorization: `Bearer ${key}` }
    const reply = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(params) })
    return (await reply.json()) as { id: string }
  }

  async function pay(url: string, reference: string): Promise<string> {
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2030' }
    const token = await post(url, 'confirmation_tokens', keys.STRIPE_PUBLISHABLE_KEY, card)
    const asked = { amount: '1000', currency: 'usd', 'metadata[reference]': reference }
    const { id } = await post(url, 'payment_intents', keys.STRIPE_SECRET_KEY, asked)
    await post(url, `payment_intents/${id}/confirm`, keys.STRIPE_SECRET_KEY, { confirmation_token: token.id })
    return id
  }

  test('when it is killed, then every payment that it answered is in its books, and damage is cut off', async () => {
    const first = await started(settings)
    const paid = await Promise.all(Array.from({ length: 20 }, async (_, nth) => await pay(first.url, `S${nth}`)))
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await appendFile(join(books, 'stripe.jsonl'), '{"kind":"intent","val')
    const second = await started(settings)
    paid.push(await pay(second.url, 'SAFTER'))
    const tags = (await booked(second.url)).map(({ tag }) => String(tag))
    expect(tags.toSorted()).toEqual(paid.toSorted())
  })

  test('then its control port breaks the next payment, and refuses an unknown fault', async () => {
    const { url } = await started(settings)
    const order = (body: object) =>
      fetch(`${url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await order({ fault: { kind: 'explode' } })).status).toBe(400)
    expect((await order({ fault: { kind: 'dropBefore' } })).status).toBe(200)
    await expect(pay(url, 'SBROKEN')).rejects.toThrow()
    expect(await booked(url)).toEqual([])
  })
})

test('damage inside the books is not ignored', async () => {
  await appendFile(join(books, 'transactions.jsonl'), 'not a row\n')
  await expect(openBooks(books)).rejects.toThrow(/damaged: .*line 1/)
})

test('a missing setting is reported in one clear line', async () => {
  const child = launch({ BOOKS: books })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(said).toMatch(/^Gateway simulator: Settings missing or wrong: CARD_GATEWAY_ID, .*\n$/)
})

test('a charge that is held is in the books and is answered when it is released', async () => {
  const { url } = await started()
  const order = ordersTo(url)
  await order('POST', 'faults', { fault: { kind: 'hold' } })
  let answers = 0
  const verdict = clientOf(url)
    .charge(testCharge())
    .finally(() => (answers += 1))
  await expect.poll(async () => await booked(url)).toHaveLength(1)
  await clientOf(url).charge(testCharge())
  expect(answers).toBe(0)
  await order('POST', 'release')
  expect(await verdict).toMatchObject({ outcome: 'charged' })
})

test('the control port sets faults and switches, and says what is wrong with a request', async () => {
  const { url } = await started()
  const order = ordersTo(url)
  await order('POST', 'faults', { fault: { kind: 'dropAfterCommit' }, times: 2 })
  expect(await clientOf(url).charge(testCharge())).toMatchObject({ outcome: 'unknown' })
  await order('DELETE', 'faults')
  expect(await clientOf(url).charge(testCharge())).toMatchObject({ outcome: 'charged' })
  expect(await booked(url)).toHaveLength(2)
  await order('POST', 'faults', { fault: { kind: 'dropBeforeCommit' } })
  const lost = testCharge()
  expect(await clientOf(url).charge(lost)).toMatchObject({ outcome: 'unknown' })
  expect(await booked(url)).toHaveLength(2)
  const { arrivals } = (await (await order('GET', 'arrivals')).json()) as { arrivals: unknown[] }
  expect(arrivals).toHaveLength(3)
  expect(arrivals[2]).toEqual({ reference: lost.reference, milliseconds: expect.any(Number) })

  await order('PATCH', 'settings', { searchOutage: true })
  expect(await (await order('GET', 'settings')).json()).toMatchObject({ searchOutage: true, partialApproval: false })
  expect((await order('POST', 'faults', { fault: { kind: 'explode' } })).status).toBe(400)
  expect((await order('GET', 'nonsense')).status).toBe(404)
})
