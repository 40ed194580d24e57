/** Texts of the console's audit log; all ours (docs/security.md). */
export const auditLogTexts = {
  lead: 'Every action in the console, and every customer login. Entries are permanent.',
  anything: 'All actions',
  action: 'Action',
  actor: 'Username',
  subject: 'Applied to',
  search: 'Search',
  clear: 'Clear',
  entriesOf: 'Date range:',
  older: 'Show older entries',
  empty: 'No entries match these filters.',
  nobody: 'Not logged in',
  portal: 'System',
  refused: 'Rejected',
} as const

/**
 * The label of each value of an entry, by its name in the record. A name without a row here is its own label: `askedBy`
 * becomes 'Asked by'.
 */
export const auditFields: Readonly<Record<string, string>> = {
  accountId: 'Account number',
  askedBy: 'Requested by',
  auth_no: 'Authorization number',
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
  pay_date_end: 'To date',
  pay_date_start: 'From date',
  receipt: 'Receipt number',
  refusedFor: 'Rejected because',
  tag: 'Transaction tag',
  type: 'Type',
  unknown: 'Not found',
  why: 'Reason',
}

/** Words for codes and figures in the record, by the name of the value and, where needed, by the action. */
export const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'switch-changed flag': { 0: 'On', 1: 'Off for maintenance' },
  'announcement-shown flag': { 0: 'Hidden', 1: 'Visible' },
  type: { null: 'Text' },
  isLocked: { true: 'Yes', false: 'No' },
  did: {
    resolveCharged: 'Charged',
    resolveNotCharged: 'Not charged',
    closeRefund: 'Payment stands',
    reportExternalRefund: 'Refund recorded',
    // Empty, because the name of the action already says it.
    requestRefund: '',
    inquire: '',
    retryPosting: '',
    retryReversal: '',
    // As earlier versions have recorded them.
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

/** The values that are days. */
export const auditDays: readonly string[] = ['day', 'pay_date_start', 'pay_date_end']

/** Shown for an empty value. */
export const nothingThere = 'none'
