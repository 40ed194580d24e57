import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const file = fileURLToPath(new URL('alerts.yml', import.meta.url))

interface Rule {
  name: string
  expr: string
  severity: string
  summary: string
}

const ruleText =
  /- alert: (?<name>\w+)\n +expr: (?<expr>.+)\n(?: +for: \w+\n)? +labels: \{ severity: (?<severity>\w+) \}\n +annotations: \{ summary: '(?<summary>.+)' \}/g
const rules = [...readFileSync(file, 'utf8').matchAll(ruleText)].flatMap(({ groups }) =>
  groups?.['name'] && groups['expr'] && groups['severity'] && groups['summary']
    ? [{ name: groups['name'], expr: groups['expr'], severity: groups['severity'], summary: groups['summary'] }]
    : [],
)

interface Case {
  alert: string
  given: string
  /** Recorded every minute, in promtool's notation. */
  series: Readonly<Record<string, string>>
  /** In minutes: when it does not fire, and when it does. */
  quiet?: readonly number[]
  fires?: readonly number[]
  /** Besides the severity. */
  labels?: Readonly<Record<string, string>>
}

/** Long after a count over some minutes would have ended. */
const long = 75
const charges = (verdict: string) => `portal_charge_seconds_count{verdict="${verdict}"}`
const trouble = (name: string) => `portal_trouble_seconds{trouble="${name}"}`
const always = (value: number, minutes = 200) => `${value}x${minutes}`

