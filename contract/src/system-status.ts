import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { type Place, formatInstant, Instant } from './dates.ts'

/** All ours. */
export const systemStatusTexts = {
  details: 'Details',
  reason: 'Reason: {reason}',
} as const

/** In the order of the page. */
export const systemParts = {
  import: 'Nightly import',
  paymentFile: 'Payment file',
  contactFile: 'Contact file',
  reconciliation: 'Reconciliation',
  emails: 'Emails',
  notifications: 'Notifications',
  gateway: 'Payment gateway',
  webhook: 'Gateway’s webhook',
  backups: 'Backups',
  clock: 'Clock',
  versions: 'Versions',
} as const
export type SystemPartName = keyof typeof systemParts

/** `unused`: this utility does without. `untold`: only its operator knows. */
export const systemStates = { good: 'Good', problem: 'Problem', unused: 'Not used', untold: 'Not reported' } as const
export type SystemState = keyof typeof systemStates

/** What is known of the parts: a time, a number or a name each. */
export const systemFacts = {
  lastImport: 'Last import',
  extractMade: 'Extract made',
  leftOut: 'Records left out',
  lastFile: 'Last file',
  waitingSince: 'Waiting since',
  lastReconciliation: 'Last completed',
  waiting: 'Waiting',
  lastDelivered: 'Last delivered',
  emailsReady: 'Emails waiting',
  textsReady: 'Texts waiting',
  gatewayName: 'Gateway',
  lastAnswered: 'Last charge approved or declined',
  chargesOfHour: 'Charges of the last hour',
  unansweredOfHour: 'Of these neither approved nor declined',
  lastEvent: 'Last event delivered',
  lastBackup: 'Last backup',
  logArchived: 'Log last archived',
  secondsOff: 'Seconds ahead of the database’s',
  portal: 'Portal',
  node: 'Node',
  postgres: 'PostgreSQL',
  schema: 'Schema',
} as const
export type SystemFactName = keyof typeof systemFacts

interface TroubleText {
  /** The subject of the email when it is alone. */
  readonly name: string
  /** `{since}` is a time, `{count}` a number. */
  readonly says: string
  /** For the person who reads it at six in the morning. */
  readonly todo: string
}

