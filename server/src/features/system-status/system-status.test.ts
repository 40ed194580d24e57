import { Instant, later } from '@portal/contract/dates'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { type SystemTroubleName, readSystemStatus, systemTroubles } from '@portal/contract/system-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { backgroundWork } from '../../app.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { metrics } from '../../metrics.ts'
import { testClock } from '../../testing/clock.ts'
import { backupDoneCommand, tellFailureCommand } from './commands.ts'

const hour = 3_600_000
const day = 24 * hour

/** Seven in the morning in Guam. */
const morning = Instant.parse('2026-02-09T21:00:00.000Z')

let clock = testClock(morning)
let portal: TestApp

const events = {
  read: () => ({ outcome: 'ignored', reason: 'none' }) as const,
  list: async () => ({ outcome: 'unavailable', reason: 'none' }) as const,
  readCharge: async () => ({ outcome: 'unavailable', reason: 'none' }) as const,
  readRefund: async () => ({ outcome: 'unavailable', reason: 'none' }) as const,
  readDispute: async () => ({ outcome: 'unavailable', reason: 'none' }) as const,
}

beforeAll(async () => {
  const standing = { now: () => clock.now(), sleep: clock.sleep }
  portal = await testApp({
    clock: { ...clock, ...standing },
    gateway: { ...testGateway(), events },
    profile: { operationsEmails: ['night@utility.example', 'day@utility.example'] },
  })
  await portal.administrator(2)
})
afterAll(() => portal.close())

/** An import and a reconciliation of this night, and nothing else. */
beforeEach(async () => {
  clock = testClock(morning)
  await sql(`
    delete from cis.payment_cancellation; delete from cis.portal_payment; delete from cis.contact_change; delete from cis.payment_export;
    delete from cis.contact_export; delete from cis.import_run; delete from reconciliation_run; delete from email;
    delete from gateway_event; delete from reported_trouble; delete from backup_report;
    insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, rows_loaded,
        quarantined, is_live)
      values ('RUN-1', 'GWA', '2026-02-08', ${ago(5)}, ${ago(4)}, ${ago(4)}, 'imported', '{}', 0, true);
    insert into reconciliation_run (day, cause, outcome, finished_at, next_try_at)
      values ('2026-02-08', 'daily', 'agreed', ${ago(5)}, ${ago(5)})`)
})

const sql = async (text: string) => await portal.database.pool.query(text)

/** As SQL. */
const ago = (hours: number) => `timestamptz '${later(morning, -hours * hour)}'`

async function statusOf(level: 1 | 2 = 2) {
  const browser = await portal.administrator(level)
  return readSystemStatus.reply.parse((await browser.get(readSystemStatus.path)).json())
}

/** But the clock's: the test has one of its own. */
async function troubles() {
  const { parts } = await statusOf()
  return parts.flatMap((part) => part.troubles).filter(({ trouble }) => trouble !== 'clockWrong')
}

async function watch(): Promise<number> {
  const work = backgroundWork(portal.deps).find(({ name }) => name === 'system status')
  return (await work?.run(new AbortController().signal)) ?? Number.NaN
}

async function emails() {
  return await portal.database.db
    .selectFrom('email')
    .select(['recipient', 'subject', 'body_text as text'])
    .where('kind', '=', 'system-trouble')
    .orderBy('id')
    .execute()
}

const refused = `insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome,
    reason, rows_loaded, quarantined)
  values ('RUN-2', 'GWA', '2026-02-09', ${ago(4)}, ${ago(3)}, ${ago(3)}, 'refused', 'The trailer is missing', '{}', 0)`

const exportedPayment = (writtenHoursAgo: number) => `
  insert into cis.payment_export (id, created_at, payment_count, total_cents, written_at)
    overriding system value values (${writtenHoursAgo}, ${ago(writtenHoursAgo)}, 1, 100, ${ago(writtenHoursAgo)});
  insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date, export_id)
    values ('W-${writtenHoursAgo}', '4821007391', 100, 'CCV', 'PG001', 'ET1', ${ago(90)}, '2026-02-06', ${writtenHoursAgo})`

