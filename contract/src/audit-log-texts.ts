/** Texts of the console's audit log; all ours (docs/security.md). */
export const auditLogTexts = {
  lead: 'Who did what to whom, when and from where. Entries are never changed or removed.',
  anything: 'Anything',
  action: 'What was done',
  actor: 'Who, by username',
  subject: 'To whom or what',
  from: 'From date',
  to: 'To date',
  search: 'Search',
  clear: 'Clear',
  older: 'Show older entries',
  empty: 'Nothing is written down for this choice.',
  daysReversed: 'The first date comes after the last one.',
  nobody: 'Nobody signed in',
  portal: 'The portal itself',
  refused: 'Refused',
} as const