const cases: readonly Case[] = [
  {
    alert: 'PortalPaymentsUnconfirmed',
    given: 'one that no check resolves',
    series: { portal_unconfirmed_payments: always(1) },
    quiet: [30],
    fires: [61],
  },
  {
    alert: 'PortalGatewayDown',
    given: 'an outage during which nobody pays any more',
    series: {
      [charges('unknown')]: '0+1x10 10x50',
      [charges('charged')]: always(0, 60),
      [trouble('gatewayDown')]: '0x5 60x55',
    },
    quiet: [1],
    fires: [12, 55],
  },
  {
    alert: 'PortalGatewayDown',
    given: 'that some payments are submitted to a bank',
    series: { [charges('unknown')]: '0+1x30', [charges('processing')]: '0+1x30' },
    quiet: [20],
  },
  {
    alert: 'PortalGatewayPartly',
    given: 'that every second charge fails',
    series: { [charges('unknown')]: '0+1x60', [charges('charged')]: '0+1x60' },
    fires: [60],
  },
  {
    alert: 'PortalGatewayPartly',
    given: 'that one of eleven fails',
    series: { [charges('unknown')]: '0+1x60', [charges('charged')]: '0+10x60' },
    quiet: [60],
  },
  {
    alert: 'PortalGatewayEvents',
    given: 'a webhook that delivers nothing',
    series: { [trouble('webhookSilent')]: always(60) },
    fires: [5],
    labels: { trouble: 'webhookSilent' },
  },
  {
    alert: 'PortalPostingsRejected',
    given: 'one that nobody looks after',
    series: { 'portal_open_work{kind="postingRefused"}': always(1) },
    fires: [5, long],
  },
  {
    alert: 'PortalPostingsFailing',
    given: 'tries that become rare',
    series: {
      'portal_postings_total{result="failed"}': '0+1x60 60x200',
      'portal_postings_total{result="recorded"}': always(0, 260),
      'portal_open_work{kind="postingLate"}': '0x60 1x200',
    },
    quiet: [5],
    fires: [40, long],
  },
  {
    alert: 'PortalDiscrepancies',
    given: 'one',
    series: { 'portal_discrepancies{kind="postedTwice"}': always(1) },
    fires: [5],
    labels: { kind: 'postedTwice' },
  },
  {
    alert: 'PortalNotReconciled',
    given: 'none for over a day',
    series: { portal_reconciliation_timestamp_seconds: always(-99_000) },
    quiet: [10],
    fires: [20],
  },
  {
    alert: 'PortalNotReconciled',
    given: 'failures',
    series: { [trouble('reconciliationFailed')]: '3600x9' },
    fires: [5],
  },
  {
    alert: 'PortalNotImported',
    given: 'none for over a day',
    series: { portal_import_timestamp_seconds: always(-99_000) },
    quiet: [10],
    fires: [20],
  },
  {
    alert: 'PortalImportFailed',
    given: 'a rejected extract',
    series: { [trouble('importRefused')]: '0x10 60x60' },
    quiet: [5],
    fires: [30],
    labels: { trouble: 'importRefused' },
  },
  { alert: 'PortalRecordsLeftOut', given: 'some', series: { [trouble('recordsLeftOut')]: always(60) }, fires: [long] },
  {
    alert: 'PortalNotExported',
    given: 'one that waits for over a day',
    series: { portal_oldest_unexported_payment_seconds: '99000+60x100' },
    quiet: [10],
    fires: [30],
  },
  {
    alert: 'PortalFilesNotLoaded',
    given: 'a payment file that nobody fetched',
    series: { [trouble('paymentsNotLoaded')]: always(60) },
    fires: [long],
    labels: { trouble: 'paymentsNotLoaded' },
  },
  {
    alert: 'PortalBankPaymentsLate',
    given: 'a gateway that is away for over a day',
    series: { portal_bank_payments_overdue_seconds: '86000+60x20' },
    fires: [15],
  },
  {
    alert: 'PortalBankReturns',
    given: 'a rate above half of its limit',
    series: { 'portal_bank_return_limit_share{kind="unauthorized"}': '0x5 0.6x60' },
    fires: [30],
    labels: { kind: 'unauthorized' },
  },
  {
    alert: 'PortalAutopayWaiting',
    given: 'a charge due for over a day',
    series: { portal_autopay_oldest_due_seconds: '99000+60x100' },
    quiet: [10],
    fires: [30],
  },
  {
    alert: 'PortalAutopayLate',
    given: 'one past its due date',
    series: { portal_autopay_held_past_due: always(1) },
    quiet: [30],
    fires: [61],
  },
  {
    alert: 'PortalAutopayFailing',
    given: '20 of 30',
    series: {
      'portal_autopay_last_hour{result="failed"}': always(20),
      'portal_autopay_last_hour{result="sent"}': always(30),
    },
    fires: [5],
  },
  {
    alert: 'PortalAutopayFailing',
    given: '20 of 300',
    series: {
      'portal_autopay_last_hour{result="failed"}': always(20),
      'portal_autopay_last_hour{result="sent"}': always(300),
    },
    quiet: [5],
  },
  {
    alert: 'PortalAutopayOff',
    given: 'over a day',
    series: { portal_autopay_off_seconds: '86000+60x20' },
    quiet: [2],
    fires: [15],
  },
  {
    alert: 'PortalEmailsFailing',
    given: 'a mail server that is away for the night',
    series: { [trouble('emailsWait')]: '0x5 1800+60x200' },
    quiet: [1],
    fires: [10, long],
  },
  {
    alert: 'PortalNotificationsNotAccepted',
    given: 'one a minute',
    series: { 'portal_notifications_total{channel="text",result="REFUSED"}': '0+1x60' },
    fires: [60],
    labels: { channel: 'text' },
  },
  {
    alert: 'PortalNotificationsLate',
    given: 'a queue of two hours',
    series: {
      'portal_notifications_oldest_ready_seconds{channel="text"}': always(7201),
      portal_notifications_off_seconds: always(0),
    },
    fires: [5],
    labels: { channel: 'text' },
  },
  {
    alert: 'PortalNotificationsLate',
    given: 'that staff have turned them off',
    series: {
      'portal_notifications_oldest_ready_seconds{channel="text"}': always(7201),
      portal_notifications_off_seconds: always(60),
    },
    quiet: [5],
  },
  {
    alert: 'PortalNotificationsWait',
    given: 'a run that waits',
    series: { portal_notification_runs_waiting: always(1) },
    quiet: [30],
    fires: [61],
  },
  {
    alert: 'PortalNotificationsOff',
    given: 'over a day',
    series: { portal_notifications_off_seconds: '86000+60x20' },
    quiet: [2],
    fires: [15],
  },
  {
    alert: 'PortalEmailsComeBack',
    given: 'every second one',
    series: {
      'portal_emails_back_total{kind="failed"}': '0+1x60',
      'portal_emails_total{result="delivered"}': '0+2x60',
      'portal_notifications_total{channel="email",result="ACCEPTED"}': always(0, 60),
    },
    fires: [60],
  },
  {
    alert: 'PortalContactChangesRejected',
    given: 'one that nobody looks after',
    series: { 'portal_open_work{kind="contactChange"}': always(1) },
    fires: [5, long],
  },
  {
    alert: 'PortalOpenWork',
    given: 'an approval that waits for over three days',
    series: { 'portal_open_work_oldest_seconds{kind="approvalPending"}': '259000+60x100' },
    quiet: [2],
    fires: [20],
    labels: { kind: 'approvalPending' },
  },
  {
    alert: 'PortalAlarm',
    given: 'one in the middle of the night',
    series: { portal_alarms_total: '0x5 1x200' },
    quiet: [2],
    fires: [10, long],
  },
  {
    alert: 'PortalBackupLate',
    given: 'none for over a day',
    series: { [trouble('backupLate')]: always(100_001) },
    fires: [long],
    labels: { trouble: 'backupLate' },
  },
  {
    alert: 'PortalErrors',
    given: 'that one of eleven calls answers 503',
    series: {
      'portal_http_request_seconds_count{status="503"}': '0+1x30',
      'portal_http_request_seconds_count{status="200"}': '0+10x30',
    },
    quiet: [2],
    fires: [12],
  },
  {
    alert: 'PortalSlow',
    given: 'nine of ten calls over a second',
    series: {
      'portal_http_request_seconds_bucket{route="/a",le="1"}': '0+1x30',
      'portal_http_request_seconds_bucket{route="/a",le="2.5"}': '0+10x30',
      'portal_http_request_seconds_bucket{route="/a",le="+Inf"}': '0+10x30',
    },
    quiet: [5],
    fires: [16],
  },
  {
    alert: 'PortalDatabaseBusy',
    given: 'calls that wait',
    series: { 'portal_database_connections{state="waited for"}': always(3) },
    quiet: [2],
    fires: [6],
  },
  {
    alert: 'PortalGuessing',
    given: 'two seconds of hashing a second',
    series: { portal_secret_hash_seconds_sum: '0+120x30' },
    quiet: [5],
    fires: [16],
  },
  {
    alert: 'PortalDown',
    given: 'a process that is away',
    series: { 'up{job="portal",instance="one"}': always(0), 'up{job="portal",instance="two"}': always(1) },
    fires: [5],
    labels: { job: 'portal', instance: 'one' },
  },
  {
    alert: 'PortalNotReady',
    given: 'a process with a wrong clock',
    series: { 'portal_ready{instance="one"}': always(0), 'portal_ready{instance="two"}': always(1) },
    quiet: [1],
    fires: [5],
    labels: { instance: 'one' },
  },
  {
    alert: 'PortalUnreachable',
    given: 'no answer from outside',
    series: { 'probe_success{job="portal-from-outside"}': always(0) },
    quiet: [1],
    fires: [5],
    labels: { job: 'portal-from-outside' },
  },
  {
    alert: 'PortalCertificateExpires',
    given: 'thirteen days left',
    series: { 'probe_ssl_earliest_cert_expiry{job="portal-from-outside"}': always(13 * 86_400) },
    fires: [5],
    labels: { job: 'portal-from-outside' },
  },
]

