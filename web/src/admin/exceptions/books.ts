/** The three books that the daily reconciliation compares, in the order in which money passes through them. */
export const books = [
  { key: 'gateway', name: 'Gateway' },
  { key: 'portal', name: 'Portal' },
  { key: 'billing', name: 'Billing system' },
] as const
