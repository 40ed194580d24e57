import { once } from 'node:events'
import { mkdtemp, readFile, stat, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { instantOf } from '@portal/contract/dates'
import { type Email, EmailNotSent, EmailRefused } from '@portal/server/adapters/email/port.ts'
import { type SmtpMail, smtpMail } from '@portal/server/adapters/email/smtp.ts'
import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { queueEmail } from '@portal/server/messages/outbox/queue-email.ts'
import { emailDelivery } from '@portal/server/messages/sending/send-emails.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type MailCatcher, startMailCatcher } from './catcher.ts'

let folder: string
let catcher: MailCatcher
let mail: SmtpMail

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
  catcher = await startMailCatcher({ folder })
  mail = smtpMail(`smtp://127.0.0.1:${catcher.smtpPort}`, { name: 'Water, Inc.', address: 'portal@utility.example' })
})
afterEach(async () => {
  mail.close()
  await catcher.close()
  await rm(folder, { recursive: true })
})

const email: Email = {
  to: 'maria@example.com',
  subject: 'Payment received – Hagåtña',
  text: 'Si Yu’os Ma’åse',
  html: '<p>Si Yu’os Ma’åse</p>',
  messageId: '<one@utility.example>',
}

test('given an email, when it is sent by SMTP, then it arrives completely and is kept as a file', async () => {
  await mail.send(email)

  expect(await catcher.mails()).toMatchObject([
    {
      id: '000001',
      sender: 'portal@utility.example',
      recipients: ['maria@example.com'],
      subject: email.subject,
      text: `${email.text}\n`,
      html: `${email.html}\n`,
      messageId: email.messageId,
    },
  ])
  expect(await readFile(join(folder, '000001.eml'), 'utf8')).toContain('From: "Water, Inc." <portal@utility.example>')
})

test('given an email that was caught, then no other user of the machine can read it', async () => {
  await mail.send(email)
  const modes = ['', '000001.eml', 'index.jsonl'].map(async (name) => (await stat(join(folder, name))).mode & 0o777)
  expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600])
})

test('given an email that comes back to a sender of its own, then only its envelope has that', async () => {
  await mail.send({ ...email, returnPath: 'email-1-0a@bounces.example', listId: 'billready.utility.example' })
  const [caught] = await catcher.mails()
  expect([caught?.sender, caught?.recipients]).toEqual(['email-1-0a@bounces.example', ['maria@example.com']])
  expect([caught?.from, caught?.to]).toEqual(['Water, Inc. <portal@utility.example>', 'maria@example.com'])
  const source = await readFile(join(folder, '000001.eml'), 'utf8')
  expect(source).toMatch(/^From: "Water, Inc." <portal@utility.example>$/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(source).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply$/m)
  expect(source).toMatch(/^List-Id: <billready.utility.example>$/im)
  expect(source).not.toContain('bounces.example')
})

test('given a server that reports what became of emails, then it is asked for failures alone', async () => {
  const server = await answering('550 5.1.1 No such mailbox')
  const own = smtpMail(`smtp://127.0.0.1:${server.port}`, { name: '', address: 'portal@utility.example' })
  const refused = own.send({ ...email, returnPath: 'email-1-0a@bounces.example' })
  await expect(refused).rejects.toMatchObject({ name: 'EmailRefused', status: '5.1.1' })
  expect(server.heard).toContain('MAIL FROM:<email-1-0a@bounces.example> RET=HDRS ENVID=email-1-0a\r\n')
  expect(server.heard).toContain('RCPT TO:<maria@example.com> NOTIFY=FAILURE\r\n')
  own.close()
  await server.close()
})

test('given line breaks in header values, then they make no further header and no further recipient', async () => {
  await mail.send({
    ...email,
    subject: 'Receipt\r\nBcc: mallory@example.com\r\n\r\nOther words',
    messageId: '<one@utility.example>\r\nReply-To: mallory@example.com',
    listId: 'one>\r\nReply-To: mallory@example.com',
  })
  for (const returnPath of [undefined, 'email-1-0a@bounces.example']) {
    await mail.send({ ...email, to: 'maria@example.com,mallory@example.com', returnPath }).catch(() => undefined)
    await mail
      .send({ ...email, to: 'maria@example.com>\r\nRCPT TO:<mallory@example.com', returnPath })
      .catch(() => undefined)
  }
  await mail.send({ ...email, returnPath: 'a@b.example>\r\nRCPT TO:<mallory@example.com' }).catch(() => undefined)

  const mails = await catcher.mails()
  expect(mails[0]?.recipients).toEqual(['maria@example.com'])
  expect(mails.flatMap(({ recipients }) => recipients)).not.toContain('mallory@example.com')
  expect(await readFile(join(folder, '000001.eml'), 'utf8')).not.toMatch(/^(Bcc|Reply-To|Other words)/im)
})

