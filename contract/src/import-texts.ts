/** All ours. */
export const importsTexts = {
  lead: 'Check the balances of the billing system, then let them go live.',
  notSetUp: 'This page needs a folder for billing files: BILLING_FOLDER in the settings.',
  inbox: 'Files that wait',
  inboxEmpty: 'No files wait.',
  upload: 'Upload files',
  uploadHint: 'Plain or .gz, up to 100 MB each. Larger ones come by portal fetch.',
  asOf: 'Balances as of, if the file name has no day',
  check: 'Start dry run',
  checking: 'Dry run under way. Nothing is changed.',
  goingLive: 'Going live. Until all is ready, customers see the balances of before.',
  drop: 'Discard',
  dropQuestion: 'Nothing goes live. The files wait again.',
  checkAgain: 'Run the dry run again',
  goLive: 'Go live',
  register: 'Your register says',
  registerAccounts: 'Accounts in your register',
  registerTotal: 'Total in your register',
  evenSo: 'I have compared this with the billing system. It is right.',
  live: 'These balances are live.',
  undo: 'Undo',
  undoQuestion:
    'The files of that day are imported again, and customers see its balances. Payments made here since then still count. A newer file can go live at any time.',
  history: 'All imports',
  noHistory: 'No imports yet.',
} as const

/** What files given to an import have been through, in words. */
export const importStates = {
  CHECKING: 'Dry run under way',
  CHECKED: 'Checked',
  REFUSED: 'Rejected',
  FAILED: 'Failed',
  GOING_LIVE: 'Going live',
  LIVE: 'Live',
  DROPPED: 'Discarded',
} as const

/** What a person is asked before going live. */
export const importQuestionTexts = {
  fewer: 'There are over 5% fewer accounts than are live now.',
  total: 'The total of balances differs by over 30% from the one that is live now.',
} as const
