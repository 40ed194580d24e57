import { instantOf } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Email, EmailNotSent, EmailRefused } from '../../adapters/email/port.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { insertWebUser } from '../../foundation/credentials/web-users.ts'
import { emails } from '../../metrics.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { linkDigest, linkPlaceholder, newLink } from '../outbox/link.ts'
import { type StillStands, queueEmail } from '../outbox/queue-email.ts'
import { emailDelivery, longestWait, waits } from './send-emails.ts'

const running = new AbortController().signal
const minute = 60_000
const hour = 60 * minute
const LINK_SECRET = 'only for tests, and long enough to be one'

let database: TestDatabase
let now = 0
let logged: string[] = []
let sent: Email[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  now = Date.parse('2026-03-01T00:00:00.000Z')
  logged = []
  sent = []
})
afterEach(() => database.drop())

const welcome: NewEmail = {
  template: 'account-activated',
  dedupeKey: 'welcome:1',
  recipient: 'maria@example.com',
  subject: 'Welcome',
  text: 'Hafa adai',
  html: '<p>Hafa adai</p>',
}

test('given the same cause reported twice, when emails are delivered, then one email is sent', async () => {
  await queue(welcome)
  await queue({ ...welcome, subject: 'Another wording' })
  await deliverWith(accept)
  await deliverWith(accept)

  await queue(welcome)
  await deliverWith(accept)

  expect(sent.map((email) => email.subject)).toEqual(['Welcome'])
  expect(sent[0]?.messageId).toMatch(/^<[0-9a-f]{32}@utility\.example>$/)
})

test('given an email that says what no longer stands, when its time comes, then it is withdrawn and never sent', async () => {
  await queue(welcome)
  const asked: unknown[] = []
  await deliverWith(accept, LINK_SECRET, async (email) => {
    asked.push(email)
    return false
  })
  expect(asked).toEqual([{ kind: welcome.template, dedupeKey: welcome.dedupeKey }])
  expect(sent).toEqual([])
  expect(await database.db.selectFrom('email').select('id').execute()).toEqual([])
})

test('given that nobody can say whether it stands, then it waits', async () => {
  await queue(welcome)
  await deliverWith(accept, LINK_SECRET, async () => await Promise.reject(new Error('no database')))
  expect(sent).toEqual([])
  expect(await row()).toMatchObject({ delivered_at: null, refused_at: null, last_error: 'an internal error' })
})

describe('given an email with a link', () => {
  const withMark = {
    ...welcome,
    text: `https://utility.example/#${linkPlaceholder}`,
    html: `<a href="#${linkPlaceholder}">Open</a>`,
  }
  const secretIn = (text = ''): string => /#([\w-]{43})/.exec(text)?.[1] ?? 'none'

  test('then its secret is in the email that is sent, and the database only ever has its digest', async () => {
    const { nonce, tokenSha256 } = await linkOfRecovery()
    await queue({ ...withMark, linkNonce: nonce })
    const kept = JSON.stringify(await row())
    await deliverWith(accept)

    const secret = secretIn(sent[0]?.text)
    expect(linkDigest(secret)).toEqual(tokenSha256)
    expect(secretIn(sent[0]?.html)).toBe(secret)
    expect(kept).not.toContain(secret)
    expect(JSON.stringify(await row())).not.toContain(secret)
  })

  test('then two links have two secrets', () => {
    expect(newLink({ LINK_SECRET }).tokenSha256).not.toEqual(newLink({ LINK_SECRET }).tokenSha256)
  })

  test('and LINK_SECRET has changed since, which makes another secret from the same nonce, then it is given up: its link is dead', async () => {
    await queue({ ...withMark, linkNonce: (await linkOfRecovery()).nonce })
    await deliverWith(accept, 'another secret, and long enough to be one')
    expect(sent).toEqual([])
    expect(await row()).toMatchObject({
      refused_at: instantOf(now),
      last_error: expect.stringContaining('the link expired'),
    })
  })

  test('then each try restarts the validity of its link, because a try that seemed to fail may have arrived, but never beyond its end', async () => {
    await queue({ ...withMark, linkNonce: (await linkOfRecovery()).nonce })
    const life = async () => (await recovery()).link_good_until
    expect(await life()).toBeNull()
    await deliverWith(refuseWith(new EmailNotSent('timed out')))
    expect(await life()).toBe(instantOf(now + 30 * minute))
    now += 55 * minute
    await deliverWith(accept)
    expect(await life()).toBe((await recovery()).expires_at)
    expect(sent).toHaveLength(1)
  })

  test('that waited until its end, then it is given up: nobody could use its link', async () => {
    await queue({ ...withMark, linkNonce: (await linkOfRecovery()).nonce })
    now += hour
    await deliverWith(accept)
    expect(sent).toEqual([])
    expect(await row()).toMatchObject({
      refused_at: instantOf(now),
      last_error: expect.stringContaining('the link expired'),
    })
  })

  test('when its mark stands in an email without a link, written by somebody, then it stays a mark', async () => {
    await queue(withMark)
    await deliverWith(accept)
    expect(sent[0]).toMatchObject({ text: withMark.text, html: withMark.html })
  })
})

