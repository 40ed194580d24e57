import { createHmac } from 'node:crypto'
import { epochOf } from '@portal/contract/dates'
import {
  emailReportSignature,
  emailReportsPath,
  largestEmailReport,
  signatureSeconds,
} from '@portal/contract/email-reports'
import { AccountNumber } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { returnPath, stopMailbox } from '../messages/outbox/names.ts'
import { queueEmail } from '../messages/outbox/queue-email.ts'
import { bounceMessage } from '../messages/testing/reports.ts'
import { enrolCustomer } from '../testing/people.ts'

const secret = 'a secret of the provider, and long enough'
let portal: TestApp
let sender: string

beforeAll(async () => {
  const config = {
    BOUNCE_DOMAIN: 'bounces.example',
    EMAIL_REPORT_SECRET: ['an older secret that is still taken', secret],
  }
  portal = await testApp({ config })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  const { db, clock, config } = portal.deps
  await emptyTables(db, ['email', 'email_trouble', 'stopped_address'], 'from1')
  const email = { template: 'payment-confirmation', dedupeKey: 'one', recipient: 'Maria@customer.example' } as const
  const said = { subject: 'Receipt', text: 'Paid', html: '<p>Paid</p>' }
  await db.transaction().execute(async (tx) => await queueEmail(tx, { ...email, ...said }, clock.now()))
  sender = returnPath(config, { of: 'email', id: 1 }) ?? ''
})

interface Posted {
  type?: string
  by?: string
  secondsAgo?: number
  signature?: string
}

async function post(body: string, { type = 'message/rfc822', by = secret, secondsAgo = 0, signature }: Posted = {}) {
  const seconds = Math.floor(epochOf(portal.deps.clock.now()) / 1000) - secondsAgo
  const mac = createHmac('sha256', by).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'content-type': type, [emailReportSignature]: signature ?? `t=${seconds},v1=${mac}` }
  return await portal.app.inject({ method: 'POST', url: emailReportsPath, headers, payload: body })
}

const stopped = async () => await portal.deps.db.selectFrom('stopped_address').select(['address', 'why']).execute()

describe('given a report posted by a mail provider', () => {
  test('when it is signed, then it counts, however often it comes', async () => {
    for (let times = 0; times < 2; times += 1) {
      const answer = await post(bounceMessage({ to: sender }))
      expect([answer.statusCode, answer.json()]).toEqual([200, { received: true, isKnown: true }])
    }
    expect(await stopped()).toEqual([{ address: 'maria@customer.example', why: 'bounced' }])
    expect(await portal.deps.db.selectFrom('email_trouble').select('status').execute()).toHaveLength(1)
  })

  test('when it is JSON, then it counts, too', async () => {
    const note = JSON.stringify({ sender, kind: 'complained' })
    expect((await post(note, { type: 'application/json; charset=utf-8' })).json()).toMatchObject({ isKnown: true })
    expect(await stopped()).toMatchObject([{ why: 'complained' }])
  })

  test('when a mail program wrote to the address that stops, in any case, then it stops and counts as known', async () => {
    const { db, config, clock } = portal.deps
    const user = await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
    const about = { web_user_id: user.webUserId, account_id: AccountNumber.parse('4821007391') }
    const chosen = { kind: 'overdue', channel: 'email', words: '1', chosen_at: clock.now(), chosen_from: '' } as const
    await db
      .insertInto('notification_choice')
      .values({ ...about, ...chosen })
      .execute()
    const { rows } = await portal.database.pool.query<{ id: number }>(`
      insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, found_at, expires_at)
      values ('overdue', ${about.web_user_id}, '4821007391', 'test', 'email', '{}', 'ACCEPTED', now(), now()) returning id`)
    const mailbox = stopMailbox({ ...config, BOUNCE_DOMAIN: 'bounces.example' }, rows[0]?.id ?? 0)
    const left = async () => await db.selectFrom('notification_choice').select('kind').execute()
    const wrong = mailbox.replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@'))
    expect((await post(`To: ${wrong}\r\n\r\n`)).json()).toEqual({ received: true, isKnown: false })
    expect(await left()).toHaveLength(1)
    const mail = `From: maria@customer.example\r\nTo: <${mailbox.toUpperCase()}>\r\nSubject: unsubscribe\r\n\r\n`
    for (let times = 0; times < 2; times += 1)
      expect((await post(mail)).json()).toEqual({ received: true, isKnown: true })
    expect(await left()).toEqual([])
  })

  test.each([
    ['JSON that is none', '{', 'application/json'],
    ['JSON of another form', '{"sender":3}', 'application/json'],
    ['a sender that we never made', '{"sender":"email-1-0@bounces.example","kind":"failed"}', 'application/json'],
    ['nothing', '', 'message/rfc822'],
    ['a message that is no report', 'Subject: Hello\r\n\r\nHello', 'message/rfc822'],
  ])('when it is %s, then it is taken and changes nothing', async (_, body, type) => {
    expect((await post(body, { type })).json()).toEqual({ received: true, isKnown: false })
    expect(await stopped()).toEqual([])
  })

  test.each<[string, Posted]>([
    ['with another secret', { by: 'another secret' }],
    ['too long ago', { secondsAgo: signatureSeconds + 1 }],
    ['in the future', { secondsAgo: -signatureSeconds - 1 }],
    ['not at all', { signature: '' }],
    ['in another form', { signature: 't=1,v1=00' }],
  ])('when it is signed %s, then it is refused and changes nothing', async (_, how) => {
    expect((await post(bounceMessage({ to: sender }), how)).statusCode).toBe(403)
    expect(await stopped()).toEqual([])
  })

  test('when it is larger than any report, then it is refused', async () => {
    expect((await post('x'.repeat(largestEmailReport + 1))).statusCode).toBe(413)
  })
})

test('where no domain takes what comes back, nothing is taken', async () => {
  const other = await testApp({ config: { EMAIL_REPORT_SECRET: [secret] } })
  expect((await other.app.inject({ method: 'POST', url: emailReportsPath, payload: 'x' })).statusCode).toBe(404)
  await other.close()
})
