import { z } from 'zod'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber } from './ids.ts'
import { ReachedAt } from './notifications.ts'

/** BILL_RTE_TYPE_CD (docs/extract-format.md). EMAIL: no paper. */
export const BillRoute = z.enum(['POSTAL', 'EMAIL'])
export type BillRoute = z.infer<typeof BillRoute>

/** All ours (R43). */
export const paperlessTexts = {
  title: 'Paperless bills',
  /** What the customer agrees to. */
  meaning:
    'We email you when a bill is ready, and you see it here under My Bills. We stop mailing paper bills. You can go back to paper at any time.',
  offer: 'Get this account’s bills by email instead of paper?',
  turnOn: 'Go paperless',
  turnOff: 'Go back to paper',
  turnAllOn: 'Go paperless for all accounts',
  notNow: 'Not now',
  more: 'Show all {count} accounts',
  states: {
    off: 'Paper',
    asked: 'Confirm your email',
    pending: 'Pending',
    on: 'On',
    ending: 'Pending',
    returned: 'Paper',
    online: 'No paper',
  },
  onSince: 'On since {date}',
  about: {
    asked: 'Confirm your email address above. Until then, your bills come by mail.',
    pending: 'We are changing this in our billing system. A bill may still come by mail.',
    online: 'We mail no paper bills for this account. Turn on “A new bill is ready” to get an email about each.',
    ending: 'Your bills will come by mail again. We are changing this in our billing system.',
  },
  returned: {
    records: 'Our records have shown paper bills since {date}.',
    emails: 'Emails to you came back, so these bills have come by mail since {date}.',
  },
  always: 'Always',
  noEmail: 'We have no email address for you. Add one under Edit Account.',
  loadFailed: 'We couldn’t load your paperless bills.',
  saveFailed: 'Your choice wasn’t saved. Try again.',
  trouble: {
    stopped: 'Emails to {address} come back. Confirm the address or go back to paper.',
    unproven: 'Your bills go to {address}. Confirm the address or go back to paper.',
    none: 'Your bills are paperless, but we have no email address for you. Add one, or go back to paper.',
  },
  finish: 'Confirm your email address to get paperless bills.',
  toNotifications: 'Go to Notifications',
  toEmail: 'Add an email address',
  back: 'Your bills come by mail again. You can go paperless under Notifications.',
} as const

/** Names the words that a customer agreed to; changed with them. */
export const paperlessWords = '2026-11'

/**
 * `asked`: waits for the address to be confirmed. `pending`, `ending`: told to the billing system, which has not said so
 * yet. `returned`: it, or staff, went back to paper. `online`: the utility itself mails no paper.
 */
export const PaperlessState = z.enum(['off', 'asked', 'pending', 'on', 'ending', 'returned', 'online'])
export type PaperlessState = z.infer<typeof PaperlessState>

/** `records`: the utility's records went back to paper. `emails`: emails came back. */
export const PaperlessEnd = z.enum(['records', 'emails'])
export type PaperlessEnd = z.infer<typeof PaperlessEnd>

const PaperlessAccount = z.object({
  accountId: AccountNumber,
  serviceLocation: z.string(),
  state: PaperlessState,
  /** Of `on` and `returned`. */
  since: CalendarDate.nullable(),
  /** Of `returned`. */
  why: PaperlessEnd.nullable(),
})
export type PaperlessAccount = z.infer<typeof PaperlessAccount>

export const Paperless = z.object({
  /** The address on file; null when there is none. */
  email: ReachedAt.nullable(),
  accounts: z.array(PaperlessAccount),
})
export type Paperless = z.infer<typeof Paperless>

/** The customer chose it, and paper has stopped or is about to: a bill that is ready is then always emailed. */
export function isPaperless(state: PaperlessState): boolean {
  return state === 'pending' || state === 'on'
}

export const readPaperless = call({
  method: 'GET',
  path: '/api/v1/paperless',
  group: 'dashboard',
  summary: 'How the bills of each account go out (R43)',
  access: 'customer',
  reply: Paperless,
  problems: {},
})

export const choosePaperless = call({
  method: 'POST',
  path: '/api/v1/paperless',
  group: 'dashboard',
  summary: 'Get the bills of an account by email instead of paper, or by mail again (R43)',
  access: 'customer',
  /** `all`: each account that is the customer's now. An address that is not confirmed is sent a code. */
  body: z.object({ accountId: z.union([AccountNumber, z.literal('all')]), isOn: z.boolean() }),
  reply: Paperless,
  problems: {
    'no-such-account': { status: 404, title: 'This account is not yours anymore.' },
    'no-address': { status: 409, title: paperlessTexts.noEmail },
  },
})
