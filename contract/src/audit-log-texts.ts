/** Texts of the console's audit log; all ours (docs/security.md). */
export const auditLogTexts = {
  lead: 'Who did what to whom, when and from where. Entries are never changed or removed.',
  anything: 'Anything',
  action: 'What was done',
  actor: 'Who, by username',
  subject: 'To whom or what',
  search: 'Search',
  clear: 'Clear',
  entriesOf: 'Entries of',
  older: 'Show older entries',
  empty: 'No entries match these filters.',
  nobody: 'Nobody signed in',
  portal: 'The portal itself',
  refused: 'Refused',
} as const

/**
 * The label of each value of an entry, by its name in the record. A name without a row here is its own label: `askedBy`
 * becomes 'Asked by'.
 */
export const auditFields: Readonly<Record<string, string>> = {
  accountId: 'Account number',
  auth_no: 'Authorization number',
  change: 'Contact change',
  clientAddress: 'Network address',
  credit_card: 'Credit card',
  did: 'Chosen',
  email: 'E-mail',
  featured: 'Image or video',
  flag: 'For customers',
  isLocked: 'Was locked',
  pay_date_end: 'To date',
  pay_date_start: 'From date',
  receipt: 'Receipt number',
  refusedFor: 'Refused because',
  tag: 'Transaction tag',
  type: 'Kind',
  unknown: 'Not found',
}

/** Words for codes and figures in the record, by the name of the value and, where needed, by the action. */
export const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'switch-changed flag': { 0: 'On', 1: 'Off for maintenance' },
  'announcement-shown flag': { 0: 'Hidden', 1: 'Visible' },
  type: { null: 'Text' },
  isLocked: { true: 'Yes', false: 'No' },
  did: {
    resolveCharged: 'It was charged',
    resolveNotCharged: 'It was not charged',
    closeRefund: 'The payment stands',
    reportExternalRefund: 'It was given back',
    // Empty, because the name of the action already says it.
    requestRefund: '',
    inquire: '',
    retryPosting: '',
    retryReversal: '',
    // As earlier versions have recorded them.
    settleCharged: 'It was charged',
    settleNotCharged: 'It was not charged',
    closeGiveBack: 'The payment stands',
    askWasGivenBack: 'It was given back',
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
export const nothingThere = 'nothing'
