/** What else happens in weeks of AutoPay. */
const only = { gateway: 'stripe', isOfAutopay: true } as const

export const autopayFaults = {
  bankDeclinesSaved: {
    at: 'request',
    kind: 'the bank declines a saved card',
    most: 0.5,
    ...only,
  },
  importMissed: { at: 'person', kind: 'no import comes that night', most: 0.5, ...only },
  billReissued: {
    at: 'person',
    kind: 'a bill is issued again, for more or less',
    most: 0.6,
    ...only,
  },
  mailSlow: {
    at: 'person',
    kind: 'an email leaves hours or days later',
    most: 0.4,
    ...only,
  },
  mailRefused: {
    at: 'person',
    kind: 'a mail server refuses an email for good',
    most: 0.1,
    ...only,
  },
  runStopped: {
    at: 'person',
    kind: 'staff stops the run for some hours',
    most: 0.8,
    ...only,
  },
  paysByHand: { at: 'person', kind: 'the customer pays online', most: 0.4, ...only },
  paysBillAtOffice: {
    at: 'person',
    kind: 'the customer pays at an office',
    most: 0.2,
    ...only,
  },
  agreementPaused: { at: 'person', kind: 'staff pauses an agreement', most: 0.2, ...only },
  methodRemoved: { at: 'person', kind: 'the customer removes a card', most: 0.2, ...only },
  mandateEnded: { at: 'person', kind: 'the customer revokes the debits at the bank', most: 0.1, ...only },
  agreementChanged: {
    at: 'person',
    kind: 'the customer chooses another card, day or limit',
    most: 0.3,
    ...only,
  },
  agreementEnded: { at: 'person', kind: 'the customer ends AutoPay', most: 0.2, ...only },
  paymentScheduled: {
    at: 'person',
    kind: 'the customer sets a payment for a later day',
    most: 0.3,
    ...only,
  },
  scheduleChanged: { at: 'person', kind: 'the customer changes a scheduled payment', most: 0.3, ...only },
  scheduleCanceled: { at: 'person', kind: 'the customer cancels a scheduled payment', most: 0.2, ...only },
  registrationEnded: { at: 'person', kind: 'staff deletes the customer’s login', most: 0.05, ...only },
  clockAstray: { at: 'process', kind: 'the clock of a server is some seconds ahead or behind', most: 0.8, ...only },
  accountLeft: {
    at: 'person',
    kind: 'the customer leaves the account',
    most: 0.05,
    ...only,
  },
  feeAdded: { at: 'person', kind: 'a fee is added between two bills', most: 0.3, ...only },
  dueDateMoved: { at: 'person', kind: 'the utility moves the due date of a bill', most: 0.1, ...only },
} as const
