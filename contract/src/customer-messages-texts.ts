/** All ours (R44). */
export const customerMessagesTexts = {
  title: 'Messages',
  sentAgain: 'The message is sent again.',
  stopped: { email: '{address} gets no more emails', text: '{address} gets no more texts' },
} as const
