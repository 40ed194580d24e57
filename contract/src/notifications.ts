import { z } from 'zod'
import { call } from './call.ts'
import { AccountNumber } from './ids.ts'
import { notificationTexts } from './notifications-texts.ts'
import { mobileNumberField } from './text-messages.ts'
import { bareNumber } from './text.ts'

export const notificationChannels = ['email', 'text'] as const
export const NotificationChannel = z.enum(notificationChannels)
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** What is told only to those who asked for it, about one account, as the page lists it. Receipts and security are always sent. */
export const notificationGroups = {
  bills: ['billReady', 'dueSoon', 'overdue'],
  payments: ['paymentReceived', 'paymentFailed', 'paymentRefunded'],
  autopay: ['chargeUpcoming', 'chargeFailed', 'autopayPaused', 'cardExpires'],
  announcements: ['announcement'],
} as const

export const notificationKinds = [
  ...notificationGroups.bills,
  ...notificationGroups.payments,
  ...notificationGroups.autopay,
  ...notificationGroups.announcements,
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Their emails are always sent, so that only texts about them are chosen. */
export function isAlwaysEmailed(kind: NotificationKind): boolean {
  return notificationGroups.autopay.some((always) => always === kind)
}

/** What customers choose, or the test that one asked for. */
export const messageKinds = [...notificationKinds, 'test'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A message that was not handed over by then is dropped: what it says is old. */
export const goodForDays: Readonly<Record<NotificationKind, number>> = {
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

/** Names the words that a customer consented to; changed with them. */
export const notificationWords = '2026-11'

/** As typed. */
export const TypedNumber = mobileNumberField('Enter a mobile number with its area code, such as 555-123-4567.')

/** As typed. */
export const ProofCode = z
  .string()
  .overwrite(bareNumber)
  .regex(new RegExp(`^\\d{${proofDigits}}$`), `Enter the ${proofDigits} digits of the code.`)

const Choice = z.object({ accountId: AccountNumber, kind: NotificationKind, channel: NotificationChannel })

/** An address of a customer. `stopped`: messages came back, or its owner has replied STOP. */
export const ReachedAt = z.object({ address: z.string(), state: z.enum(['unproven', 'proven', 'stopped']) })
export type ReachedAt = z.infer<typeof ReachedAt>

export const Notifications = z.object({
  /** The address on file, and the number typed here; null when there is none. */
  email: ReachedAt.nullable(),
  text: ReachedAt.nullable(),
  /** The number that a code was texted to and that is to be confirmed with it; the one above stays until then. */
  newNumber: z.object({ address: z.string(), trouble: z.enum(['notMobile', 'undelivered']).nullable() }).nullable(),
  /** Whether the utility sends texts at all. */
  sendsTexts: z.boolean(),
  accounts: z.array(z.object({ accountId: AccountNumber, serviceLocation: z.string() })),
  /** The accounts left out of the list are set with all. */
  isCut: z.boolean(),
  /** What is on; everything else is off. */
  choices: z.array(Choice),
  /** Of all accounts, listed or not. */
  accountCount: z.number().int(),
  /** For how many of them each is on, and for how many it was stopped by the link in a message; none is left out. */
  inAll: z.array(
    z.object({ kind: NotificationKind, channel: NotificationChannel, on: z.number().int(), stopped: z.number().int() }),
  ),
  /** Whether texts name amounts. */
  namesAmounts: z.boolean(),
  /** Of emails and texts (R46). */
  language: z.string(),
  /** The utility's own first, each in its own words; there is a choice where there are several. */
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
})
export type Notifications = z.infer<typeof Notifications>

const notYours = {
  'no-such-account': { status: 404, title: 'This account is not yours anymore.' },
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
  /** `all`: each account that is the customer's now; turned on, those that a link stopped stay off, unless `evenStopped`. */
  body: Choice.extend({
    accountId: z.union([AccountNumber, z.literal('all')]),
    isOn: z.boolean(),
    evenStopped: z.boolean().optional(),
  }).refine(({ kind, channel }) => channel === 'text' || !isAlwaysEmailed(kind), {
    path: ['channel'],
    message: 'These emails are always sent.',
  }),
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
  /** Once it is confirmed, the number replaces the one before. */
  body: z.discriminatedUnion('channel', [
    z.object({ channel: z.literal('email') }),
    z.object({ channel: z.literal('text'), number: TypedNumber }),
  ]),
  reply: z.object({ address: z.string() }),
  problems: {
    'no-address': { status: 409, title: notificationTexts.noEmail },
    'not-mobile': {
      status: 409,
      title: 'This number can’t get text messages. It may be a landline. Enter a mobile number.',
    },
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
    'wrong-code': { status: 409, title: 'That code doesn’t match. Check it, or get a new one.', field: 'code' },
    'code-expired': { status: 409, title: 'This code has expired. Get a new one.', field: 'code' },
  },
})