const contactChange = (exportId: number | null) => `
  insert into cis.contact_change (change_key, person_id, changed_at, change_date, detail, export_id)
    values (gen_random_uuid(), '4821007391', ${ago(80)}, '2026-02-06', '{}', ${exportId})`

const email = (hoursAgo: number, tries: number, deliveredAt = 'null') => `
  insert into email (kind, dedupe_key, recipient, subject, body_text, body_html, queued_at, next_try_at, tries,
      last_error, delivered_at)
    values ('help-ticket', gen_random_uuid(), 'a@b.example', '', '', '', ${ago(hoursAgo)}, ${ago(0)}, ${tries},
      'the mail server timed out', ${deliveredAt})`

const event = (hoursAgo: number, wasListed: boolean) => `
  insert into gateway_event (id, gateway, subject, tag, received_at, was_listed)
    values ('evt_' || (select count(*) from gateway_event), 'gge4', 'charge', '1', ${ago(hoursAgo)}, ${wasListed})`

/** Of the last hour. */
const charges = (state: string, count: number) => `
  with made as (
    insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
        account_count, state, created_at)
    select gen_random_uuid(), (select max(id) from session), gen_random_uuid(), '', 'Online', 'CCV', 100, 1,
      'NOT_CHARGED', ${ago(0.5)}
    from generate_series(1, ${count}) returning id)
  insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, mode, state, sent_at)
  select id, 'G' || lpad(id::text, 16, '0'), 100, 'Visa', '1111', 'A', 'Online', '${state}', ${ago(0.5)} from made`

const facts: Readonly<Partial<Record<SystemTroubleName, string>>> = {
  importRefused: refused,
  importFailed: `insert into cis.import_run (started_at, finished_at, outcome, reason, rows_loaded, quarantined)
    values (${ago(3)}, ${ago(3)}, 'failed', 'No space left on device', '{}', 0)`,
  importLong: `insert into cis.import_run (started_at, outcome, rows_loaded, quarantined)
    values (${ago(5)}, 'running', '{}', 0)`,
  importLate: `update cis.import_run set finished_at = ${ago(28)}`,
  importNever: 'delete from cis.import_run',
  recordsLeftOut: 'update cis.import_run set quarantined = 3',
  paymentsNotExported: `${exportedPayment(1)}; update cis.portal_payment set export_id = null`,
  paymentsNotLoaded: exportedPayment(40),
  contactsNotExported: contactChange(null),
  contactsNotLoaded: `insert into cis.contact_export (id, created_at, change_count, written_at) overriding system value
      values (40, ${ago(40)}, 1, ${ago(40)}); ${contactChange(40)}`,
  reconciliationFailed: `insert into reconciliation_run (day, cause, outcome, reason, started_at, tries, next_try_at)
    values ('2026-02-09', 'daily', 'unavailable', 'the search is away', ${ago(1)}, 4, ${ago(0)})`,
  reconciliationLate: `update reconciliation_run set finished_at = ${ago(28)}`,
  emailsWait: email(1, 5),
  webhookSilent: Array.from({ length: 3 }, () => event(2, true)).join(';'),
  eventsStuck: `${event(3, false)}; update gateway_event set next_try_at = ${ago(0)}, tries = 12`,
  gatewayDown: charges('NOT_CHARGED', 3),
  gatewayPartly: `${charges('NOT_CHARGED', 4)}; ${charges('DECLINED', 10)}`,
  backupLate: `insert into backup_report (ended_at) values (${ago(28)})`,
  schemaOld: "delete from migration where name like '0083%'",
}

