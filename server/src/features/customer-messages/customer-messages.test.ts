import type { AdminLevel } from '@portal/contract/admin-levels'
import { type CustomerMessage, CustomerMessages } from '@portal/contract/customer-messages'
import { Instant, later } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { addTestPayment } from '../../payments/testing/payments.ts'
import { testClock } from '../../testing/clock.ts'
import { enrolCustomer } from '../../testing/people.ts'
import type { TemplateName } from '../../wording/templates.ts'

const maria = PersonId.parse('4821007391')
const stranger = PersonId.parse('4821007392')
const address = 'Maria@customer.example'
const clock = testClock(Instant.parse('2026-02-03T04:00:00.000Z'))
let portal: TestApp
let care: TestBrowser
let webUserId: number
beforeAll(async () => {
  portal = await testApp({ clock })
  const { db } = portal.database
  await addTestAccount(db, { account: maria, email: address })
  await addTestAccount(db, { account: stranger, email: 'jose@customer.example' })
})
beforeEach(async () => {
  await emptyTables(portal.database.db, [
    'web_user',
    'email',
    'stopped_address',
    'rate_limit',
    'checkout',
    'audit_entry',
  ])
  webUserId = (await enrolCustomer(portal.deps, { person: maria, username: 'maria' })).webUserId
  care = await portal.administrator(4)
})
afterAll(() => portal.close())

const path = '/api/v1/customer-messages'
const read = async (body: object = {}) =>
  CustomerMessages.parse((await care.post(path, { personId: maria, ...body })).json())
const again = async (message: Pick<CustomerMessage, 'id' | 'source'>, personId = maria) =>
  (await care.post(`${path}/send-again`, { personId, source: message.source, id: message.id })).statusCode
const entries = async (action: string): Promise<unknown[]> => {
  const text = 'select subject, after_change from audit_entry where action = $1 order by id'
  const { rows } = await portal.database.pool.query<{ subject: string; after_change: string | null }>(text, [action])
  return rows
}

interface Email {
  template: TemplateName
  to?: string
  delivered?: boolean
  refused?: string
  key?: string
  linkNonce?: string
}

let made = 0
async function email({ template, to = address, delivered, refused, key, linkNonce }: Email): Promise<void> {
  made += 1
  const now = clock.now()
  const { db } = portal.database
  const dedupeKey = key ?? `${template}-${made}`
  const content = { recipient: to, subject: 'GWA: news', text: 'Hello', html: '<p>Hello' }
  await db.transaction().execute(async (tx) => {
    await queueEmail(tx, { template, dedupeKey, ...content, ...(linkNonce ? { linkNonce } : {}) }, now)
  })
  await db
    .updateTable('email')
    .set({ delivered_at: delivered ? now : null, refused_at: refused ? now : null, last_error: refused ?? null })
    .where('dedupe_key', '=', dedupeKey)
    .execute()
  clock.advance(1000)
}

interface Sent {
  state: string
  reason?: string
  channel?: 'email' | 'text'
  to?: string
  expires?: string
}

async function notification({ state, reason, channel = 'email', to, expires = '2026-02-09' }: Sent): Promise<void> {
  made += 1
  await portal.database.pool.query(
    `insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, reason, address, found_at,
       due_at, expires_at, settled_at)
     values ('billReady', $1, $2, $3, $4, '{}', $5, $6, $7, $8, case when $5 = 'READY' then $8::timestamptz end, $9, $8)`,
    [webUserId, maria, `bill ${made}`, channel, state, reason, to, clock.now(), expires],
  )
  clock.advance(1000)
}

