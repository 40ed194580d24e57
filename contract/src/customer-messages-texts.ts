/** All ours (R44). */
export const customerMessagesTexts = {
  title: 'Messages',
  of: 'Messages to {name}',
  lead: 'Emails to the customer’s address of the last 90 days, and notifications of the last 13 months.',
  empty: 'Nothing was sent to this customer.',
  more: 'Show older messages',
  message: 'Message',
  to: 'To',
  at: 'Time',
  result: 'Result',
  account: 'Account {accountId}',
  sendAgain: 'Send again',
  sentAgain: 'The message is sent again.',
  stopped: { email: '{address} gets no more emails', text: '{address} gets no more texts' },
  stoppedSince: '{why}, {day}.',
  startAgain:
    'Receipts and security emails are still sent. Notifications start again when the customer confirms the address.',
  startTexts: 'Texts start again when the customer confirms the number. After STOP, they text START first.',
} as const