describe('what is wrong', () => {
  test('given a good night, then nothing is, and nothing is mailed', async () => {
    expect(await troubles()).toEqual([])
    expect(await watch()).toBe(0)
    expect(await emails()).toEqual([])
  })

  test.each(Object.entries(facts))('given %s, then the page says so', async (trouble, given) => {
    const { rows: migrations } = await sql('select name, sha256 from migration')
    await sql(given)
    try {
      expect((await troubles()).map((found) => found.trouble)).toEqual([trouble])
    } finally {
      await sql('delete from charge_attempt; delete from checkout')
      for (const { name, sha256 } of migrations)
        await portal.database.pool.query(
          'insert into migration (name, sha256) values ($1, $2) on conflict do nothing',
          [name, sha256],
        )
    }
  })

  test.each([
    ['an email that waits for one mail server while others arrive', `${email(1, 5)}; ${email(0.5, 1, ago(0.4))}`],
    ['a payment file that the extract of the next night may not have yet', exportedPayment(30)],
    [
      'a payment of today',
      `${exportedPayment(1)}; update cis.portal_payment set export_id = null, paid_at = ${ago(2)}`,
    ],
    ['a webhook that works again', `${event(5, true)}; ${event(5, true)}; ${event(5, true)}; ${event(1, false)}`],
    ['a few charges that fail among many', `${charges('NOT_CHARGED', 4)}; ${charges('DECLINED', 17)}`],
  ])('given %s, then nothing is wrong', async (_, given) => {
    await sql(given)
    expect(await troubles()).toEqual([])
    await sql('delete from charge_attempt; delete from checkout')
  })

  test('given a layout that takes nothing below zero, then a refund waits for a person, and in no file', async () => {
    const layout = { name: '{number}', delimiter: ',', payment: [{ value: 'account' }, { value: 'amount' }] }
    await sql(`${exportedPayment(30)};
      insert into cis.payment_cancellation (receipt_number, account_id, amount_cents, cancelled_at, cancel_date, reason)
        values ('W-30', '4821007391', 100, ${ago(29)}, '2026-02-08', 'refund')`)
    Object.assign(portal.deps.profile, { paymentFile: PaymentLayout.parse(layout) })
    expect((await troubles()).map(({ trouble }) => trouble)).toEqual(['refundsNotReversed'])
    await sql("update cis.payment_cancellation set reversed_at = now(), reversed_by = 'finance'")
    expect(await troubles()).toEqual([])
    await sql('update cis.payment_cancellation set reversed_at = null, reversed_by = null')
    Object.assign(portal.deps.profile, { paymentFile: undefined })
    expect((await troubles()).map(({ trouble }) => trouble)).toEqual(['paymentsNotExported'])
  })

  test.each([
    ['for two business days', 'loadedFile', null, ago(5 * 24), true],
    ['since the weekend', 'loadedFile', null, ago(3 * 24), false],
    ['and is marked since today', 'loadedFile', ago(1), ago(5 * 24), false],
    ['for two business days, while no cutoff names it', 'cutoff', null, ago(5 * 24), true],
  ] as const)(
    'given a payment file that waits %s, by %s, then it is told or not',
    async (_, containment, loaded, written, isTold) => {
      Object.assign(portal.deps.profile, { containment })
      await sql(`${exportedPayment(20)};
      update cis.payment_export set written_at = ${written}, loaded_at = ${loaded},
        state = case when ${loaded} is null then 'WRITTEN' else 'LOADED' end,
        loaded_by = case when ${loaded} is not null then 'finance' end`)
      const told = (await troubles()).map(({ trouble }) => trouble)
      Object.assign(portal.deps.profile, { containment: 'reference' })
      expect(told).toEqual(isTold ? ['paymentsNotLoaded'] : [])
    },
  )

  test('is for levels 1 and 2', async () => {
    expect((await statusOf(1)).parts.map(({ part }) => part)).toContain('import')
    const browser = await portal.administrator(3)
    expect((await browser.get(readSystemStatus.path)).statusCode).toBe(403)
  })
})

