import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { smtpMail } from '@portal/server/adapters/email/smtp.ts'
import type pg from 'pg'
import { startProgram } from '../world/node-program.ts'
import { openAllNight } from '../world/open-all-night.ts'
import { freePorts } from '../world/ports.ts'
import type { World } from '../world/start-world.ts'
import { fillUtility, withClient } from './frame/fill.ts'
import { ownMegabytes } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'

/** A quarter of these belong to customers with a login. */
const accounts = Number(env['BENCH_NOTIFICATION_ACCOUNTS'] ?? 40_000)
const connections = 5

/**
 * Finds every bill of an import and hands over an email about each. Compared with a mailer that does nothing but hand
 * over such emails to the same mail server, before and after.
 */
export const notifications: Bench = { name: 'Bills sent by email', world: {}, measure }

async function measure(world: World): Promise<Row[]> {
  const { pool } = world.database
  await fillUtility(pool, accounts, 1)
  await withClient(pool, wantToHear)
  const [port = 0] = await freePorts(1)
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const stopSink = await startSink(port)
  try {
    const few = await mailerAlone(smtpUrl, 500)
    const many = Math.max(500, Math.round(few * 10))
    const before = await mailerAlone(smtpUrl, many)
    const profile = await openAllNight(join(world.folder, 'profile'), {
      notifications: { emailsPerSecond: 1000, unusualAbove: 10_000_000 },
    })
    const server = await world.start({ settings: { PROFILE_FILE: profile, SMTP_URL: smtpUrl } })
    const memory = await mostByThirds(pool, server.pid)
    const { sent, seconds } = await whatItTook(pool)
    await server.kill('SIGKILL')
    const alone = (before + (await mailerAlone(smtpUrl, many))) / 2
    return [
      compared(`${sent} bills found and sent by email ÷ the mailer alone`, [sent / seconds, alone], 'a second', {
        atLeast: 0.7,
      }),
      compared('most memory while the last third leaves ÷ the second', memory, 'MB', { atMost: 1.2 }),
    ]
  } finally {
    await stopSink()
  }
}

async function startSink(port: number): Promise<() => Promise<unknown>> {
  const ready = Promise.withResolvers<void>()
  const sink = startProgram('tools/benches/smtp-sink.ts', { PORT: String(port) }, () => ready.resolve())
  await Promise.race([ready.promise, sink.ended])
  return async () => {
    sink.kill('SIGTERM')
    await sink.ended
  }
}

/** Emails of the same size as those about bills, a second. */
async function mailerAlone(smtpUrl: string, many: number): Promise<number> {
  const mail = smtpMail(smtpUrl, { name: 'Waterworks', address: 'no-reply@utility.example' })
  const text = 'Your bill is ready. '.repeat(33)
  const html = `<p>${text.repeat(5)}</p>`
  let left = many
  const lane = async (): Promise<void> => {
    while (left-- > 0)
      await mail.send({ to: 'a@example.com', subject: 'Bill', text, html, messageId: `<${left}@utility.example>` })
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  const perSecond = many / ((performance.now() - began) / 1000)
  mail.close()
  return perSecond
}

/** Every customer with a login has a confirmed address, and wants to hear of new bills of each account. */
export async function wantToHear(client: pg.ClientBase): Promise<void> {
  await client.query(`update cis.person set email_address = 'p' || person_id || '@example.com'`)
  await client.query(
    `insert into proven_address (web_user_id, channel, address, proven_at)
     select web_user.id, 'email', lower(email_address), now() from web_user join cis.person using (person_id)`,
  )
  await client.query(
    `insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
     select web_user.id, account_id, 'billReady', 'email', '1', now(), ''
     from web_user join cis.account_person using (person_id)`,
  )
  for (const table of ['cis.person', 'proven_address', 'notification_choice'])
    await client.query(`vacuum analyze ${table}`)
}

/**
 * The most memory of the server while the last third of the emails leaves, and the second third: after the first, it has
 * reached its size. Memory rises and falls, so only the most in a stretch shows growth.
 */
async function mostByThirds(pool: pg.Pool, pid: number): Promise<[last: number, second: number]> {
  const most = [0, 0, 0]
  for (let share = 0; share < 1;) {
    const began = performance.now()
    share = await shareSent(pool)
    const third = Math.min(2, Math.floor(share * 3))
    most[third] = Math.max(most[third] ?? 0, ownMegabytes(pid))
    await wait(Math.max(1000, (performance.now() - began) * 50))
  }
  return [most[2] ?? 0, most[1] ?? 0]
}

/** 1 once nothing is left of what was found. */
async function shareSent(pool: pg.Pool): Promise<number> {
  const found = `select from notification_run where state in ('OPEN', 'DONE') limit 1`
  if ((await pool.query(found)).rowCount === 0) return 0
  const { rows } = await pool.query<{ share: number }>(
    `select (count(*) filter (where state not in ('HELD', 'READY', 'HANDING_OVER')))::float / count(*) as share
     from notification`,
  )
  return rows[0]?.share ?? 0
}

/** Without the rest between finding and handing over. @throws Error when one was not accepted */
async function whatItTook(pool: pg.Pool): Promise<{ sent: number; seconds: number }> {
  const { rows } = await pool.query<{ state: string; sent: number; seconds: number }>(
    `select state, count(*)::int as sent, extract(epoch from max(settled_at) - min(settled_at))::float
       + (select extract(epoch from max(done_at) - min(begun_at))::float from notification_scan) as seconds
     from notification group by state`,
  )
  const [all, ...others] = rows
  if (all?.state !== 'ACCEPTED' || others.length > 0) throw new Error(`Not all were sent: ${JSON.stringify(rows)}`)
  return all
}
