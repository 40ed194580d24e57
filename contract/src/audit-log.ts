import { z } from 'zod'
import { autopayReasonNames } from './autopay-reasons.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId } from './ids.ts'

export const auditLogTexts = {
  action: 'Action',
  actor: 'Username',
  subject: 'Applied to',
  search: 'Search',
  clear: 'Clear',
  empty: 'No entries match these filters.',
} as const

/** Labels by name in the record; a name without one is its own label: `askedBy` becomes 'Asked by'. */
export const auditFields: Readonly<Record<string, string>> = {
  accountId: 'Account number',
  askedBy: 'Requested by',
  auth_no: 'Authorization number',
  card: 'Card',
  change: 'Contact change',
  clientAddress: 'IP address',
  credit_card: 'Credit card',
  did: 'Resolution',
  email: 'Email',
  evidence: 'Evidence',
  featured: 'Image or video',
  flag: 'For customers',
  how: 'Made',
  isLocked: 'Was locked',
  made_by: 'Made by',
  most: 'Most per bill',
  paperless: 'Paperless bills',
  note: 'Note',
  number: 'Days, or day of the month',
  pay_date_end: 'To date',
  pay_date_start: 'From date',
  receipt: 'Receipt number',
  refusedFor: 'Rejected because',
  rule: 'Charged',
  state: 'Status',
  tag: 'Transaction tag',
  type: 'Type',
  unknown: 'Not found',
  why: 'Reason',
  words: 'Version of the terms',
}

/** Words for recorded codes and figures, by the name of the value and, where needed, by the action. */
export const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'switch-changed flag': { 0: 'On', 1: 'Off for maintenance' },
  'announcement-shown flag': { 0: 'Hidden', 1: 'Visible' },
  'paperless-ended why': {
    records: 'The billing system says paper',
    emails: 'Emails don’t arrive',
    left: 'The account is no longer theirs',
  },
  'autopay-changed state': { ACTIVE: 'On', PAUSED: 'Paused', ENDED: 'Off' },
  'autopay-changed why': { ...autopayReasonNames, null: '' },
  'autopay-changed rule': {
    dueDate: 'On the due date',
    daysBefore: 'Days before the due date',
    dayOfMonth: 'On a day of the month',
  },
  'autopay-changed number': { 0: '' },
  'autopay-changed most': { null: 'No limit' },
  'autopay-exception-seen exception': {
    failed: 'Charge failed',
    late: 'Held past its due date',
    stopped: 'AutoPay paused',
  },
  type: { null: 'Text' },
  isLocked: { true: 'Yes', false: 'No' },
  did: {
    resolveCharged: 'Charged',
    resolveNotCharged: 'Not charged',
    closeRefund: 'Payment stands',
    closeDispute: 'Dispute or warning seen',
    reportExternalRefund: 'Refund recorded',
    // Empty, because the name of the action already says it.
    requestRefund: '',
    inquire: '',
    retryPosting: '',
    retryReversal: '',
    settleCharged: 'Charged',
    settleNotCharged: 'Not charged',
    closeGiveBack: 'Payment stands',
    askWasGivenBack: 'Refund recorded',
    askGiveBack: '',
    lookAgain: '',
    retryBilling: '',
    sendAgain: '',
  },
  changed: {
    'add MOBILE': 'mobile phone added',
    'add HOME-PHONE': 'home phone added',
    'add BUSN-PHONE': 'work phone added',
    'update MOBILE': 'mobile phone',
    'update HOME-PHONE': 'home phone',
    'update BUSN-PHONE': 'work phone',
    'delete MOBILE': 'mobile phone removed',
    'delete HOME-PHONE': 'home phone removed',
    'delete BUSN-PHONE': 'work phone removed',
  },
}

export const auditDays: readonly string[] = ['day', 'pay_date_start', 'pay_date_end']

export const nothingThere = 'none'

