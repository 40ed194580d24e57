import { AccountNumber } from '@portal/contract/ids'
import { Notifications, mostWrongProofs } from '@portal/contract/notifications'
import { pagePaths } from '@portal/contract/paths'
import { Problem } from '@portal/contract/problem'
import { oneClickStopPath } from '@portal/contract/sent-notifications'
import { textEventsPath } from '@portal/contract/text-messages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { SendResult, TextEvent, TextToSend } from '../../adapters/text-messages/port.ts'
import { testTexts } from '../../adapters/text-messages/testing/test-texts.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { stopToken } from '../../messages/outbox/names.ts'
import { testClock } from '../../testing/clock.ts'

const account = '4821007391'
const path = '/api/v1/notifications'
const texted: TextToSend[] = []
const clock = testClock()
const accepted = { outcome: 'accepted', id: 'SM1' } as const
let onText: SendResult = accepted
let told: TextEvent = { outcome: 'ignored', reason: '' }
let portal: TestApp
let maria: TestBrowser

beforeAll(async () => {
  const send = async (text: TextToSend) => {
    texted.push(text)
    return onText
  }
  portal = await testApp({ clock, texts: testTexts({ send, read: () => told }) })
  await addTestAccount(portal.database.db, { account, balance: 8_053, email: 'maria@customer.example' })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  onText = accepted
  await emptyTables(portal.database.db, ['rate_limit', 'web_user', 'email', 'stopped_address', 'audit_entry'])
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

const on = { accountId: account, kind: 'billReady', channel: 'email', isOn: true }

async function mailedCode(): Promise<string> {
  await maria.post(`${path}/code`, { channel: 'email' })
  const emails = await portal.database.db.selectFrom('email').select('body_text').orderBy('id').execute()
  return /^Code: (\d{6})$/m.exec(emails.at(-1)?.body_text ?? '')?.[1] ?? ''
}

const read = async (): Promise<Notifications> => Notifications.parse((await maria.get(path)).json())

describe('given a customer whose address is not confirmed', () => {
  test('then nothing can be turned on until the code that was mailed there is typed', async () => {
    expect(await read()).toMatchObject({ email: { state: 'unproven' }, choices: [], isCut: false })
    expect((await maria.post(path, on)).statusCode).toBe(409)
    const code = await mailedCode()
    expect((await maria.post(`${path}/confirm`, { channel: 'email', code })).json()).toMatchObject({
      email: { state: 'proven' },
    })
    expect((await maria.post(path, on)).json()).toMatchObject({ choices: [{ accountId: account, kind: 'billReady' }] })
    expect((await maria.post(path, { ...on, isOn: false })).json()).toMatchObject({ choices: [] })
  })

  test('then a code is good for a few guesses, and once', async () => {
    const code = await mailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    const guess = async (typed: string) => {
      const reply = await maria.post(`${path}/confirm`, { channel: 'email', code: typed })
      if (reply.statusCode === 200) return undefined
      const { type, title, errors } = Problem.parse(reply.json())
      expect(errors).toEqual([{ field: 'code', message: title }])
      return type
    }
    for (let tries = 0; tries < mostWrongProofs; tries += 1) expect(await guess(wrong)).toBe('/problems/wrong-code')
    expect(await guess(code)).toBe('/problems/code-expired')
    const next = await mailedCode()
    expect(await guess(next)).toBeUndefined()
    expect(await guess(next)).toBe('/problems/code-expired')
  })

  test('then the code also lifts the stop of an address that emails came back from', async () => {
    await portal.database.db
      .insertInto('stopped_address')
      .values({ channel: 'email', address: 'maria@customer.example', why: 'bounced', since: portal.deps.clock.now() })
      .execute()
    expect(await read()).toMatchObject({ email: { state: 'stopped' } })
    const code = await mailedCode()
    expect((await maria.post(`${path}/confirm`, { channel: 'email', code })).json()).toMatchObject({
      email: { state: 'proven' },
    })
  })
})

test('given a number that is confirmed, then the address on file hears of it, and not before', async () => {
  const numbers = async () =>
    await portal.database.db
      .selectFrom('email')
      .select(['recipient', 'body_text'])
      .where('kind', '=', 'text-number-changed')
      .execute()
  await maria.post(`${path}/code`, { channel: 'text', number: '671-555-0101' })
  expect(await numbers()).toEqual([])
  const code = /\d{6}/.exec(texted.at(-1)?.body ?? '')?.[0]
  await maria.post(`${path}/confirm`, { channel: 'text', code })
  expect(await numbers()).toEqual([
    { recipient: 'maria@customer.example', body_text: expect.stringContaining('number ending in 0101') },
  ])
})

describe('given a customer whose number is confirmed', () => {
  const [number, next] = ['+16715550101', '+16715550102']
  const textedCode = () => /\d{6}/.exec(texted.at(-1)?.body ?? '')?.[0]
  const ask = async (typed: string) => await maria.post(`${path}/code`, { channel: 'text', number: typed })
  const type = async (code = textedCode()) => await maria.post(`${path}/confirm`, { channel: 'text', code })
  beforeEach(async () => {
    await ask('671-555-0101')
    await type()
  })

  test.each<[SendResult, string]>([
    [{ outcome: 'refused', trouble: 'notMobile', code: '21614' }, 'not-mobile'],
    [{ outcome: 'refused', trouble: 'blocked', code: '30004' }, 'number-refused'],
    [{ outcome: 'notSent', reason: 'away' }, 'texts-down'],
  ])(
    'when the provider answers %j about another one, then that is said, and the first stays',
    async (answer, type_) => {
      onText = answer
      expect(Problem.parse((await ask('671-555-0102')).json()).type).toBe(`/problems/${type_}`)
      expect(await read()).toMatchObject({ text: { address: number, state: 'proven' }, newNumber: null })
    },
  )

  test('when a code is sent to another one, then the first stays until the code is typed', async () => {
    await ask('671-555-0102')
    expect(await read()).toMatchObject({
      text: { address: number, state: 'proven' },
      newNumber: { address: next, trouble: null },
    })
    expect((await type('000000')).statusCode).toBe(409)
    expect((await read()).text).toEqual({ address: number, state: 'proven' })
    await type()
    expect(await read()).toMatchObject({ text: { address: next, state: 'proven' }, newNumber: null })
    const numbers = portal.database.db.selectFrom('proven_address').select('address').where('channel', '=', 'text')
    expect(await numbers.execute()).toEqual([{ address: next }])
  })

  test('when the code cannot be delivered, then the page says so, and the first stays', async () => {
    await ask('671-555-0102')
    const { reference = '' } = texted.at(-1) ?? {}
    told = { outcome: 'report', reference, id: 'SM1', state: 'undelivered', trouble: 'notMobile', code: '30006' }
    await portal.app.inject({
      method: 'POST',
      url: textEventsPath,
      payload: 'x',
      headers: { 'content-type': 'text/x' },
    })
    expect(await read()).toMatchObject({
      text: { address: number, state: 'proven' },
      newNumber: { address: next, trouble: 'notMobile' },
    })
  })
})

test('codes to a number are limited however it is written and whoever asks for them', async () => {
  const juan = await portal.customer({ person: '4821007398', username: 'juan', accounts: [] })
  const ask = async (who: TestBrowser, number: string) =>
    (await who.post(`${path}/code`, { channel: 'text', number })).statusCode
  const written = ['671-555-0109', '+1 671 555 0109', '(671) 5550109', '16715550109', '671.555.0109']
  expect(written).toHaveLength(limits.codesPerAddress.attempts)
  for (const [nth, number] of written.entries()) expect(await ask(nth % 2 ? maria : juan, number)).toBe(200)
  expect(await ask(juan, '6715550109')).toBe(429)
  expect(await ask(juan, '6715550108')).toBe(200)
})

test('given a login without accounts, then choosing for all of them changes nothing', async () => {
  const nobody = await portal.customer({ person: '4821007399', username: 'nobody', accounts: [] })
  for (const choice of [
    { path, body: { ...on, accountId: 'all', isOn: false } },
    { path: '/api/v1/paperless', body: { accountId: 'all', isOn: false } },
    { path: '/api/v1/paperless', body: { accountId: 'all', isOn: true } },
  ])
    expect((await nobody.post(choice.path, choice.body)).statusCode).toBe(200)
  const audited = portal.database.db.selectFrom('audit_entry').select('action')
  expect(await audited.where('action', 'in', ['notifications-changed', 'paperless-changed']).execute()).toEqual([])
  expect(await portal.database.db.selectFrom('email').select('kind').execute()).toEqual([])
})

test('a test message needs a confirmed address or number first', async () => {
  for (const channel of ['email', 'text'])
    expect(Problem.parse((await maria.post(`${path}/test`, { channel })).json()).type).toBe(
      '/problems/address-unproven',
    )
})

describe('given a customer whose address is confirmed', () => {
  beforeEach(async () => {
    await maria.post(`${path}/confirm`, { channel: 'email', code: await mailedCode() })
  })

  test('then all of their accounts can be set together, and nobody else’s', async () => {
    expect((await maria.post(path, { ...on, accountId: 'all' })).json()).toMatchObject({
      choices: [{ accountId: account }],
    })
    expect((await maria.post(path, { ...on, accountId: '4821007399' })).statusCode).toBe(404)
  })

  describe('and the address for one click in an email', () => {
    let token: string
    beforeEach(async () => {
      await maria.post(path, on)
      const { id } = await portal.database.db.selectFrom('notification').select('id').executeTakeFirstOrThrow()
      token = stopToken(portal.deps.config, id)
    })
    const press = async (with_: string, headers: Record<string, string> = {}) =>
      await portal.app.inject({
        method: 'POST',
        url: `${oneClickStopPath}?token=${with_}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: 'List-Unsubscribe=One-Click',
      })

    test.each<[Record<string, string>]>([
      [{}],
      [{ origin: 'https://mail.provider.example' }],
      [{ origin: 'null' }],
      [{ 'sec-fetch-site': 'cross-site' }],
      [{ 'content-type': 'multipart/form-data; boundary=x' }],
    ])('when a mail program posts there, as with %j, then it stops, again and again', async (headers) => {
      for (let times = 0; times < 3; times += 1) expect((await press(token, headers)).statusCode).toBe(200)
      expect((await read()).choices).toEqual([])
    })

    test('when its page asks what it stops, then kind, channel, account and what follows are told, of ours only', async () => {
      const about = async (asked: string) => await portal.guest().post(`${path}/stop/about`, { token: asked })
      const known = { kind: 'billReady', channel: 'email', accountEnd: account.slice(-4), bringsPaper: false }
      expect((await about(token)).json()).toEqual({ about: known })
      await portal.database.pool.query(`
        insert into paperless_choice (web_user_id, account_id, words, agreed_at, agreed_from, started_at)
        select id, '${account}', '1', now(), '203.0.113.7', now() from web_user`)
      expect((await about(token)).json()).toEqual({ about: { ...known, bringsPaper: true } })
      await portal.database.pool.query("update notification set kind = 'overdue', channel = 'text'")
      expect((await about(token)).json()).toEqual({
        about: { ...known, kind: 'overdue', channel: 'text', bringsPaper: false },
      })
      expect((await about(`${token.slice(0, -1)}_`)).statusCode).toBe(404)
      expect((await read()).choices).toHaveLength(1)
      await portal.database.pool.query('delete from paperless_choice; delete from notification')
      expect((await about(token)).json()).toEqual({ about: null })
    })

    test('when it is opened in a browser, then that shows the page that stops, and stops nothing', async () => {
      const opened = await portal.app.inject({ method: 'GET', url: `${oneClickStopPath}?token=${token}` })
      expect([opened.statusCode, opened.headers.location]).toEqual([
        302,
        `${portal.deps.config.PUBLIC_URL}${pagePaths.stopNotifications}#${token}`,
      ])
      expect((await read()).choices).toHaveLength(1)
      const forged = await portal.app.inject({ method: 'GET', url: `${oneClickStopPath}?token=//evil.example%0d` })
      expect(forged.headers.location).toBe(
        `${portal.deps.config.PUBLIC_URL}${pagePaths.stopNotifications}#%2F%2Fevil.example%0D`,
      )
    })

    test('when a provider presses for many, then only wrong tokens are limited', async () => {
      const { attempts } = limits.wrongStopLinksPerAddress
      for (let times = 0; times <= attempts; times += 1) expect((await press(token)).statusCode).toBe(200)
      for (let times = 0; times < attempts; times += 1) expect((await press(`${token}x`)).statusCode).toBe(404)
      expect((await press(`${token}x`)).statusCode).toBe(429)
      expect((await press(token)).statusCode).toBe(200)
    })
  })

  test('then an announcement’s link may be used again, also where announcements are off already', async () => {
    const { db, pool } = portal.database
    await maria.post(path, { ...on, kind: 'announcement' })
    await pool.query(`
      insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, found_at, expires_at)
      select 'announcement', id, '${account}', 'test', 'email', '{}', 'ACCEPTED', now(), now() from web_user`)
    const { id } = await db.selectFrom('notification').select('id').executeTakeFirstOrThrow()
    const body = { token: stopToken(portal.deps.config, id) }
    for (let times = 0; times < 3; times += 1)
      expect((await portal.guest().post(`${path}/stop`, body)).json()).toEqual({ stopped: true })
    expect((await read()).choices).toEqual([])
  })

  test('then a test email is due right away, unless notifications are switched off', async () => {
    const { pool, db } = portal.database
    await pool.query(`update maintenance_switch set is_off = true where name = 'notifications'`)
    clock.advance(1000)
    try {
      const refused = await maria.post(`${path}/test`, { channel: 'email' })
      expect(Problem.parse(refused.json()).type).toBe('/problems/switched-off')
    } finally {
      await pool.query('update maintenance_switch set is_off = false')
      clock.advance(1000)
    }
    expect((await maria.post(`${path}/test`, { channel: 'email' })).json()).toEqual({
      address: 'maria@customer.example',
    })
    const due = await db
      .selectFrom('notification')
      .select(['kind', 'channel', 'account_id', 'state', 'due_at'])
      .execute()
    const [sent] = due.filter(({ kind }) => kind === 'test')
    expect(sent).toMatchObject({ channel: 'email', account_id: account, state: 'READY' })
    expect(Date.parse(sent?.due_at ?? '')).toBeLessThanOrEqual(Date.parse(portal.deps.clock.now()))
  })

  test('then what was sent is listed, without what never left', async () => {
    await maria.post(path, on)
    expect((await maria.get(`${path}/sent`)).json()).toEqual({ sent: [], hasMore: false })
    await portal.database.fixtures
      .updateTable('notification')
      .set({ state: 'ACCEPTED', reason: null, address: 'maria@customer.example' })
      .execute()
    expect((await maria.get(`${path}/sent`)).json()).toMatchObject({
      sent: [{ kind: 'billReady', accountId: account, address: 'm***a@customer.example', status: 'sent' }],
    })
  })
})