describe('the messages of a customer', () => {
  test('are emails and notifications together, the newest first, with masked addresses and what became of them', async () => {
    await email({ template: 'account-activated', delivered: true })
    await notification({ state: 'UNDELIVERED', reason: 'unreachable 30003', channel: 'text', to: '+16715550101' })
    await email({ template: 'password-changed', to: 'maria@CUSTOMER.example', refused: 'the mailbox is full' })
    await notification({ state: 'DROPPED', reason: 'paid' })
    await email({ template: 'set-password-link' })
    const { messages, hasMore } = await read()
    expect(messages.map(({ name, address: to, result, reason }) => [name, to, result, reason])).toEqual([
      ['Link for a new password', 'M***a@customer.example', 'waiting', ''],
      ['A new bill is ready', '', 'notSent', 'paid'],
      ['Password changed', 'm***a@CUSTOMER.example', 'notDelivered', 'the mailbox is full'],
      ['A new bill is ready', '***-***-0101', 'notDelivered', 'unreachable 30003'],
      ['Online account ready', 'M***a@customer.example', 'sent', ''],
    ])
    expect(hasMore).toBe(false)
    expect(await entries('messages-seen')).toEqual([{ subject: 'maria', after_change: null }])
  })

  test('have a receipt that came back as not delivered, with what the mail server reported', async () => {
    await email({ template: 'payment-confirmation', delivered: true })
    await portal.database.pool.query(
      `update email set came_back_at = $1, last_error = 'the mail server reported 5.1.1'`,
      [clock.now()],
    )
    const { messages } = await read()
    expect(messages.map(({ name, result, reason, at }) => [name, result, reason, at])).toEqual([
      ['Payment receipt', 'notDelivered', 'the mail server reported 5.1.1', clock.now()],
    ])
  })

  test('are none of other people, none for staff, and none that were never sent', async () => {
    await email({ template: 'password-changed', to: 'jose@customer.example' })
    await email({ template: 'finance-summary' })
    await notification({ state: 'DROPPED', reason: 'baseline' })
    expect((await read()).messages).toEqual([])
    const { messages } = CustomerMessages.parse((await care.post(path, { personId: stranger })).json())
    expect(messages.map(({ name }) => name)).toEqual(['Password changed'])
  })

  test('come a page at a time, each once', async () => {
    for (let nth = 0; nth < 25; nth += 1) {
      await email({ template: 'password-changed' })
      await notification({ state: 'ACCEPTED' })
    }
    const seen: CustomerMessage[] = []
    for (let hasMore = true; hasMore;) {
      const last = (source: string) => seen.findLast((message) => message.source === source)?.id
      const next = await read({ beforeEmail: last('email'), beforeNotification: last('notification') })
      seen.push(...next.messages)
      hasMore = next.hasMore
    }
    expect(seen).toHaveLength(50)
    expect(new Set(seen.map(({ source, id }) => `${source} ${id}`)).size).toBe(50)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    // Paging is one look.
    expect(await entries('messages-seen')).toHaveLength(1)
  })

  test('say which of their addresses are stopped, and why', async () => {
    const { pool } = portal.database
    await pool.query(
      "insert into proven_address (web_user_id, channel, address, proven_at) values ($1, 'text', '+16715550101', now())",
      [webUserId],
    )
    await pool.query(`insert into stopped_address (channel, address, why, since)
      values ('text', '+16715550101', 'stop', '2026-02-01'), ('email', 'maria@customer.example', 'bounced', '2026-02-02'),
        ('email', 'jose@customer.example', 'bounced', '2026-02-02')`)
    expect((await read()).stopped).toEqual([
      { channel: 'email', address: 'm***a@customer.example', why: 'bounced', since: '2026-02-02T00:00:00.000Z' },
      { channel: 'text', address: '***-***-0101', why: 'stop', since: '2026-02-01T00:00:00.000Z' },
    ])
  })

  test.each([2, 6] satisfies AdminLevel[])('are none of the business of level %d', async (level) => {
    const other = await portal.administrator(level)
    expect((await other.post(path, { personId: maria })).statusCode).toBe(403)
    expect((await other.post(`${path}/send-again`, { personId: maria, source: 'email', id: 1 })).statusCode).toBe(403)
  })
})

