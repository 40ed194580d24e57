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
  empty: 'Nothing is written down for this choice.',
  nobody: 'Nobody signed in',
  portal: 'The portal itself',
  refused: 'Refused',
} as const
