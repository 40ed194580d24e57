import { later } from '@portal/contract/dates'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EmailRefused } from '../../adapters/email/port.ts'
import { confirmCode, reachedAt, sendCode } from '../addresses/addresses.ts'
import type { EmailReport } from '../outbox/message.ts'
import { handOver, leaseNotifications } from '../outbox/moves.ts'
import { returnPath } from '../outbox/names.ts'
import {
  type NotificationWorld,
  account,
  imports,
  notificationTests,
  standing,
  wants,
  work,
  workThroughDelay,
} from '../testing/notification-world.ts'
import { bounceMessage, complaintMessage } from '../testing/reports.ts'
import { effectOf } from './effects.ts'
import { readReport, recordEmailReport } from './email-reports.ts'

const config = { LINK_SECRET: 'x'.repeat(32), BOUNCE_DOMAIN: 'bounces.example' }
const seventh = returnPath(config, { of: 'notification', id: 7 }) ?? ''
const read = async (text: string) => await readReport(config, Buffer.from(text))

describe('given a report, then it is read', () => {
  const email = { of: 'notification', id: 7 }
  const failed = (status: string | null) => ({ email, kind: 'failed', status })
  test.each([
    ['a failure', bounceMessage({ to: seventh }), failed('5.1.1')],
    ['one whose address has capitals', bounceMessage({ to: seventh.toUpperCase() }), failed('5.1.1')],
    ['a mailbox that is full', bounceMessage({ to: seventh, status: '5.2.2 (mailbox full)' }), failed('5.2.2')],
    [
      'one that only the answer explains',
      bounceMessage({ to: seventh, status: '5.0.0', diagnostic: '550-5.1.1 No such\r\n user at 10.1.1.1' }),
      failed('5.1.1'),
    ],
    ['one without a code', bounceMessage({ to: seventh, status: 'gone' }), failed(null)],
    [
      'an action with a comment',
      bounceMessage({ to: seventh, action: 'Failed (after (three) days)' }),
      failed('5.1.1'),
    ],
    ['an action after a comment', bounceMessage({ to: seventh, action: '(delayed) failed' }), failed('5.1.1')],
    ['one of an address beyond ASCII', bounceMessage({ to: seventh, isGlobal: true }), failed('5.1.1')],
    [
      'one of version 1.0.0, which called an email a letter',
      bounceMessage({ to: 'letter-9-66f1384146c5e73356fce73887cb6247@bounces.example' }),
      { email: { of: 'email', id: 9 }, kind: 'failed', status: '5.1.1' },
    ],
    [
      'one that only the headers it brings back name',
      bounceMessage({ to: 'postmaster@utility.example', sender: seventh, isGlobal: true }),
      failed('5.1.1'),
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  test.each(['abuse', 'Abuse (marked as spam)', 'fraud', 'opt-out', 'opt-out-list'])(
    'a complaint: %s',
    async (type) => {
      expect(await read(complaintMessage(seventh, type))).toEqual({ email, kind: 'complained', status: null })
    },
  )

  test.each([
    'not-spam',
    'Not-Spam (moved back)',
    'auth-failure',
    'dmarc',
    'virus',
    'other',
    'abusenot',
    '(abuse)',
    '',
  ])('not feedback of the type “%s”', async (type) => {
    expect(await read(complaintMessage(seventh, type))).toBeNull()
  })

  test.each([
    ['a delay', bounceMessage({ to: seventh, action: 'delayed', status: '4.4.1' })],
    ['a delivery', bounceMessage({ to: seventh, action: 'delivered', status: '2.0.0' })],
    ['a delay with a comment', bounceMessage({ to: seventh, action: 'delayed (not failed)', status: '5.4.1' })],
    ['what was handed on', bounceMessage({ to: seventh, action: 'relayed', status: '2.1.9' })],
    ['what went to a list', bounceMessage({ to: seventh, action: 'expanded (failed)', status: '2.1.5' })],
    ['a failure whose status says that it arrived', bounceMessage({ to: seventh, status: '2.1.5' })],
    ['a forged address', bounceMessage({ to: seventh.replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@')) })],
    ['the address of another email', bounceMessage({ to: seventh.replace('-7-', '-8-') })],
    ['the address of one of the outbox', bounceMessage({ to: seventh.replace('notification', 'email') })],
    ['another domain', bounceMessage({ to: seventh.replace('bounces', 'bounces.evil') })],
    ['a subject that ends in our address', bounceMessage({ to: `a@b.example\r\nSubject: ${seventh}` })],
    [
      'a reply of a person',
      `From: maria@customer.example\r\nTo: ${seventh}\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    ],
    ['nothing', ''],
    ['parts without an end', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(500)],
  ])('not %s', async (_, text) => {
    expect(await read(text)).toBeNull()
  })

  test('whatever is changed in it, nothing is read of another email, and no one is kept busy', async () => {
    const whole = Buffer.from(bounceMessage({ to: seventh, diagnostic: '550 5.1.1 No such user' }))
    const edits = fc.array(fc.record({ at: fc.nat(whole.length - 1), put: fc.uint8Array({ maxLength: 40 }) }))
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(whole.length), async (changes, end) => {
        const bytes = Buffer.from(whole)
        for (const { at, put } of changes) bytes.set(put.subarray(0, bytes.length - at), at)
        const report = await readReport(config, bytes.subarray(0, end))
        expect(report === null || (report.email.of === 'notification' && report.email.id === 7)).toBe(true)
      }),
      { numRuns: 500 },
    )
    const began = performance.now()
    for (const unit of ['notification-1-', 'Status: 5.', '\r\n \r\n', 'a: b\r\n', '--=_b\r\n', '('])
      await read(`${bounceMessage({ to: seventh })}${unit.repeat(1_000_000 / unit.length)}`)
    expect(performance.now() - began).toBeLessThan(4000)
  })
})

test.each([
  ['5.1.1', 'stop'],
  ['5.1.10', 'stop'],
  ['5.2.1', 'stop'],
  ['5.2.2', 'count'],
  ['5.0.0', 'count'],
  ['4.4.7', 'count'],
  ['4.7.1', 'alarm'],
  ['5.7.1', 'alarm'],
  ['5.7.515', 'alarm'],
  ['5.1.8', 'alarm'],
  [null, 'count'],
])('what %s does to an address: %s', (status, effect) => {
  expect(effectOf(status)).toBe(effect)
})

const isStopped = async ({ deps: { db } }: NotificationWorld) =>
  await db.selectFrom('stopped_address').select(['address', 'why']).execute()
const bounced = [{ address: 'maria@customer.example', why: 'bounced' }]

/** One more notification, accepted by the mail server. @returns its report */
async function sendsOne(
  world: NotificationWorld,
  billId: string,
): Promise<(change?: Partial<EmailReport>) => Promise<boolean>> {
  await imports(world, { billId })
  await workThroughDelay(world)
  const { id } = await world.deps.db
    .selectFrom('notification')
    .select('id')
    .where('cause', '=', billId)
    .executeTakeFirstOrThrow()
  const report: EmailReport = { email: { of: 'notification', id }, kind: 'failed', status: '5.1.1' }
  return async (change) => await recordEmailReport(world.deps, { ...report, ...change })
}

async function confirmsAgain({ deps, sent, maria }: NotificationWorld): Promise<void> {
  const all = { ...deps, wake: () => undefined }
  await sendCode(all, maria, { channel: 'email' })
  const emails = await deps.db.selectFrom('email').select('body_text').orderBy('id').execute()
  const code = /^Code: (\d{6})$/m.exec(emails.at(-1)?.body_text ?? '')?.[1] ?? ''
  expect(await confirmCode(all, maria, { channel: 'email', code })).toBe('proven')
  sent.length = 0
}

describe('given a customer who wants emails', () => {
  const given = notificationTests()

  test('then each leaves with a sender of its own', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await sendsOne(world, '500000010001')
    await sendsOne(world, '500000010002')
    const senders = world.sent.map((email) => email.returnPath)
    expect(senders).toEqual([
      expect.stringMatching(/^notification-\d+-[0-9a-f]{32}@bounces\.example$/),
      expect.anything(),
    ])
    expect(new Set(senders).size).toBe(2)
    expect(world.sent[0]?.listId).toBe('billready.notifications.utility.example')
  })

  test('when one comes back from an address that does not exist, then nothing more leaves until it is confirmed again', async () => {
    const { world } = given
    await wants(world, 'billReady')
    const report = await sendsOne(world, '500000010001')
    expect([await report(), await report()]).toEqual([true, true])
    expect(await standing(world)).toEqual(['billReady UNDELIVERED came back 5.1.1'])
    expect(await isStopped(world)).toEqual(bounced)
    expect(await reachedAt(world.deps, world.maria, 'email')).toMatchObject({ state: 'stopped' })
    await sendsOne(world, '500000010002')
    expect(world.sent).toHaveLength(1)
    const audited = await world.deps.db.selectFrom('audit_entry').select(['action', 'subject']).execute()
    expect(audited.filter(({ action }) => action === 'emails-stopped')).toEqual([
      { action: 'emails-stopped', subject: `Person ${account}` },
    ])
    world.clock.advance(60_000)
    await confirmsAgain(world)
    await report()
    expect(await isStopped(world)).toEqual([])
    await sendsOne(world, '500000010003')
    expect(world.sent).toHaveLength(1)
  })

  test('when an older one comes back only after the address was confirmed again, then it stays', async () => {
    const { world } = given
    await wants(world, 'billReady')
    const first = await sendsOne(world, '500000010001')
    world.clock.advance(60_000)
    await confirmsAgain(world)
    await first()
    expect(await isStopped(world)).toEqual([])
    expect(await standing(world)).toEqual(['billReady UNDELIVERED came back 5.1.1'])
  })

  test('when the mailbox is full, then the third time within two weeks stops it', async () => {
    const { world } = given
    await wants(world, 'billReady')
    const full = { status: '5.2.2' }
    for (const [nth, days] of [0, 15, 1, 1].entries()) {
      world.clock.advance(days * 24 * 60 * 60_000)
      const report = await sendsOne(world, `50000001000${nth}`)
      await report(full)
      await report(full)
      expect(await isStopped(world)).toEqual(nth === 3 ? bounced : [])
    }
    world.clock.advance(60_000)
    await confirmsAgain(world)
    await (
      await sendsOne(world, '500000010009')
    )(full)
    expect(await isStopped(world)).toEqual([])
  })

  test('when servers refuse us as sender, then nobody is stopped', async () => {
    const { world } = given
    await wants(world, 'billReady')
    for (const billId of ['500000010001', '500000010002', '500000010003', '500000010004'])
      await (
        await sendsOne(world, billId)
      )({ status: '5.7.26' })
    expect(await isStopped(world)).toEqual([])
    expect(await standing(world)).toContain('billReady UNDELIVERED came back 5.7.26')
  })

  test('when its reader complains, then it has arrived, and nothing more leaves', async () => {
    const { world } = given
    await wants(world, 'billReady')
    const report = await sendsOne(world, '500000010001')
    await report({ kind: 'complained', status: null })
    await report()
    expect(await standing(world)).toEqual(['billReady DELIVERED'])
    expect(await isStopped(world)).toEqual([{ address: 'maria@customer.example', why: 'complained' }])
  })

  test('when the mail server itself refuses the address, then that counts alike', async () => {
    const { world } = given
    await wants(world, 'billReady')
    world.onSend = async () => {
      throw new EmailRefused('the mail server answered 550 5.1.1', { status: '5.1.1' })
    }
    await sendsOne(world, '500000010001')
    expect(await standing(world)).toEqual(['billReady REFUSED the mail server answered 550 5.1.1'])
    expect(await isStopped(world)).toEqual(bounced)
  })

  test('when it comes back before its own handing over is settled, then the report wins', async () => {
    const { world } = given
    await wants(world, 'billReady')
    world.onSend = async () => {
      const { id } = await world.deps.db.selectFrom('notification').select('id').executeTakeFirstOrThrow()
      await recordEmailReport(world.deps, { email: { of: 'notification', id }, kind: 'failed', status: '5.1.1' })
    }
    await sendsOne(world, '500000010001')
    expect(await standing(world)).toEqual(['billReady UNDELIVERED came back 5.1.1'])
  })

  test('when a report is about no email that we have, or one that never left, then nothing changes', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, { billId: '500000010001' })
    await work(world)
    const { id } = await world.deps.db.selectFrom('notification').select('id').executeTakeFirstOrThrow()
    for (const table of ['notification', 'email'] as const)
      for (const each of [id, 99_999])
        expect(
          await recordEmailReport(world.deps, { email: { of: table, id: each }, kind: 'failed', status: '5.1.1' }),
        ).toBe(false)
    expect(await standing(world)).toEqual(['billReady HELD'])
    expect(await isStopped(world)).toEqual([])
  })

  test('when it was stopped since it was checked, then it stays', async () => {
    const { world } = given
    const { db } = world.deps
    await wants(world, 'billReady')
    await imports(world, { billId: '500000010001' })
    await work(world)
    await db.updateTable('notification').set({ state: 'READY', due_at: world.clock.now() }).execute()
    const now = world.clock.now()
    const lease = { now, until: later(now, 60_000) }
    const leased = await leaseNotifications(db, 'email', { ...lease, most: 5, onlyTests: false })
    const leaving = leased.map((message) => ({ message, address: 'Maria@customer.example' }))
    await db
      .insertInto('stopped_address')
      .values({ channel: 'email', address: 'maria@customer.example', why: 'complained', since: now })
      .execute()
    expect(await handOver(db, leaving, lease)).toEqual(new Set())
    await db.deleteFrom('stopped_address').execute()
    expect(await handOver(db, leaving, { ...lease, now: lease.until })).toEqual(new Set())
    expect(await handOver(db, leaving, lease)).toEqual(new Set(leased.map(({ id }) => id)))
  })

  test('when an email of the outbox comes back, then the address is stopped for notifications alone', async () => {
    const { world } = given
    await confirmsAgain(world)
    const { id } = await world.deps.db.selectFrom('email').select('id').executeTakeFirstOrThrow()
    const report: EmailReport = { email: { of: 'email', id }, kind: 'failed', status: '5.1.1' }
    await world.deps.db
      .updateTable('email')
      .set({ delivered_at: later(world.clock.now(), 60_000) })
      .execute()
    for (let times = 0; times < 2; times += 1) expect(await recordEmailReport(world.deps, report)).toBe(true)
    const email = await world.deps.db
      .selectFrom('email')
      .select(['came_back_at', 'last_error'])
      .executeTakeFirstOrThrow()
    expect(email).toEqual({ came_back_at: world.clock.now(), last_error: 'the mail server reported 5.1.1' })
    expect(await isStopped(world)).toEqual(bounced)
    await sendCode({ ...world.deps, wake: () => undefined }, world.maria, { channel: 'email' })
    expect(await world.deps.db.selectFrom('email').select('id').execute()).toHaveLength(2)
  })
})