describe('sending an email again', () => {
  const only = async () => {
    const [message] = (await read()).messages
    if (!message) throw new Error('There is no message')
    return message
  }

  test('queues it once more to the same address, with an entry in the audit log that hides it', async () => {
    await email({ template: 'account-activated', delivered: true })
    const first = await only()
    expect([first.mayRepeat, await again(first)]).toEqual([true, 200])
    const { rows } = await portal.database.pool.query(
      'select kind, recipient, subject, body_text from email order by id',
    )
    expect(rows[1]).toEqual(rows[0])
    expect(await entries('message-repeated')).toEqual([
      { subject: 'maria', after_change: '{"message":"Online account ready","email":"M***a@customer.example"}' },
    ])
    // The repeat waits; a later press repeats the first one again.
    expect(await again(await only())).toBe(409)
    expect(await again(first)).toBe(200)
  })

  test.each([
    [
      'has a link',
      { template: 'set-password-link', delivered: true, linkNonce: '7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11' },
    ],
    ['has a code', { template: 'address-code', delivered: true }],
    ['says what may have changed since', { template: 'autopay-notice', delivered: true }],
    ['has not left', { template: 'account-activated' }],
  ] satisfies [string, Email][])('is not offered when it %s, and refused', async (_, sent) => {
    await email(sent)
    const message = await only()
    expect([message.mayRepeat, await again(message)]).toEqual([false, 409])
    expect(await portal.database.db.selectFrom('email').select('id').execute()).toHaveLength(1)
  })

  test('is refused for somebody else’s', async () => {
    await email({ template: 'account-activated', delivered: true })
    expect(await again(await only(), stranger)).toBe(409)
  })

  test('a receipt is written from the records, and there is none of a payment that was refunded', async () => {
    const { pool } = portal.database
    const checkoutId = await addTestPayment(pool, { at: clock.now(), state: 'CHARGED', amount: 9_520 })
    const { rows } = await pool.query<{ key: string }>(
      "update checkout set decided_at = now() where id = $1 returning 'payment-confirmation-' || public_id as key",
      [checkoutId],
    )
    await email({ template: 'payment-confirmation', delivered: true, key: rows[0]?.key ?? '' })
    const receipt = await only()
    expect(await again(receipt)).toBe(200)
    const texts = await portal.database.db.selectFrom('email').select('body_text').orderBy('id', 'desc').execute()
    expect(texts[0]?.body_text).toContain('$95.20')
    await pool.query("update checkout set state = 'REVERSED'")
    expect(await again(receipt)).toBe(409)
  })
})

describe('sending a notification again', () => {
  test.each([
    ['REFUSED', 'the mailbox is full', true],
    ['UNDELIVERED', 'unreachable 30003', true],
    ['DROPPED', 'unproven', true],
    ['DROPPED', 'paid', false],
    ['DROPPED', 'run_dropped', false],
    ['UNKNOWN', 'worker_gone', false],
    ['ACCEPTED', '', false],
    ['HELD', '', false],
  ])('that is %s %s: %s', async (state, reason, isOffered) => {
    await notification({ state, reason })
    const [message] = (await read()).messages
    if (!message) throw new Error('There is no message')
    expect(message.mayRepeat).toBe(isOffered)
    expect(await again(message, stranger)).toBe(409)
    expect(await again(message)).toBe(isOffered ? 200 : 409)
    const row = await portal.database.db
      .selectFrom('notification')
      .select(['state', 'due_at'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual(isOffered ? { state: 'READY', due_at: clock.now() } : { state, due_at: null })
    expect(await entries('message-repeated')).toHaveLength(isOffered ? 1 : 0)
  })

  test('is not offered once it is too old, and refused', async () => {
    await notification({ state: 'REFUSED', expires: later(clock.now(), 1500) })
    clock.advance(1000)
    const [message] = (await read()).messages
    expect(message?.mayRepeat).toBe(false)
    expect(await again(message ?? { id: 1, source: 'notification' })).toBe(409)
  })
})