test('given a server that turns clients away, then the mail is down, and is delivered once it is up again', async () => {
  await mail.send(email)
  catcher.control({ down: true })
  // On the connection that is open, and on a new one.
  const closed = { name: 'EmailNotSent', message: 'the mail server could not be reached, or closed the connection' }
  await expect(mail.send(email)).rejects.toMatchObject(closed)
  const answered = { name: 'EmailNotSent', message: 'the mail server answered 421 Closing down' }
  await expect(mail.send(email)).rejects.toMatchObject(answered)

  catcher.control({ down: false })
  await mail.send(email)
  expect(await catcher.mails()).toHaveLength(2)
})

test('given no server at all, then the mail is down, in our words, and the log has more details', async () => {
  const nobody = smtpMail('smtp://127.0.0.1:1', { name: '', address: 'portal@utility.example' })
  const down = { name: 'EmailNotSent', message: 'the mail server could not be reached, or closed the connection' }
  await expect(nobody.send(email)).rejects.toMatchObject({ ...down, cause: expect.stringContaining('ECONNREFUSED') })
  nobody.close()
})

test('given a recipient the server does not know, then the email is refused without naming the address', async () => {
  catcher.control({ refusedRecipient: 'maria@example.com' })

  const refusal = await mail.send(email).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmailRefused)
  expect(String(refusal)).toContain('550')
  expect(String(refusal)).not.toContain('maria')
})

test('given a server whose answer has characters that the database does not take, then they are left out: what became of the email has to be recorded', async () => {
  const server = await answering('550 No such\0\0 mailbox\u0007')
  const own = smtpMail(`smtp://127.0.0.1:${server.port}`, { name: '', address: 'portal@utility.example' })
  const refused = { name: 'EmailRefused', message: 'the mail server answered 550 No such mailbox' }
  await expect(own.send(email)).rejects.toMatchObject(refused)
  own.close()
  await server.close()
})

test.each([['5.7.1 Relay access denied'], ['Relaying not permitted'], ['5.7.60 Client does not have permissions']])(
  'given a server that refuses our emails (%s), then the mail is down: somebody can mend that',
  async (refusal) => {
    catcher.control({ refusedRecipient: 'maria@example.com', refusal })
    await expect(mail.send(email)).rejects.toThrow(EmailNotSent)
  },
)

test('given an unknown recipient whose address contains such a word, then the email is still refused', async () => {
  catcher.control({ refusedRecipient: 'relay.authentic@example.com' })
  await expect(mail.send({ ...email, to: 'relay.authentic@example.com' })).rejects.toThrow(EmailRefused)
})

test.each([
  ['several in one', 'maria@example.com, eve@example.com'],
  ['no address', 'maria'],
  ['a line of its own', 'maria@example.com\r\nBcc: eve@example.com'],
])('given a recipient that is not one address (%s), then nobody else is written to', async (_what, to) => {
  await mail.send({ ...email, to }).catch(() => undefined)

  const recipients = (await catcher.mails()).flatMap((caught) => caught.recipients)
  expect(recipients.filter((recipient) => recipient.startsWith('eve'))).toEqual([])
})

test('given an email in the outbox and mail that is down, when mail comes back, then it arrives once, with its own Message-ID', async () => {
  const database = await createTestDatabase()
  let now = Date.parse('2026-03-01T00:00:00.000Z')
  const work = emailDelivery({
    db: database.db,
    clock: { now: () => instantOf(now), sleep: () => Promise.resolve() },
    log: pino({ level: 'silent' }),
    mail,
    profile: { mailFrom: 'portal@utility.example', notifications: { softBounces: 3, softBounceDays: 14 } },
    config: {
      LINK_SECRET: 'only for tests, and long enough to be one',
      PAYMENT_PACE: 1,
      BOUNCE_DOMAIN: 'bounces.example',
    },
  })
  const { to: recipient, subject, text, html } = email
  const queued = { template: 'help-ticket' as const, dedupeKey: 'test:1', recipient, subject, text, html }
  await database.db.transaction().execute((tx) => queueEmail(tx, queued, instantOf(now)))

  catcher.control({ down: true })
  await work.run(new AbortController().signal)
  expect(await catcher.mails()).toEqual([])

  catcher.control({ down: false })
  now += 60_000
  await work.run(new AbortController().signal)
  await work.run(new AbortController().signal)

  const caught = await catcher.mails()
  expect(caught).toHaveLength(1)
  expect(caught[0]?.messageId).toMatch(/^<[0-9a-f]{32}@utility\.example>$/)
  await database.drop()
})

/** A mail server that offers delivery reports, and gives this answer to every recipient. */
async function answering(answer: string): Promise<{ port: number; heard: string[]; close: () => Promise<void> }> {
  const heard: string[] = []
  const server = createServer((client) => {
    client.write('220 Ready\r\n')
    client.on('data', (data) => {
      const line = data.toString()
      heard.push(line)
      const answers: Record<string, string> = { EHLO: '250-Here\r\n250 DSN', RCPT: answer }
      client.write(`${answers[line.slice(0, 4)] ?? '250 Fine'}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { port, heard, close: promisify(server.close.bind(server)) }
}
