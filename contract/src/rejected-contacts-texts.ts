/** Texts of the list of contact changes that the billing system refused; all ours. */
export const rejectedContactsTexts = {
  lead: 'Customers changed how they are reached, and the billing system refused it. Make each change there by hand, then mark it here. What the customer sees is what the billing system has.',
  empty: 'The billing system has taken every change.',
  email: 'E-mail',
  address: 'Mailing address',
  made: 'Made by hand',
  ask: 'Is this change in the billing system now? It is taken off this list.',
  cancel: 'Cancel',
  more: 'Show more',
} as const