describe('the email to the addresses of the profile', () => {
  test('says what is wrong, since when, why and what to do', async () => {
    await sql(refused)
    expect(await watch()).toBe(1)
    const [first, second, ...more] = await emails()
    expect(more).toEqual([])
    expect([first?.recipient, second?.recipient]).toEqual(['night@utility.example', 'day@utility.example'])
    expect(first?.subject).toContain('Extract rejected')
    expect(first?.text).toContain('The extract of 02/10/2026 4:00:00 AM was rejected.')
    expect(first?.text).toContain('Reason: The trailer is missing')
    expect(first?.text).toContain(systemTroubles.importRefused.todo)
    expect(first?.text).toContain('/admin-dashboard?view=system-status')
  })

  test('comes once a day for each trouble, however often it is looked for and by however many processes', async () => {
    await sql(refused)
    expect(await watch()).toBe(1)
    clock.advance(hour / 3)
    expect(await watch()).toBe(0)
    await sql('update cis.import_run set quarantined = 3 where is_live')
    expect(await Promise.all([watch(), watch()])).toContain(1)
    expect(await watch()).toBe(0)
    const told = await emails()
    expect(told.map(({ subject }) => subject.split(': ').at(-1))).toEqual([
      'Extract rejected',
      'Extract rejected',
      '2 problems to look at',
      '2 problems to look at',
    ])
    clock.advance(day)
    expect(await watch()).toBe(1)
  })

  test('does not come before six in the morning', async () => {
    clock = testClock(later(morning, -1.5 * hour))
    await sql(refused)
    expect(await watch()).toBe(0)
    clock.advance(0.5 * hour)
    expect(await watch()).toBe(1)
  })
})

test('Prometheus learns how long each trouble lasts, what waits to be mailed and to be exported, and when it is over', async () => {
  await sql(`${refused}; ${email(1, 5)}; ${exportedPayment(1)}; update cis.portal_payment set export_id = null`)
  await watch()
  const figures = await metrics.metrics()
  expect(figures).toContain(`portal_trouble_seconds{trouble="importRefused"} ${3 * 3600}\n`)
  expect(figures).toContain('portal_emails_waiting 1\n')
  expect(figures).toContain('portal_emails_oldest_waiting_seconds 3600\n')
  expect(figures).toContain(`portal_oldest_unexported_payment_seconds ${90 * 3600}\n`)
  expect(figures).toContain(`portal_import_timestamp_seconds ${Date.parse(later(morning, -4 * hour)) / 1000}\n`)
  await sql("delete from email; delete from cis.import_run where outcome = 'refused'; delete from cis.portal_payment")
  await watch()
  expect(await metrics.metrics()).toContain('portal_trouble_seconds{trouble="importRefused"} 0\n')
})

describe('on the command line', () => {
  async function running(command: (words: readonly string[]) => Promise<number>, words: readonly string[]) {
    return await command(words)
  }

  test('backup-done records that a backup has ended, and its age is shown', async () => {
    const io = { open: () => ({ deps: portal.deps, close: async () => undefined }), write: () => undefined }
    expect(await running(async (words) => await backupDoneCommand(words, io), [])).toBe(0)
    clock.advance(hour)
    expect(await running(async (words) => await backupDoneCommand(words, io), [])).toBe(0)
    const { parts } = await statusOf()
    const { facts: known } = parts.find(({ part }) => part === 'backups') ?? {}
    expect(known).toContainEqual({ name: 'lastBackup', at: later(morning, hour) })
    expect(await running(async (words) => await backupDoneCommand(words, io), ['now'])).toBe(2)
  })

  test('tell-failure mails at once that a unit has failed, and needs no database', async () => {
    const sent: { to: string; subject: string; text: string }[] = []
    const { profile, config } = portal.deps
    const mail = { ...portal.deps.mail, send: async (one: (typeof sent)[number]) => void sent.push(one) }
    let said = ''
    const io = {
      open: () => ({ deps: { clock, mail, profile, config }, close: async () => undefined }),
      write: (text: string) => void (said += text),
    }
    expect(await tellFailureCommand(['portal-import.service'], io)).toBe(0)
    expect(sent.map(({ to }) => to)).toEqual(['night@utility.example', 'day@utility.example'])
    expect(sent[0]?.subject).toContain('portal-import.service failed')
    expect(sent[0]?.text).toContain('journalctl -u portal-import.service')
    expect(said).toBe('Emailed.\n')
    expect(await tellFailureCommand([], io)).toBe(2)
    expect(sent).toHaveLength(2)
  })
})