test('given a cause that is rolled back, then no email exists', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await queueEmail(tx, welcome, instantOf(now))
    throw new Error('the cause failed')
  })
  await expect(failing).rejects.toThrow('the cause failed')

  expect(await deliverWith(accept)).toBe(0)
})

test('given a worker that dies between sending and recording, when its lease is over, then the same Message-ID is sent again', async () => {
  await queue(welcome)
  void deliverWith(acceptAndHang().send)
  await until(() => sent.length === 1)

  expect(await deliverWith(accept)).toBe(0)
  now += 61_000
  expect(await deliverWith(accept)).toBe(1)

  expect(sent).toHaveLength(2)
  expect(sent[1]?.messageId).toBe(sent[0]?.messageId)
  expect(await row()).toMatchObject({ delivered_at: instantOf(now), tries: 2, epoch: 2 })
})

test('given a worker that lost its lease, when it reports a failure later, then the delivery recorded meanwhile stands', async () => {
  await queue(welcome)
  const slow = acceptAndHang()
  const late = deliverWith(slow.send)
  await until(() => sent.length === 1)
  now += 61_000
  await deliverWith(accept)
  const [before, results] = [await row(), await counted()]

  slow.fail(new EmailNotSent('late'))
  await late

  expect([await row(), await counted()]).toEqual([before, results])
  expect(logged.join()).toContain('Email lease lost')
})

test('given a worker that lost its lease to one that is still sending, when it reports success, then it records nothing', async () => {
  await queue(welcome)
  const first = acceptAndHang()
  const lateRun = deliverWith(first.send)
  await until(() => sent.length === 1)
  now += 61_000
  const second = acceptAndHang()
  const holder = deliverWith(second.send)
  await until(() => sent.length === 2)

  first.finish()
  await lateRun
  expect(await row()).toMatchObject({ delivered_at: null, epoch: 2 })

  second.finish()
  await holder
  expect(await row()).toMatchObject({ delivered_at: instantOf(now), epoch: 2 })
})

test('given many emails and two workers at once, then each email is sent once', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `welcome:${index}`)
  for (const dedupeKey of keys) await queue({ ...welcome, dedupeKey, subject: dedupeKey })

  const work = async (): Promise<void> => {
    while ((await deliverWith(accept)) > 0);
  }
  await Promise.all([work(), work()])

  expect(sent.map((email) => email.subject).toSorted()).toEqual(keys.toSorted())
})

test('given emails of one batch with different outcomes, then each gets its own', async () => {
  for (const subject of ['taken', 'refused', 'put off']) await queue({ ...welcome, dedupeKey: subject, subject })
  await deliverWith(async ({ subject }) => {
    if (subject === 'refused') throw new EmailRefused('550 no such mailbox')
    if (subject === 'put off') throw new EmailNotSent('no route')
  })
  const { rows } = await database.pool.query<{ subject: string; outcome: string }>(
    `select subject, (delivered_at is not null) || ' ' || (refused_at is not null) || ' ' || coalesce(last_error, '')
       as outcome from email order by id`,
  )
  expect(rows).toEqual([
    { subject: 'taken', outcome: 'true false ' },
    { subject: 'refused', outcome: 'false true 550 no such mailbox' },
    { subject: 'put off', outcome: 'false false no route' },
  ])
})

test('given more emails than lanes, then the longest due are sent first, and none before its time', async () => {
  const due = (seconds: number) => instantOf(now + seconds * 1000)
  for (const seconds of [6, 1, 3, 2, 5, 0, 4])
    await queue({ ...welcome, dedupeKey: `${seconds}`, subject: `${seconds}`, notBefore: due(seconds) })
  now += 5000
  expect(await deliverWith(accept)).toBe(6)
  const order = sent.map(({ subject }) => subject)
  expect(order.slice(0, 5).toSorted()).toEqual(['0', '1', '2', '3', '4'])
  expect(order.slice(5)).toEqual(['5'])
  expect(await deliverWith(accept)).toBe(0)
})

test('given a mail server that stays down, then the waits grow and repeat, and after three days the email is given up', async () => {
  await queue(welcome)
  const start = now
  const waited: number[] = []
  for (let tries = 0; tries < 200 && (await row()).refused_at === null; tries++) {
    await deliverWith(refuseWith(new EmailNotSent('no route')))
    const next = Date.parse((await row()).next_try_at)
    if (next > now) waited.push(next - now)
    now = Math.max(next, now)
  }

  expect(waited.slice(0, waits.length)).toEqual(waits)
  expect(new Set(waited.slice(waits.length))).toEqual(new Set([hour]))
  expect(now - start).toBeGreaterThanOrEqual(longestWait)
  expect(now - start).toBeLessThan(longestWait + hour)
  expect(await row()).toMatchObject({ delivered_at: null, last_error: 'no route' })
  expect(await deliverWith(accept)).toBe(0)
})

