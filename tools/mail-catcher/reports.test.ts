import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailReportsPath } from '@portal/contract/email-reports'
import { smtpMail } from '@portal/server/adapters/email/smtp.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type TestApp, testApp } from '@portal/server/http/testing/app.ts'
import { queueEmail } from '@portal/server/messages/outbox/queue-email.ts'
import { emailDelivery } from '@portal/server/messages/sending/send-emails.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailCatcher, startMailCatcher } from './catcher.ts'

const reportSecret = 'a secret of the mail catcher, and long enough'
let portal: TestApp
let catcher: MailCatcher
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
  const config = { BOUNCE_DOMAIN: 'bounces.example', EMAIL_REPORT_SECRET: [reportSecret] }
  portal = await testApp({ config, clock: systemClock })
  catcher = await startMailCatcher({ folder, reportSecret })
  catcher.reportTo(`${await portal.app.listen({ port: 0, host: '127.0.0.1' })}${emailReportsPath}`)
})
afterEach(async () => {
  await catcher.close()
  await portal.close()
  await rm(folder, { recursive: true })
})

test('given addresses that begin with bounce or complain, then the portal is told of them, and of no other', async () => {
  const { db, clock } = portal.deps
  const mail = smtpMail(`smtp://127.0.0.1:${catcher.smtpPort}`, { name: '', address: 'portal@utility.example' })
  const said = { template: 'help-ticket', subject: 'S', text: 'T', html: '<p>T</p>' } as const
  await db.transaction().execute(async (tx) => {
    for (const recipient of ['maria@example.com', 'bounce.maria@example.com', 'complain@example.com'])
      await queueEmail(tx, { ...said, dedupeKey: recipient, recipient }, clock.now())
  })
  await emailDelivery({ ...portal.deps, mail }).run(new AbortController().signal)
  mail.close()
  const stopped = () => db.selectFrom('stopped_address').select(['address', 'why']).orderBy('address').execute()
  await expect.poll(stopped).toEqual([
    { address: 'bounce.maria@example.com', why: 'bounced' },
    { address: 'complain@example.com', why: 'complained' },
  ])
})
