import { z } from 'zod'
import { call } from './call.ts'
import { AccountNumber } from './ids.ts'
import { mobileNumberField } from './text-messages.ts'

export const notificationChannels = ['email', 'text'] as const
export const NotificationChannel = z.enum(notificationChannels)
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** What is told only to those who asked for it, about one account, as the page lists it. Receipts and security are always sent. */
export const newsGroups = {
  bills: ['billReady', 'dueSoon', 'overdue'],
  payments: ['paymentReceived', 'paymentFailed', 'paymentRefunded'],
  autopay: ['chargeUpcoming', 'chargeFailed', 'autopayPaused', 'cardExpires'],
  announcements: ['announcement'],
} as const

export const accountNews = [
  ...newsGroups.bills,
  ...newsGroups.payments,
  ...newsGroups.autopay,
  ...newsGroups.announcements,
] as const
export const AccountNews = z.enum(accountNews)
export type AccountNews = z.infer<typeof AccountNews>

/** Their emails are always sent, so that only texts about them are chosen. */
export function isAlwaysEmailed(kind: AccountNews): boolean {
  return newsGroups.autopay.some((always) => always === kind)
}

/** News, or the test that a customer asked for. */
export const messageKinds = [...accountNews, 'test'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A message that was not handed over by then is dropped: what it says is old. */
export const goodForDays: Readonly<Record<AccountNews, number>> = {
  billReady: 7,
  dueSoon: 2,
  overdue: 3,
  paymentReceived: 3,
  paymentFailed: 3,
  paymentRefunded: 3,
  chargeUpcoming: 1,
  chargeFailed: 2,
  autopayPaused: 3,
  cardExpires: 3,
  announcement: 3,
}

/** A test tells whether messages arrive now. */
export const testGoodForMinutes = 15

/** Digits of the code that proves an address, how long it is good, and how often it may be typed wrong. */
export const proofDigits = 6
export const proofMinutes = 15
export const mostWrongProofs = 5

/** So many accounts are listed one by one. */
export const mostAccountsToChoose = 200

/** All ours (R42). */
export const notificationTexts = {
  title: 'Notifications',
  lead: 'Choose what we tell you about each account. Receipts and security emails are always sent.',
  news: {
    billReady: 'A new bill is ready',
    dueSoon: 'A bill is due soon',
    overdue: 'A bill is past due',
    paymentReceived: 'A payment was received',
    paymentFailed: 'A payment failed or was returned',
    paymentRefunded: 'A payment was refunded',
    chargeUpcoming: 'A charge is coming up',
    chargeFailed: 'A charge failed',
    autopayPaused: 'AutoPay is paused',
    cardExpires: 'A card expires soon',
    announcement: 'Announcements',
    test: 'A test',
  },
  groups: {
    bills: 'Bills',
    payments: 'Payments',
    autopay: 'AutoPay and scheduled payments',
    announcements: 'News of the utility',
    security: 'Security',
  },
  account: 'Account',
  allAccounts: 'All accounts',
  cut: 'Only your first {mostAccountsToChoose} accounts are listed. “All accounts” is for the others, too.',
  noEmail: 'We have no email address for you. Add one under Edit Account.',
  where: 'Where we reach you',
  what: 'What we tell you',
  event: 'Event',
  states: { proven: 'Confirmed', unproven: 'Not confirmed', stopped: 'Stopped' },
  always: 'New logins and changed details',
  receipts: 'Receipts of your payments',
  alwaysOn: 'Always',
  amounts: 'Name amounts in texts',
  language: 'Language of emails and texts',
  languageHint: 'These pages stay in English.',
  amountsHint: 'Texts show on a locked phone. Without this, they name no amount.',
  sendTest: { email: 'Send a test email', text: 'Send a test text' },
  testSent: 'We sent a test to {address}. It can take a few minutes.',
  testNotSent: 'We couldn’t send the test.',
  unproven: {
    email: 'Confirm that you can read emails to this address before we send notifications to it.',
    text: 'Confirm that you can read texts to this number before we send notifications to it.',
  },
  email: 'Email',
  text: 'Text message',
  sendCode: { email: 'Email me a code', text: 'Text me a code' },
  sendAnother: { email: 'Email me another code', text: 'Text me another code' },
  number: 'Mobile number',
  numberHint: 'With area code, such as 671-555-0101',
  addNumber: 'Add a mobile number',
  changeNumber: 'Change number',
  /** What the customer agrees to by confirming a number. */
  textConsent:
    'By confirming, you agree to get the text messages you turn on here. Message and data rates may apply. Reply STOP to stop, HELP for help.',
  codeSent: 'We sent a code to {address}. It is good for {proofMinutes} minutes.',
  code: 'Code',
  codeHint: '6 digits',
  confirm: 'Confirm',
  confirmed: { email: 'Your email address is confirmed.', text: 'Your mobile number is confirmed.' },
  stopped: {
    email:
      'Emails to this address came back or were reported as spam, so we stopped notifications. Confirm the address to start again.',
    text: 'This number gets no more texts. If you replied STOP, text START to us first. Then confirm the number again.',
  },
  /** On the account summary. */
  emailsCameBack: 'Emails to {address} came back or were reported as spam. Notifications to it are stopped.',
  seeAddress: 'Check or confirm your email address',
  loadFailed: 'We couldn’t load your notifications.',
  saveFailed: 'Your choice wasn’t saved. Try again.',
  sent: 'What we sent you',
  nothingSent: 'We have not sent you any notifications.',
  more: 'Show more',
  confirmFirst: 'Confirm your email address or number first, then turn on what you want.',
  consent: 'You can turn each of them off here at any time, or with the link in each message.',
  stopTitle: 'Stop these emails',
  stopLead:
    'We will stop emails of this kind for this account, and announcements for all accounts. Other emails stay as they are. Paperless bills come by mail again.',
  stop: 'Stop these emails',
  stopDone: 'Done. We will not send you these emails again.',
  stopOthers: 'Log in to change your other notifications.',
} as const

/** Names the words that a customer consented to; changed with them. */
export const notificationWords = '2026-11'

/** As typed. */
export const TypedNumber = mobileNumberField('Enter a mobile number with its area code, such as 671-555-0101.')

/** As typed. */
export const ProofCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits of the code.')

const Choice = z.object({ accountId: AccountNumber, kind: AccountNews, channel: NotificationChannel })

/** An address of a customer. `stopped`: messages came back, or its owner has replied STOP. */
export const ReachedAt = z.object({ address: z.string(), state: z.enum(['unproven', 'proven', 'stopped']) })
export type ReachedAt = z.infer<typeof ReachedAt>

export const Notifications = z.object({
  /** The address on file, and the number typed here; null when there is none. */
  email: ReachedAt.nullable(),
  text: ReachedAt.nullable(),
  /** Whether the utility sends texts at all. */
  sendsTexts: z.boolean(),
  accounts: z.array(z.object({ accountId: AccountNumber, serviceLocation: z.string() })),
  /** The accounts left out of the list are set with all. */
  isCut: z.boolean(),
  /** What is on; everything else is off. */
  choices: z.array(Choice),
  /** Whether texts name amounts. */
  namesAmounts: z.boolean(),
  /** Of emails and texts (R46). */
  language: z.string(),
  /** The utility's own first, each in its own words; there is a choice where there are several. */
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
})
export type Notifications = z.infer<typeof Notifications>

const notYours = {
  'no-such-account': { status: 404, title: 'This account is not yours any more.' },
  'address-unproven': { status: 409, title: 'Confirm your email address or number first.' },
} as const

export const readNotifications = call({
  method: 'GET',
  path: '/api/v1/notifications',
  group: 'dashboard',
  summary: 'What the customer is told about, and where (R42)',
  access: 'customer',
  reply: Notifications,
  problems: {},
})

export const chooseNotification = call({
  method: 'POST',
  path: '/api/v1/notifications',
  group: 'dashboard',
  summary: 'Turn one notification on or off (R42)',
  access: 'customer',
  /** `all`: each account that is the customer's now. */
  body: Choice.extend({ accountId: z.union([AccountNumber, z.literal('all')]), isOn: z.boolean() }).refine(
    ({ kind, channel }) => channel === 'text' || !isAlwaysEmailed(kind),
    { path: ['channel'], message: 'These emails are always sent.' },
  ),
  reply: Notifications,
  problems: notYours,
})

export const chooseAmounts = call({
  method: 'POST',
  path: '/api/v1/notifications/amounts',
  group: 'dashboard',
  summary: 'Whether texts to the customer name amounts (R42)',
  access: 'customer',
  body: z.object({ namesAmounts: z.boolean() }),
  reply: Notifications,
  problems: {},
})

export const chooseLanguage = call({
  method: 'POST',
  path: '/api/v1/notifications/language',
  group: 'dashboard',
  summary: 'The language of emails and texts to the customer (R46)',
  access: 'customer',
  body: z.object({ language: z.string().max(35) }),
  reply: Notifications,
  problems: { 'no-such-language': { status: 404, title: 'We don’t write in this language.' } },
})

export const sendTestMessage = call({
  method: 'POST',
  path: '/api/v1/notifications/test',
  group: 'dashboard',
  summary: 'Send a test to the customer’s confirmed email address or number (R42)',
  access: 'customer',
  body: z.object({ channel: NotificationChannel }),
  reply: z.object({ address: z.string() }),
  problems: {
    'address-unproven': notYours['address-unproven'],
    'no-account': { status: 409, title: 'There is no account to send notifications about.' },
    'switched-off': { status: 409, title: 'Notifications are switched off now. Try again later.' },
  },
})

export const sendProof = call({
  method: 'POST',
  path: '/api/v1/notifications/code',
  group: 'dashboard',
  summary: 'Send a code to the customer’s email address or number, to confirm that it is theirs (R42)',
  access: 'customer',
  /** The number replaces the one before. */
  body: z.discriminatedUnion('channel', [
    z.object({ channel: z.literal('email') }),
    z.object({ channel: z.literal('text'), number: TypedNumber }),
  ]),
  reply: z.object({ address: z.string() }),
  problems: {
    'no-address': { status: 409, title: notificationTexts.noEmail },
    'number-refused': {
      status: 409,
      title: 'This number can’t get texts from us. If you replied STOP before, text START to us first.',
    },
    'texts-down': { status: 503, title: 'We can’t send texts now. Try again in a few minutes.' },
  },
})

export const proveAddress = call({
  method: 'POST',
  path: '/api/v1/notifications/confirm',
  group: 'dashboard',
  summary: 'Confirm an address with the code that was sent to it (R42)',
  access: 'customer',
  body: z.object({ channel: NotificationChannel, code: ProofCode }),
  reply: Notifications,
  problems: {
    'wrong-code': { status: 409, title: 'This is not the code we sent. Check it, or get another one.' },
    'code-expired': { status: 409, title: 'This code is no longer good. Get another one.' },
  },
})