test('given a mail server that comes back, then the email is delivered and the error is cleared', async () => {
  await queue(welcome)
  await deliverWith(refuseWith(new EmailNotSent('no route')))
  expect(await deliverWith(accept)).toBe(0)

  now += waits[0] ?? 0
  await deliverWith(accept)

  expect(await row()).toMatchObject({ delivered_at: instantOf(now), last_error: null })
  const [failed, delivered, ...more] = logged
  expect(failed).toMatch(/"reason":"no route".*"Email delivery failed\. Will retry"/)
  expect([delivered, more]).toEqual([expect.stringContaining('Email delivered'), []])
})

test('given an outcome that cannot be written down, then the work fails instead of going on to the next emails', async () => {
  await queue(welcome)
  const sendAndBreak = async () => void (await database.pool.query('alter table email rename to lost'))
  await expect(deliverWith(sendAndBreak)).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: 'relation "email" does not exist' })],
  })
})

test('given a fault of our own while sending, then the email is tried again, and only the log says what it was', async () => {
  await queue(welcome)
  await deliverWith(refuseWith(new TypeError('a bug')))

  const reason = 'an internal error'
  expect(await row()).toMatchObject({ refused_at: null, delivered_at: null, last_error: reason })
  expect(logged.join()).toContain('a bug')
})

test('given a recipient the server refuses, then the email is given up at once, and no log names the address', async () => {
  await queue(welcome)
  await deliverWith(refuseWith(new EmailRefused('550 no such mailbox')))
  now += 10 * hour

  expect(await deliverWith(accept)).toBe(0)
  expect(await row()).toMatchObject({ refused_at: instantOf(now - 10 * hour), last_error: '550 no such mailbox' })
  expect(logged.join()).toContain('Email not delivered')
  expect(logged.join()).not.toContain('maria')
})

test('given emails delivered, failed and refused, then the metrics count each kind of result', async () => {
  const before = await counted()
  await queue({ ...welcome, dedupeKey: 'a' })
  await deliverWith(refuseWith(new EmailNotSent('no route')))
  await queue({ ...welcome, dedupeKey: 'b' })
  await deliverWith(accept)
  await queue({ ...welcome, dedupeKey: 'c' })
  await deliverWith(refuseWith(new EmailRefused('550')))

  const after = await counted()
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 1])
})

async function counted(): Promise<number[]> {
  const { values } = await emails.get()
  return ['delivered', 'failed', 'refused'].map(
    (result) =>
      values.find(({ labels }) => labels.template === 'account-activated' && labels.result === result)?.value ?? 0,
  )
}

/** A link that is valid for an hour at most. */
async function linkOfRecovery(): Promise<ReturnType<typeof newLink>> {
  const link = newLink({ LINK_SECRET })
  const maria = { personId: PersonId.parse('4821007391'), username: 'maria', passwordHash: '-', answerHash: '-' }
  const webUserId = await insertWebUser(database.db, { ...maria, securityQuestionId: 1 }, instantOf(now))
  await database.pool.query(
    `insert into recovery (handle, purpose, session_id, web_user_id, started_at, expires_at, mailed_to, token_sha256)
     values (gen_random_uuid(), 'password', 1, $1, $2, $3, 'maria@example.com', $4)`,
    [webUserId, instantOf(now), instantOf(now + hour), link.tokenSha256],
  )
  return link
}

function recovery() {
  return database.db.selectFrom('recovery').selectAll().executeTakeFirstOrThrow()
}

function queue(email: NewEmail): Promise<void> {
  return database.db.transaction().execute((tx) => queueEmail(tx, email, instantOf(now)))
}

function row() {
  return database.db.selectFrom('email').selectAll().executeTakeFirstOrThrow()
}

async function deliverWith(
  send: (email: Email) => Promise<void>,
  linkSecret = LINK_SECRET,
  stillStands?: StillStands,
): Promise<number> {
  const work = emailDelivery(
    {
      db: database.db,
      clock: { now: () => instantOf(now), sleep: () => Promise.resolve() },
      log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
      mail: { send, verify: async () => undefined },
      profile: { mailFrom: 'portal@utility.example', notifications: { softBounces: 3, softBounceDays: 14 } },
      config: { LINK_SECRET: linkSecret, PAYMENT_PACE: 1, BOUNCE_DOMAIN: 'bounces.example' },
    },
    stillStands,
  )
  return work.run(running)
}

async function accept(email: Email): Promise<void> {
  sent.push(email)
}

function refuseWith(error: Error): () => Promise<void> {
  return () => Promise.reject(error)
}

/** Accepts the email, but answers the worker only when asked to. */
function acceptAndHang() {
  const answer = Promise.withResolvers<void>()
  return {
    async send(email: Email) {
      sent.push(email)
      await answer.promise
    },
    finish: () => answer.resolve(),
    fail: (error: Error) => answer.reject(error),
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