describe('given a customer with two accounts, one of which was stopped by the link in a message', () => {
  const other = '4821007392'
  const all = async (body: object = {}) =>
    Notifications.parse((await maria.post(path, { ...on, accountId: 'all', ...body })).json())
  const bills = ({ choices }: Notifications) =>
    choices.flatMap(({ kind, accountId }) => (kind === 'billReady' ? [accountId] : [])).toSorted()
  beforeAll(async () => {
    const person = { id: account, isKnown: true }
    await addTestAccount(portal.database.db, { account: other, balance: 100, person })
  })
  beforeEach(async () => {
    const { db } = portal.database
    await maria.post(`${path}/confirm`, { channel: 'email', code: await mailedCode() })
    await all()
    const queued = db.selectFrom('notification').select('id').where('account_id', '=', AccountNumber.parse(account))
    const { id } = await queued.executeTakeFirstOrThrow()
    await portal.guest().post(`${path}/stop`, { token: stopToken(portal.deps.config, id) })
  })

  test('then turning it on for all leaves that one off, and counts it', async () => {
    const now = await all()
    expect(bills(now)).toEqual([other])
    expect(now).toMatchObject({ accountCount: 2, inAll: [{ kind: 'billReady', on: 1, stopped: 1 }] })
  })

  test('then it is turned on when it is named, or asked for with all', async () => {
    expect(bills(Notifications.parse((await maria.post(path, on)).json()))).toEqual([account, other])
    expect(bills(await all({ isOn: false }))).toEqual([])
    expect((await all()).inAll).toMatchObject([{ on: 2, stopped: 0 }])
  })

  test('then all of them are turned on when that is asked for', async () => {
    expect((await all({ evenStopped: true })).inAll).toMatchObject([{ on: 2, stopped: 0 }])
  })
})
