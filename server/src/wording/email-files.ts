import type { PreviewGroup } from '@portal/contract/message-previews'
import type { Fields } from './message-file.ts'

interface EmailFile {
  readonly group: PreviewGroup
  readonly fields: Fields
  /** Without these the email has no use, or breaks a rule: each must be named. */
  readonly needed?: readonly string[]
}

const ofCharge = {
  why: 'case',
  isLate: 'case',
  replaces: 'case',
  cardEnds: 'case',
  amount: 'open',
  day: 'open',
  before: 'open',
  dayBefore: 'open',
  again: 'open',
  dueOn: 'open',
  limit: 'open',
  account: 'private',
  location: 'private',
  card: 'private',
  payPage: 'address',
  accountPage: 'address',
} as const

const receipt = {
  receipt: 'open',
  method: 'case',
  description: 'open',
  amount: 'amount',
  card: 'private',
  holder: 'private',
  when: 'open',
  authorization: 'private',
  reference: 'private',
  accounts: 'block',
  refundPolicy: 'open',
} as const

/** The files of the profile for emails that customers do not choose, with what they may name. */
export const emailFiles = {
  'payment-confirmation': { group: 'payments', fields: receipt, needed: Object.keys(receipt) },
  'payment-not-made': {
    group: 'payments',
    fields: {
      number: 'case',
      isUndone: 'case',
      when: 'open',
      payNow: 'address',
      amount: 'amount',
      card: 'private',
      reference: 'private',
      accounts: 'block',
    },
  },
  'bank-payment': {
    group: 'payments',
    fields: {
      number: 'case',
      deposits: 'case',
      credited: 'case',
      ended: 'case',
      reason: 'open',
      when: 'open',
      arriveOn: 'open',
      by: 'open',
      payNow: 'address',
      resultPage: 'address',
      amount: 'amount',
      bankAccount: 'private',
      holder: 'private',
      reference: 'private',
      authorization: 'private',
      accounts: 'block',
    },
    needed: ['by', 'reason', 'authorization'],
  },
  'payment-reversed': {
    group: 'payments',
    fields: {
      why: 'case',
      number: 'case',
      payNow: 'address',
      amount: 'amount',
      card: 'private',
      reference: 'private',
      accounts: 'block',
    },
  },
  autopay: {
    group: 'autopay',
    fields: { cardEnds: 'case', isCharging: 'case', account: 'private', terms: 'block', accountPage: 'address' },
    needed: ['terms'],
  },
  'autopay-charge': { group: 'autopay', fields: ofCharge, needed: ['amount', 'day', 'before', 'dayBefore'] },
  'autopay-paused': {
    group: 'autopay',
    fields: {
      why: 'case',
      isCharging: 'case',
      amount: 'open',
      account: 'private',
      location: 'private',
      card: 'private',
      payPage: 'address',
      accountPage: 'address',
    },
  },
  'scheduled-payment': {
    group: 'schedules',
    fields: {
      number: 'case',
      isLate: 'case',
      cardEnds: 'case',
      day: 'open',
      dayBefore: 'open',
      by: 'open',
      amount: 'amount',
      card: 'private',
      account: 'private',
      location: 'private',
      authorization: 'private',
      accounts: 'block',
      accountPage: 'address',
    },
    needed: ['amount', 'day', 'by', 'account', 'accounts', 'authorization'],
  },
  'scheduled-charge': { group: 'schedules', fields: ofCharge },
  'saved-card': {
    group: 'cards',
    fields: {
      deposits: 'case',
      card: 'private',
      when: 'open',
      by: 'open',
      expires: 'open',
      cardsPage: 'address',
    },
    needed: ['card'],
  },
  'account-activated': { group: 'login', fields: { name: 'private', username: 'private', portal: 'address' } },
  'set-password-link': {
    group: 'login',
    fields: { username: 'private', link: 'address', minutes: 'open' },
    needed: ['link'],
  },
  'forgotten-username': {
    group: 'login',
    fields: { username: 'private', portal: 'address' },
    needed: ['username'],
  },
  'password-changed': { group: 'login', fields: { by: 'case', when: 'open' } },
  'new-login': { group: 'login', fields: { of: 'case', when: 'open', device: 'private' } },
  'details-changed': { group: 'login', fields: { what: 'case', when: 'open', number: 'private' } },
  'address-code': {
    group: 'login',
    fields: { utility: 'open', code: 'open', minutes: 'open' },
    needed: ['code'],
  },
  'paperless-ended': { group: 'login', fields: { account: 'private', accountPage: 'address' } },
} as const satisfies Record<string, EmailFile>

export type EmailFileName = keyof typeof emailFiles
