import { z } from 'zod'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId } from './ids.ts'

/**
 * Everything the audit log can record, and how the console words it (docs/security.md). A name never gets another
 * meaning, because entries are kept forever.
 */
export const auditActions = {
  'admin-sign-in': 'Signed in to the console',
  'admin-sign-out': 'Signed out of the console',
  'admin-session-ended': 'Signed themselves out of another browser',
  'admin-refused': 'Was refused a call of another level',
  'admin-added': 'Added an administrator',
  'admin-deleted': 'Deleted an administrator',
  'admin-password-changed': "Changed an administrator's password",
  'admin-renamed': "Changed an administrator's username",
  'admin-role-changed': "Changed an administrator's role",
  'second-factor-set-up': 'Set up a second factor',
  'switch-changed': 'Changed a maintenance switch',
  'announcement-added': 'Added an announcement',
  'announcement-changed': 'Changed an announcement',
  'announcement-shown': 'Showed or hid an announcement',
  'announcement-deleted': 'Deleted an announcement',
  'customer-searched': 'Looked up a customer',
  'customer-password-reset': "Set a customer's password",
  'customer-sign-in': 'Signed in as a customer',
  'customer-enrolled': 'Enrolled as a customer',
  'customer-details-changed': 'Changed their own details',
  'backdoor-sign-in': 'Signed in as a customer for testing',
  'accounts-opened': 'Looked up accounts to pay by phone',
  'payment-taken': 'Sent a payment by phone to the card network',
  'report-exported': 'Exported payments',
  'receipt-sent': 'Sent a receipt again',
  'payment-settled': 'Settled a payment by hand',
  'settlement-asked': 'Asked to settle a payment by hand',
  'settlement-approved': 'Agreed to settle a payment by hand',
  'settlement-rejected': 'Said no to settling a payment by hand',
  'payment-look-asked': 'Had the card network asked about a payment again',
  'billing-told-again': 'Had the billing system told of a payment again',
  'give-back-asked': 'Asked to give a payment back',
  'give-back-approved': 'Agreed to give a payment back',
  'give-back-rejected': 'Said no to giving a payment back',
  'give-back-sent-again': 'Had a charge given back again',
  'contact-change-made': 'Made a rejected contact change by hand',
  'discrepancy-settled': 'Settled a difference between the books',
} as const
export type AuditAction = keyof typeof auditActions
const AuditActionName = z.enum(Object.keys(auditActions).filter(isAuditAction))

function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(auditActions, name)
}

/** What an entry records, in words. One that a newer version has written has only the name that this version does not know. */
export function auditActionInWords(name: string): string {
  return isAuditAction(name) ? auditActions[name] : name
}

/** One entry: who did what to whom, when and from where, with the values before and after. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  actorKind: z.enum(['admin', 'customer', 'guest', 'system']),
  /** The username; empty when nobody was signed in. */
  actor: z.string(),
  /** One of `auditActions`, or of those of a newer version. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  /** Who or what it was done to, in words. Empty when there is nobody and nothing else. */
  subject: z.string(),
  /** The network address it came from; empty for the portal itself. */
  address: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Entries per page of the log. */
export const auditPageSize = 50

/** `GET /api/v1/audit-log`: the entries before `before` (an entry's id), newest first, a page at a time (level 1). */
export const readAuditLog = call({
  method: 'GET',
  path: '/api/v1/audit-log',
  group: 'admin',
  summary: 'The audit log, newest first (docs/security.md)',
  access: { admin: [1] },
  query: z.object({
    before: RowId.optional(),
    action: AuditActionName.optional(),
    /** The whole username, in upper or lower case. */
    actor: z.string().trim().normalize('NFC').max(200).optional(),
    /** Whole words of the subject, in upper or lower case: a username, an account number, a receipt. */
    subject: z.string().trim().normalize('NFC').max(200).optional(),
    /** The first and the last day, in the utility's time zone. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  }),
  reply: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean() }),
  problems: {},
})
