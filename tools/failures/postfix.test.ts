import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@portal/server/clock.ts'
import { type TestApp, testApp } from '@portal/server/http/testing/app.ts'
import { returnPath } from '@portal/server/messages/outbox/names.ts'
import { queueEmail } from '@portal/server/messages/outbox/queue-email.ts'
import { bounceMessage } from '@portal/server/messages/testing/reports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../world/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const script = join(root, 'deploy/email-report.ts')
const secret = 'a secret that Postfix and the portal share'
const nobody = 65_534

/** Installs Debian's package where it is missing, as root on Debian. Postfix runs what it pipes to as another user. */
function hasPostfix(): boolean {
  if (process.getuid?.() !== 0) return false
  if (spawnSync('test', ['-r', script], { uid: nobody }).status !== 0) return false
  const works = () => spawnSync('postconf', ['mail_version'], { stdio: 'ignore' }).status === 0
  if (works()) return true
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postfix'], options)
  return works()
}

/** What docs/operations.md says for `master.cf`, with the names of this machine. */
function documented(publicUrl: string, secretFile: string): string {
  const [, lines = ''] = /\n(portal unix [^`]*)/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
  const names = [
    ['user=portal-mail', 'user=nobody'],
    ['/usr/bin/node', process.execPath],
    ['/opt/portal/deploy/email-report.ts', script],
    ['https://portal.utility.example', publicUrl],
    ['/etc/portal/email-report-secret', secretFile],
  ] as const
  return names.reduce((text, [theirs, ours]) => {
    expect(text).toContain(theirs)
    return text.replace(theirs, ours)
  }, lines)
}

/** By SMTP, as another mail server does: each command after the answer to the one before. */
async function bringBack(port: number, to: string, report: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const said = ['HELO mx.example', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${report}\r\n.`, 'QUIT']
  socket.on('data', () => (said.length > 0 ? socket.write(`${said.shift()}\r\n`) : socket.destroy()))
  await once(socket, 'close')
}

// Where it is missing and cannot be installed (apt-get, as root), these are listed as skipped.
describe.runIf(hasPostfix())('given a Postfix set up as docs/operations.md says', () => {
  let portal: TestApp
  let folder: string
  let port: number
  let smtp: number
  const postfix = (...words: string[]) => spawnSync('postfix', ['-c', folder, ...words], { encoding: 'utf8' })
  const log = () => readFileSync(join(folder, 'log'), 'utf8')

  beforeAll(async () => {
    ;[port, smtp] = [await freePort(), await freePort()]
    const config = { BOUNCE_DOMAIN: 'bounces.utility.example', EMAIL_REPORT_SECRET: [secret] }
    portal = await testApp({ clock: systemClock, config })
    folder = mkdtempSync(join(tmpdir(), 'portal-postfix-'))
    chmodSync(folder, 0o755)
    const secretFile = join(folder, 'secret')
    writeFileSync(secretFile, `${secret}\n`)
    for (const each of ['queue', 'data']) mkdirSync(join(folder, each))
    spawnSync('chown', ['postfix', join(folder, 'data')])
    const main = [
      'compatibility_level = 3.6',
      `queue_directory = ${folder}/queue`,
      `data_directory = ${folder}/data`,
      `maillog_file = ${folder}/log`,
      `maillog_file_prefixes = ${folder}`,
      'inet_interfaces = 127.0.0.1',
      'inet_protocols = ipv4',
      'myhostname = mail.utility.example',
      'mydestination =',
      'alias_maps =',
      'relay_domains = bounces.utility.example',
      'transport_maps = inline:{bounces.utility.example=portal:}',
    ]
    const master = [
      `127.0.0.1:${smtp} inet n - n - - smtpd`,
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      'rewrite unix - - n - - trivial-rewrite',
      ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
      ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
      'anvil unix - - n - 1 anvil',
      'proxymap unix - - n - - proxymap',
      'postlog unix-dgram n - n - 1 postlogd',
      documented(`http://127.0.0.1:${port}`, secretFile),
    ]
    writeFileSync(join(folder, 'main.cf'), `${main.join('\n')}\n`)
    writeFileSync(join(folder, 'master.cf'), `${master.join('\n')}\n`)
    const started = postfix('start')
    if (started.status !== 0) throw new Error(`Postfix did not start: ${started.stderr}`)
  }, 120_000)
  afterAll(async () => {
    postfix('stop')
    rmSync(folder, { recursive: true })
    await portal.close()
  })

  test('when an email comes back while the portal is down, then Postfix keeps it, and the portal takes it later', async () => {
    const { db, clock, config } = portal.deps
    const email = { template: 'payment-confirmation', dedupeKey: 'one', recipient: 'Maria@customer.example' } as const
    const said = { subject: 'Receipt', text: 'Paid', html: '<p>Paid</p>' }
    await db.transaction().execute(async (tx) => await queueEmail(tx, { ...email, ...said }, clock.now()))
    const sender = returnPath(config, { of: 'email', id: 1 }) ?? ''
    await bringBack(smtp, sender, bounceMessage({ to: 'postmaster@mx.example' }))
    await expect.poll(log, { timeout: 30_000 }).toMatch(/relay=portal,.*status=deferred/)
    await portal.app.listen({ port, host: '127.0.0.1' })
    postfix('flush')
    const stopped = async () => await db.selectFrom('stopped_address').select(['address', 'why']).execute()
    await expect.poll(stopped, { timeout: 30_000 }).toEqual([{ address: 'maria@customer.example', why: 'bounced' }])
    await expect.poll(log).toMatch(/relay=portal,.*status=sent/)
  }, 90_000)
})
