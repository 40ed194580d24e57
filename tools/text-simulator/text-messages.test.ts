import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { instantOf, later } from '@portal/contract/dates'
import { MobileNumber, textEventsPath } from '@portal/contract/text-messages'
import type { SendResult, TextEvent, TextMessages, TextToSend } from '@portal/server/adapters/text-messages/port.ts'
import { twilioTexts } from '@portal/server/adapters/text-messages/twilio/texts.ts'
import { textEffects } from '@portal/server/messages/reports/effects.ts'
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HttpFault } from '../gateway-simulator/http-faults.ts'
import { type RunningTexts, startTextSimulator } from './start.ts'
import { twilioAccount } from './twilio-api.ts'

const maria = MobileNumber.parse('+16715550101')
const troubled = (code: number) => MobileNumber.parse(`+150055${code}`)

let folder: string
let simulator: RunningTexts
let texts: TextMessages
let portal: Portal
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'))
  simulator = await startTextSimulator({ books: folder })
  portal = await startPortal()
  texts = twilioTexts(settings())
  simulator.sendTo(portal.eventsUrl)
})
afterAll(async () => {
  await simulator.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => void portal.calls.splice(0))
afterEach(() => simulator.calm())

function settings() {
  const { accountSid, authToken, serviceSid } = twilioAccount
  const { eventsUrl } = portal
  return { accountSid, authTokens: [authToken], serviceSid, eventsUrl, url: simulator.url, timeout: 1_000 }
}

function aText(change: Partial<TextToSend> = {}): TextToSend {
  count += 1
  return {
    to: maria,
    body: `Your bill no. ${count} is due.`,
    reference: `text-${count}`,
    goodForSeconds: 3600,
    ...change,
  }
}

interface Call {
  url: string
  headers: IncomingHttpHeaders
  params: Record<string, string>
}
interface Portal {
  eventsUrl: string
  calls: Call[]
  close(): Promise<unknown>
}

/** As the portal’s route: what comes, and the receipt. */
async function startPortal(): Promise<Portal> {
  const calls: Call[] = []
  const server = createServer((request, reply) => {
    void textOf(request).then((body) => {
      const params = Object.fromEntries(new URLSearchParams(body))
      calls.push({ url: request.url ?? '', headers: request.headers, params })
      const event = texts.read({ url: request.url ?? '', headers: request.headers, params })
      reply.writeHead(event.outcome === 'refused' ? 403 : 200, { 'content-type': texts.receipt.type })
      reply.end(texts.receipt.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const eventsUrl = `http://127.0.0.1:${port}${textEventsPath}`
  return { eventsUrl, calls, close: promisify(server.close.bind(server)) }
}

const told = (): TextEvent[] => portal.calls.map((call) => texts.read(call))
const replies = () => told().flatMap((event) => (event.outcome === 'reply' ? [event] : []))
/** About the newest text: those about earlier ones may still come. */
const reports = () =>
  told().flatMap((event) => (event.outcome === 'report' && event.reference === `text-${count}` ? [event] : []))
const states = () => reports().map(({ state }) => state)

describe('sending', () => {
  test('given a text, then it is accepted, arrives, and both are reported with our reference', async () => {
    const text = aText()
    const sent = await texts.send(text)
    expect(sent).toEqual({ outcome: 'accepted', id: expect.stringMatching(/^SM[0-9a-f]{32}$/) })
    await expect.poll(states).toEqual(['sent', 'delivered'])
    const id = sent.outcome === 'accepted' ? sent.id : ''
    expect(reports()[1]).toEqual({
      outcome: 'report',
      id,
      reference: text.reference,
      state: 'delivered',
      trouble: null,
      code: null,
    })
    expect(simulator.messages.list().find(({ sid }) => sid === id)).toMatchObject({ to: maria, body: text.body })
  })

  test.each<[number, SendResult]>([
    [21610, { outcome: 'refused', trouble: 'stopped', code: '21610' }],
    [21211, { outcome: 'refused', trouble: 'notMobile', code: '21211' }],
    [21614, { outcome: 'refused', trouble: 'notMobile', code: '21614' }],
    [21408, { outcome: 'refused', trouble: 'sender', code: '21408' }],
    [21612, { outcome: 'refused', trouble: 'unreachable', code: '21612' }],
    [21703, { outcome: 'refused', trouble: 'sender', code: '21703' }],
    [21611, { outcome: 'notSent', reason: 'HTTP 400, code 21611' }],
    [29999, { outcome: 'refused', trouble: 'other', code: '29999' }],
  ])('given code %i, then it is refused as that says', async (code, result) => {
    expect(await texts.send(aText({ to: troubled(code) }))).toEqual(result)
  })

  test.each<[number, string, string]>([
    [30003, 'unreachable', 'count'],
    [30004, 'blocked', 'suppress'],
    [30005, 'notMobile', 'suppress'],
    [30006, 'notMobile', 'suppress'],
    [30007, 'filtered', 'alarm'],
    [30008, 'other', 'count'],
    [30034, 'sender', 'alarm'],
    [30036, 'late', 'none'],
    [30999, 'other', 'count'],
  ])('given code %i in a report, then the text has not arrived: %s', async (code, trouble, effect) => {
    await texts.send(aText({ to: troubled(code) }))
    await expect.poll(states).toEqual(['sent', 'undelivered'])
    const [, report] = reports()
    expect(report).toMatchObject({ state: 'undelivered', trouble, code: String(code) })
    expect(report?.trouble && textEffects[report.trouble]).toBe(effect)
  })

  test.each<[string, HttpFault, SendResult['outcome'], number]>([
    ['the connection breaks before', { kind: 'dropBefore' }, 'unknown', 0],
    ['the connection breaks after', { kind: 'dropAfter' }, 'unknown', 1],
    ['no answer comes', { kind: 'hang', isDone: true }, 'unknown', 1],
    ['500', { kind: 'status', status: 500, isDone: true }, 'unknown', 1],
    ['503', { kind: 'status', status: 503, isDone: false }, 'unknown', 0],
    ['a page of HTML instead of the answer', { kind: 'html', status: 200, isDone: true }, 'unknown', 1],
    ['429', { kind: 'status', status: 429, isDone: false }, 'notSent', 0],
    ['a proxy’s page with 403', { kind: 'html', status: 403, isDone: false }, 'notSent', 0],
    ['a slow answer', { kind: 'delay', milliseconds: 300 }, 'accepted', 1],
  ])('given %s, then it is sent once and never again', async (_what, fault, outcome, made) => {
    simulator.fail('create', fault)
    const text = aText()
    expect(await texts.send(text)).toMatchObject({ outcome })
    expect(simulator.messages.list().filter(({ body }) => body === text.body)).toHaveLength(made)
  })

  test('given no one at that address, then nothing was sent', async () => {
    const away = twilioTexts({ ...settings(), url: 'http://127.0.0.1:1' })
    expect(await away.send(aText())).toEqual({ outcome: 'notSent', reason: 'ECONNREFUSED' })
  })

  test('given a wrong token, then the sender is at fault, and no result has token or number in it', async () => {
    const locked = twilioTexts({ ...settings(), authTokens: ['another-token-of-ours'] })
    const results = [await locked.send(aText()), await texts.send(aText({ to: troubled(21211) }))]
    expect(results[0]).toEqual({ outcome: 'refused', trouble: 'sender', code: '20003' })
    expect(JSON.stringify(results)).not.toMatch(/another-token|\+1/)
  })
})

describe('a text whose answer was lost', () => {
  const lost = async (fault: HttpFault) => {
    simulator.fail('create', fault)
    const sentAt = instantOf(Date.now())
    const text = aText({ body: `Your bill “${count}” is due – Si Yu’os Ma’åse` })
    await texts.send(text)
    return { ...text, sentAt }
  }

  test('is found by its words, with what became of it', async () => {
    const text = await lost({ kind: 'dropAfter' })
    await expect.poll(states).toEqual(['sent', 'delivered'])
    expect(await texts.find(text)).toMatchObject({ outcome: 'found', state: 'delivered', trouble: null })
    expect(reports()[0]).toMatchObject({ reference: text.reference })
  })

  test('is absent if it was not made, even when the same was sent before', async () => {
    const text = await lost({ kind: 'dropBefore' })
    expect(await texts.find(text)).toEqual({ outcome: 'absent' })
    await texts.send(text)
    expect(await texts.find({ ...text, sentAt: later(text.sentAt, 120_000) })).toEqual({ outcome: 'absent' })
    expect(await texts.find({ ...text, to: MobileNumber.parse('+16715550102') })).toEqual({ outcome: 'absent' })
  })

  test('is not known while the search fails', async () => {
    const text = await lost({ kind: 'dropAfter' })
    simulator.fail('read', { kind: 'html', status: 502, isDone: false })
    expect(await texts.find(text)).toEqual({ outcome: 'unavailable', reason: 'HTTP 502' })
    simulator.fail('read', { kind: 'hang', isDone: false })
    expect(await texts.find(text)).toMatchObject({ outcome: 'unavailable' })
  })
})

describe('reports', () => {
  test('come in any order and more than once, and never if lost', async () => {
    simulator.deliveries.repeat(2)
    const release = simulator.deliveries.hold()
    const sent = await texts.send(aText())
    const status = () => simulator.messages.list().find(({ sid }) => 'id' in sent && sid === sent.id)?.status
    await expect.poll(status).toBe('delivered')
    release()
    await expect.poll(() => states().toSorted()).toEqual(['delivered', 'delivered', 'sent', 'sent'])
    simulator.deliveries.repeat(1)
    simulator.deliveries.lose(1)
    await texts.send(aText())
    await expect.poll(states).toEqual(['delivered'])
  })

  test('may end before the phone is reached', async () => {
    simulator.reportUntil('sent')
    const text = aText()
    await texts.send(text)
    await expect.poll(states).toEqual(['sent'])
    expect(await texts.find({ ...text, sentAt: instantOf(Date.now()) })).toMatchObject({ state: 'sent' })
  })
})

describe('replies', () => {
  const from = MobileNumber.parse('+16715550177')

  test('given STOP, then we are told, and the provider sends no more until START', async () => {
    await simulator.reply(from, 'Stop ')
    await expect.poll(told).toEqual([
      {
        outcome: 'reply',
        id: expect.stringMatching(/^SM/),
        from,
        word: 'stop',
        words: 'Stop ',
        saysMore: false,
        isAnswered: true,
      },
    ])
    expect(await texts.send(aText({ to: from }))).toMatchObject({ outcome: 'refused', trouble: 'stopped' })
    await simulator.reply(from, 'START')
    await expect.poll(() => replies()[1]).toMatchObject({ word: 'start', isAnswered: true })
    expect(await texts.send(aText({ to: from }))).toMatchObject({ outcome: 'accepted' })
  })

  test.each([
    ['HELP', 'help', true],
    ['Stop, please', 'stop', false],
    ['When is it due?', 'other', false],
  ])('given “%s”, then it means %s', async (body, word, isAnswered) => {
    await simulator.reply(from, body)
    await expect.poll(replies).toMatchObject([{ outcome: 'reply', from, word, isAnswered }])
  })

  test('given a repeat, then it has the same id', async () => {
    simulator.deliveries.repeat(3)
    await simulator.reply(from, 'STOP')
    await expect.poll(() => replies().length).toBe(3)
    expect(new Set(replies().map(({ id }) => id)).size).toBe(1)
  })
})

describe('a call of the webhook', () => {
  const { accountSid: AccountSid, authToken } = twilioAccount
  const sid = `SM${'a'.repeat(32)}`
  const report = { AccountSid, MessageSid: sid, MessageStatus: 'delivered' }
  const reply = { AccountSid, MessageSid: sid, From: '+16715550101', Body: 'ARRET' }
  const path = `${textEventsPath}?reference=text-1`
  const signed = (params: Record<string, string>, url = path, token: string = authToken) => {
    const called = new URL(portal.eventsUrl).origin + url
    return { url, params, headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, called, params) } }
  }

  test('signed for us is read', () => {
    expect(texts.read(signed(report))).toMatchObject({ outcome: 'report', reference: 'text-1', state: 'delivered' })
  })

  test('with the utility’s own words says what they are', () => {
    const event = texts.read(signed({ ...reply, OptOutType: 'STOP' }, textEventsPath))
    expect(event).toMatchObject({ outcome: 'reply', word: 'stop', isAnswered: true })
    const unknown = texts.read(signed({ ...reply, Body: 'stop', OptOutType: 'PAUSE' }, textEventsPath))
    expect(unknown).toMatchObject({ outcome: 'reply', word: 'stop' })
  })

  test('signed with the next token is read while the token is rotated', () => {
    const both = twilioTexts({ ...settings(), authTokens: [authToken, 'the-next-token'] })
    expect(both.read(signed(report, path, 'the-next-token'))).toMatchObject({ outcome: 'report' })
  })

  test.each<[string, () => Parameters<TextMessages['read']>[0]]>([
    ['without a signature', () => ({ ...signed(report), headers: {} })],
    ['with several signatures', () => ({ ...signed(report), headers: { 'x-twilio-signature': ['a', 'b'] } })],
    ['without a form', () => ({ ...signed(report), params: undefined })],
    ['with a list for a field', () => ({ ...signed(report), params: { ...report, MessageSid: [sid] } })],
    ['signed with another token', () => signed(report, path, 'another-token')],
    ['about another text than signed', () => ({ ...signed(report), url: `${textEventsPath}?reference=text-2` })],
    ['with another status than signed', () => ({ ...signed(report), params: { ...report, MessageStatus: 'failed' } })],
    ['with one field more', () => ({ ...signed(report), params: { ...report, ErrorCode: '30004' } })],
    ['of another account', () => signed({ ...report, AccountSid: `AC${'1'.repeat(32)}` })],
    ['to no address', () => ({ ...signed(report), url: '//\\:::' })],
  ])('%s is refused', (_what, call) => {
    expect(texts.read(call())).toMatchObject({ outcome: 'refused' })
  })

  test.each<[string, () => Parameters<TextMessages['read']>[0]]>([
    ['about a text without our reference', () => signed(report, textEventsPath)],
    ['with a reference that is not ours', () => signed(report, `${textEventsPath}?reference=%3Cscript%3E`)],
    ['in a status that we do not know', () => signed({ ...report, MessageStatus: 'teleported' })],
    ['from a short number', () => signed({ ...reply, From: '55555' })],
    ['that is neither', () => signed({ AccountSid })],
  ])('%s is ignored', (_what, call) => {
    expect(texts.read(call())).toMatchObject({ outcome: 'ignored' })
  })
})

describe('portal check', () => {
  const outcomes = async (given: TextMessages) =>
    Object.fromEntries((await given.check()).map(({ about, outcome }) => [about, outcome]))

  test('finds account, sender and webhooks good, and leaves STOP to a person', async () => {
    expect(await outcomes(texts)).toEqual({
      'Twilio account': 'good',
      'Text sender': 'good',
      'Text replies': 'good',
      'Text webhook': 'good',
      'STOP replies': 'open',
    })
  })

  test('names a wrong token, another address and a portal that is away', async () => {
    const locked = twilioTexts({ ...settings(), authTokens: ['another-token-of-ours'] })
    expect(await outcomes(locked)).toMatchObject({ 'Twilio account': 'bad', 'Text webhook': 'bad' })
    const elsewhere = twilioTexts({ ...settings(), eventsUrl: `http://127.0.0.1:1${textEventsPath}` })
    expect(await outcomes(elsewhere)).toMatchObject({ 'Text replies': 'bad', 'Text webhook': 'bad' })
  })
})