/** What can be wrong, in the order in which it is told. */
export const systemTroubles = {
  importFailed: {
    name: 'Import failed',
    says: 'The import of {since} failed. Customers see the balances of the one before.',
    todo: 'Remove the cause, see journalctl -u portal-import, then run systemctl start portal-import.',
  },
  importRefused: {
    name: 'Extract rejected',
    says: 'The extract of {since} was rejected. Customers see the balances of the one before.',
    todo: 'Ask the people who run the billing system for a corrected extract, then run systemctl start portal-import.',
  },
  importLong: {
    name: 'Import does not end',
    says: 'An import has not ended since {since}.',
    todo: 'See systemctl status portal-import. If it no longer runs, start it again.',
  },
  importLate: {
    name: 'Import late',
    says: 'Nothing was imported after {since}. Customers see those balances.',
    todo: 'See systemctl status portal-import.timer portal-import. Ask the people who run the billing system for the extract.',
  },
  importNever: {
    name: 'No import yet',
    says: 'No extract was ever imported, so there are no accounts.',
    todo: 'Run portal import with the first extract.',
  },
  recordsLeftOut: {
    name: 'Records left out',
    says: 'The import of {since} left records out: {count}. What they say is missing.',
    todo: 'Have them corrected in the billing system. cis.import_quarantine has each with its reason.',
  },
  paymentsNotExported: {
    name: 'Payments not exported',
    says: 'A payment or cancellation has waited for a payment file since {since}.',
    todo: 'See journalctl -u portal-export@payments, then run systemctl start portal-export@payments.',
  },
  paymentsNotLoaded: {
    name: 'Payment file not loaded',
    says: 'Exported payments and cancellations that no balances are known to contain: {count}. Their oldest file was written {since}.',
    todo: 'Make sure that the billing system loads every file, and mark each one under Reports, Payment files. portal export-payments --again writes one again.',
  },
  refundsNotReversed: {
    name: 'Refunds not reversed',
    says: 'A refunded payment has waited since {since} to be reversed in the billing system by hand.',
    todo: 'Ask finance to reverse it and mark it under Reports, Payment files.',
  },
  contactsNotExported: {
    name: 'Contact changes not exported',
    says: 'A contact change has waited for a contact file since {since}.',
    todo: 'See journalctl -u portal-export@contacts, then run systemctl start portal-export@contacts.',
  },
  contactsNotLoaded: {
    name: 'Contact file not loaded',
    says: 'Exported contact changes that no extract shows: {count}. Their oldest file was written {since}.',
    todo: 'Make sure that the billing system fetches and loads every file, and keeps CMWEBCHG.',
  },
  reconciliationFailed: {
    name: 'Reconciliation failed',
    says: 'Reconciliation has failed {count} times, last at {since}. It is tried again every 15 minutes.',
    todo: 'Run portal reconcile for yesterday, which prints why. Usually the gateway’s search does not answer.',
  },
  reconciliationLate: {
    name: 'Reconciliation late',
    says: 'No reconciliation was completed after {since}.',
    todo: 'Make sure that a process runs with WORKER=on. Missed days are made up for.',
  },
  emailsWait: {
    name: 'Emails waiting',
    says: 'Emails waiting: {count}, the oldest since {since}.',
    todo: 'Make sure that the mail server of SMTP_URL answers: portal check. Nothing is lost for three days.',
  },
  notificationEmailsWait: {
    name: 'Notification emails waiting',
    says: 'Notifications waiting to leave by email: {count}, the oldest since {since}.',
    todo: 'See Reports, Notifications: refusals, or a pace that is too slow for this many.',
  },
  textsWait: {
    name: 'Texts waiting',
    says: 'Notifications waiting to leave by text: {count}, the oldest since {since}.',
    todo: 'See Reports, Notifications: refusals, or a pace that is too slow for this many.',
  },
  gatewayDown: {
    name: 'Payment gateway not answering',
    says: 'None of the {count} charges since {since} was approved or declined.',
    todo: 'Ask the gateway. If it lasts, turn Pay Now off in System Maintenance.',
  },
  gatewayPartly: {
    name: 'Payment gateway in trouble',
    says: '{count} charges since {since} were neither approved nor declined, over a fifth of all.',
    todo: 'Ask the gateway. The payments’ histories in Reports have the reasons.',
  },
  webhookSilent: {
    name: 'Webhook silent',
    says: 'Events that the gateway did not deliver since {since}, and we had to ask for: {count}.',
    todo: 'Check the endpoint in the gateway’s dashboard, its address and its secret: portal check.',
  },
  eventsStuck: {
    name: 'Gateway events not handled',
    says: 'Gateway events that could not be handled for an hour: {count}, the oldest since {since}.',
    todo: 'Find the alarm about each in the log. Usually the gateway does not answer about its tag.',
  },
  logNotArchived: {
    name: 'Log not archived',
    says: 'PostgreSQL could not archive its log at {since}. What happens now is in no backup.',
    todo: 'Look at PostgreSQL’s own log and at archive_command. Its disk fills up while this lasts.',
  },
  backupLate: {
    name: 'Backup late',
    says: 'No backup was reported after {since}.',
    todo: 'Look at the backup job. Its last line should be portal backup-done.',
  },
  clockWrong: {
    name: 'Clock wrong',
    says: 'The clock of this process is {count} seconds away from the database’s. It does no background work.',
    todo: 'Set both by NTP: timedatectl.',
  },
  schemaOld: {
    name: 'Schema not updated',
    says: 'Updates of the database schema to do: {count}.',
    todo: 'Run systemctl restart portal-migrate.',
  },
} as const satisfies Readonly<Record<string, TroubleText>>
export type SystemTroubleName = keyof typeof systemTroubles

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): z.ZodType<Name, Name> {
  return z.enum(Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name)))
}

export const SystemTrouble = z.object({
  trouble: namesOf<SystemTroubleName>(systemTroubles),
  /** Null only where its sentence names no time. */
  since: Instant.nullable(),
  count: z.number().int(),
  /** What a partner or an import said; no person, account or card. */
  reason: z.string().nullable(),
})
export type SystemTrouble = z.infer<typeof SystemTrouble>

/** As a text with its values, for `t`: the same on the page and in the email. */
export function troubleInWords(
  place: Place,
  { trouble, since, count }: SystemTrouble,
): { text: string; values: Record<'since' | 'count', string | number> } {
  return { text: systemTroubles[trouble].says, values: { since: since ? formatInstant(place, since) : '', count } }
}

export const SystemPart = z.object({
  part: namesOf<SystemPartName>(systemParts),
  state: namesOf<SystemState>(systemStates),
  /** One value each; a time that is null was never. */
  facts: z.array(
    z.object({
      name: namesOf<SystemFactName>(systemFacts),
      at: Instant.nullable().optional(),
      count: z.number().int().optional(),
      text: z.string().optional(),
    }),
  ),
  troubles: z.array(SystemTrouble),
})
export type SystemPart = z.infer<typeof SystemPart>

export const readSystemStatus = call({
  method: 'GET',
  path: '/api/v1/system-status',
  group: 'admin',
  summary: 'What runs at night and in the background: what is wrong, since when, and what to do (docs/operations.md)',
  access: { admin: levelsOfTab['system-maintenance'] },
  reply: z.object({ asOf: Instant, parts: z.array(SystemPart) }),
  problems: {},
})
export type SystemStatus = z.infer<(typeof readSystemStatus)['reply']>