/** In promtool's form. JSON is YAML. */
function testOf({ series, quiet = [], fires = [], labels = {}, ...about }: Case, { severity, summary }: Rule) {
  const expected = [{ exp_labels: { ...labels, severity }, exp_annotations: { summary } }]
  const at = (minutes: number, exp_alerts: typeof expected) => ({
    eval_time: `${minutes}m`,
    alertname: about.alert,
    exp_alerts,
  })
  return {
    name: `${about.alert}, given ${about.given}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [...quiet.map((time) => at(time, [])), ...fires.map((time) => at(time, expected))],
  }
}

const ruleOf = (alert: string): Rule =>
  rules.find(({ name }) => name === alert) ?? { name: '', expr: '', severity: '', summary: '' }

describe('the alerts of deploy/alerts.yml', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alerts-'))
    await cp(file, join(folder, 'alerts.yml'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('have a case each in which they fire', () => {
    const fired = new Set(cases.filter(({ fires }) => fires).map(({ alert }) => alert))
    expect(rules.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual([])
    expect(rules.length).toBeGreaterThan(30)
  })

  test('fire in their cases, and stay while the work does: by promtool where it is, else what they read is recorded', async () => {
    const tests = cases.map((each) => testOf(each, ruleOf(each.alert)))
    await writeFile(
      join(folder, 'tests.json'),
      JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }),
    )
    const { error, status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'tests.json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (error) for (const each of cases) expectReadable(each)
    else expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
  })

  function expectReadable({ alert, series }: Case): void {
    const { expr } = ruleOf(alert)
    for (const name of Object.keys(series)) expect(expr).toContain(/^\w+/.exec(name)?.[0])
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expr.split(open ?? '')).toHaveLength(expr.split(close ?? '').length)
  }
})
