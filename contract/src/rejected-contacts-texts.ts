/** Texts of the list of contact changes that the billing system refused; all ours. */
export const rejectedContactsTexts = {
  lead: 'The billing system rejected these contact changes. Make each one in the billing system, then mark it as done here. Until then, customers see their old details.',
  empty: 'No rejected contact changes.',
  email: 'Email',
  address: 'Mailing address',
  made: 'Mark as done',
  ask: 'Have you made this change in the billing system? It will be removed from this list.',
  cancel: 'Cancel',
  more: 'Show more',
} as const