/** Everything the audit log can record (docs/security.md). Entries are kept forever: no name changes its meaning. */
export const auditActions = {
  'admin-sign-in': 'Logged in to the console',
  'admin-sign-out': 'Logged out of the console',
  'admin-session-ended': 'Logged out another browser',
  'admin-refused': 'Blocked: not allowed for this role',
  'admin-added': 'Added an admin',
  'admin-deleted': 'Deleted an admin',
  'admin-password-changed': 'Changed an admin’s password',
  'admin-renamed': 'Changed an admin’s username',
  'admin-role-changed': 'Changed an admin’s role',
  'second-factor-set-up': 'Set up two-step verification',
  'switch-changed': 'Changed a maintenance switch',
  'announcement-added': 'Added an announcement',
  'announcement-changed': 'Changed an announcement',
  'announcement-shown': 'Showed or hid an announcement',
  'announcement-deleted': 'Deleted an announcement',
  'customer-searched': 'Searched for a customer',
  'customer-password-reset': "Set a customer's password",
  'customer-sign-in': 'Customer logged in',
  'customer-enrolled': 'Customer registered',
  'customer-details-changed': 'Customer changed account details',
  'card-added': 'Customer saved a payment method',
  'card-renamed': 'Customer renamed a saved payment method',
  'card-made-default': 'Customer chose a default payment method',
  'card-removed': 'Customer removed a saved payment method',
  'payment-scheduled': 'Customer scheduled a payment',
  'scheduled-payment-changed': 'Customer changed a scheduled payment',
  'scheduled-payment-canceled': 'Customer canceled a scheduled payment',
  'card-lost': 'A saved payment method was lost at the gateway',
  'backdoor-sign-in': 'Used Admin test login',
  'accounts-opened': 'Opened accounts for a phoned-in payment',
  'payment-taken': 'Took a phoned-in payment',
  'report-exported': 'Exported payments',
  'receipt-sent': 'Resent a receipt',
  'debit-canceled': 'Canceled a bank payment',
  'payment-settled': 'Resolved a payment manually',
  'settlement-asked': 'Requested a manual resolution',
  'settlement-undo-asked': 'Requested to undo a manual resolution',
  'settlement-undone': 'Approved undoing a manual resolution',
  'settlement-kept': 'Kept a manual resolution',
  'settlement-approved': 'Approved a manual resolution',
  'settlement-rejected': 'Said no to settling a payment by hand',
  'recording-asked': 'Requested to record a charge as a payment',
  'recording-approved': 'Approved recording a charge as a payment',
  'recording-rejected': 'Rejected recording a charge as a payment',
  'payment-look-asked': 'Checked a payment with the gateway',
  'billing-told-again': 'Retried a posting',
  'give-back-asked': 'Requested a refund',
  'give-back-approved': 'Approved a refund',
  'give-back-rejected': 'Rejected a refund',
  'give-back-sent-again': 'Retried a reversal',
  'bank-payments-allowed': 'Allowed bank payments for an account again',
  'billing-file-uploaded': 'Uploaded a billing file',
  'import-live': 'Let an import go live',
  'import-undone': 'Undid an import',
  'payment-file-loaded': 'Marked a payment file as loaded and posted',
  'payment-file-not-loaded': 'Took back that a payment file is loaded',
  'payment-reversed-by-hand': 'Marked refunds as reversed by hand',
  'payment-file-downloaded': 'Downloaded a payment file',
  'new-holder-undone': 'Said that a new holder is the same person',
  'contact-change-made': 'Marked a contact change as done',
  'discrepancy-settled': 'Resolved a discrepancy',
  'autopay-changed': 'Changed AutoPay',
  'autopay-exception-seen': 'Marked an AutoPay exception as seen',
  'notifications-changed': 'Customer changed notifications',
  'paperless-changed': 'Turned paperless bills on or off',
  'paperless-ended': 'Went back to paper bills',
  'notification-run-released': 'Released notifications that waited',
  'notification-run-dropped': 'Dropped notifications that waited',
  'messages-seen': 'Looked at a customer’s messages',
  'message-repeated': 'Sent a message again',
  'stopped-addresses-exported': 'Exported stopped addresses',
  'broadcast-written': 'Wrote a message to customers',
  'broadcast-asked': 'Asked for approval of a message to customers',
  'broadcast-returned': 'Returned a message to customers to draft',
  'broadcast-approved': 'Approved and sent a message to customers',
  'broadcast-stopped': 'Stopped a message to customers',
  'broadcast-deleted': 'Deleted a message to customers',
  'broadcast-tested': 'Sent themselves a test of a message to customers',
  'emails-stopped': 'Notifications to an email address stopped',
} as const
export type AuditAction = keyof typeof auditActions
const AuditActionName = z.enum(Object.keys(auditActions).filter(isAuditAction))

function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(auditActions, name)
}

export function auditActionInWords(name: string): string {
  return isAuditAction(name) ? auditActions[name] : name
}

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  actorKind: z.enum(['admin', 'customer', 'guest', 'system']),
  /** Empty when nobody was signed in. */
  actor: z.string(),
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  /** In words; empty when there is nobody and nothing. */
  subject: z.string(),
  /** Empty for the portal itself. */
  address: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditPageSize = 50

export const readAuditLog = call({
  method: 'GET',
  path: '/api/v1/audit-log',
  group: 'admin',
  summary: 'The audit log, newest first (docs/security.md)',
  access: { admin: [1] },
  query: z.object({
    before: RowId.optional(),
    action: AuditActionName.optional(),
    actor: z.string().trim().normalize('NFC').max(200).optional(),
    /** Whole words, in either case: a username, an account number, a receipt. */
    subject: z.string().trim().normalize('NFC').max(200).optional(),
    /** In the utility's time zone. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  }),
  reply: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean() }),
  problems: {},
})
