import { type Instant, dateIn, epochOf, timeIn } from '@portal/contract/dates'
import {
  type SystemPart,
  type SystemTrouble,
  systemStatusTexts,
  systemTroubles,
  troubleInWords,
} from '@portal/contract/system-status'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { StatusDeps, StatusSource } from '../../foundation/system-part.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import * as metrics from '../../metrics.ts'
import { keyOfEmail, writeEmail } from '../../wording/customer-email.ts'
import type { EmailPart } from '../../wording/email-layout.ts'
import { readStatus } from './read-status.ts'

type WatchDeps = StatusDeps & Pick<Deps, 'wake'> & { config: Pick<Deps['config'], 'PUBLIC_URL'> }

/** Troubles of the night are told when the office opens, those of the day at once. */
const tellsFrom = 6

/** Has Prometheus and the addresses of the profile know what the page shows: each trouble is mailed once a day. */
export function systemWatch(deps: WatchDeps, more: readonly StatusSource[]): Work {
  return {
    name: 'system status',
    restMilliseconds: 60_000,
    async run() {
      const { db, clock, profile } = deps
      const parts = await readStatus(deps, more)
      const now = clock.now()
      showMetrics(parts, now)
      const troubles = parts.flatMap((part) => part.troubles)
      if (troubles.length === 0 || Number(timeIn(profile.timeZone, now).hour) < tellsFrom) return 0
      const told = await db.transaction().execute(async (tx) => await tell(tx, deps, troubles, now))
      if (told) deps.wake(emailWork)
      return told ? 1 : 0
    },
  }
}

/** In one email with all others. @returns false when each was told today */
async function tell(tx: Tx, deps: WatchDeps, troubles: readonly SystemTrouble[], now: Instant): Promise<boolean> {
  const { profile } = deps
  const today = dateIn(profile.timeZone, now)
  const { rows } = await sql<{ trouble: string }>`
    insert into reported_trouble (trouble, reported_on)
    select trouble, ${today}::date from unnest(${troubles.map(({ trouble }) => trouble)}::text[]) as found (trouble)
    on conflict (trouble) do update set reported_on = excluded.reported_on where reported_trouble.reported_on < excluded.reported_on
    returning trouble`.execute(tx)
  if (rows.length === 0) return false
  const [only] = troubles
  const subject =
    only && troubles.length === 1
      ? { text: systemTroubles[only.trouble].name }
      : { text: '{count} problems to look at', values: { count: troubles.length } }
  for (const recipient of profile.operationsEmails ?? [profile.financeEmail]) {
    const email = writeEmail(profile, {
      template: 'system-trouble',
      dedupeKey: keyOfEmail('system-trouble', `${now}-${recipient}`),
      recipient,
      subject,
      heading: { text: 'System status' },
      parts: [...troubles.flatMap((trouble) => partsOf(profile, trouble)), linkTo(deps)],
    })
    await queueEmail(tx, email, now)
  }
  return true
}

function partsOf(profile: Deps['profile'], trouble: SystemTrouble): EmailPart[] {
  const { reason } = trouble
  return [
    { kind: 'paragraph', ...troubleInWords(profile, trouble) },
    ...(reason === null ? [] : [{ kind: 'paragraph', text: systemStatusTexts.reason, values: { reason } } as const]),
    { kind: 'paragraph', text: systemTroubles[trouble.trouble].todo },
  ]
}

/** What an email about the system leads to. */
export function linkTo({ config }: Pick<WatchDeps, 'config'>): EmailPart {
  const address = new URL('/admin-dashboard?view=system-status', config.PUBLIC_URL).href
  return { kind: 'link', text: 'Open System status', address }
}

function showMetrics(parts: readonly SystemPart[], now: Instant): void {
  const secondsSince = (since: Instant | null): number => (since === null ? 0 : (epochOf(now) - epochOf(since)) / 1000)
  const fact = (part: SystemPart['part'], name: SystemPart['facts'][number]['name']) =>
    parts.find((each) => each.part === part)?.facts.find((each) => each.name === name)
  const imported = fact('import', 'lastImport')?.at
  if (imported) metrics.importedAt.set(epochOf(imported) / 1000)
  metrics.oldestUnexportedPayment.set(secondsSince(fact('paymentFile', 'waitingSince')?.at ?? null))
  metrics.emailsWaiting.set(fact('emails', 'waiting')?.count ?? 0)
  metrics.oldestEmailWaiting.set(secondsSince(fact('emails', 'waitingSince')?.at ?? null))
  const troubles = new Map(parts.flatMap((part) => part.troubles).map((each) => [each.trouble, each] as const))
  for (const trouble of Object.keys(systemTroubles)) {
    metrics.systemTroubles.set({ trouble }, 0)
  }
  // At least a second: 0 says that it is over.
  for (const [trouble, { since }] of troubles) metrics.systemTroubles.set({ trouble }, Math.max(1, secondsSince(since)))
}
