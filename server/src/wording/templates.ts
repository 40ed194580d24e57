import { PauseReason } from '@portal/contract/autopay'
import { type SkipReason, lateReasons } from '@portal/contract/autopay-reasons'
import { DepositKind } from '@portal/contract/bank-accounts'
import type { ReversalCause } from '../database/tables/payments.ts'
import type { EmailFileName } from './email-files.ts'

interface Template {
  /** What staff call it. */
  readonly name: string
  /** The file of the profile with its words: its own, or one that it shares. The words of emails to staff are in code. */
  readonly file?: EmailFileName
  /** What its emails differ by, and its file may ask for. */
  readonly cases?: Readonly<Record<string, readonly string[]>>
  /** Its emails are listed with the payment they are about. */
  readonly isAboutPayment?: true
  /** For staff or the finance office, never for a customer. */
  readonly isForStaff?: true
  /** Says what stays true, and has no link and no code: staff may send it again. */
  readonly mayRepeat?: true
}

/** Why a charge is not made that the customer counts on. */
const skipReasons = [
  'nothing_owed',
  'cash_only',
  'closed',
  'over_limit',
  'already_charged',
  'bank_not_taken',
  'ended',
] as const satisfies readonly SkipReason[]
const skipReasonsOfSchedules = [
  ...skipReasons,
  'account_left',
  'card_removed',
  'bank_blocked',
] as const satisfies readonly SkipReason[]

/** Why a bank's decline ends the tries. */
const stopReasons = PauseReason.exclude(['card_removed', 'staff']).options

const number = ['one', 'several'] as const

/** Why a payment ended before its bank had it: nobody verified the account in time, it could not be verified, or as asked. */
export const bankEnds = ['late', 'unverified', 'canceled'] as const

/** Whether a charge has begun that AutoPay does not take back when it stops. */
const isCharging = ['', 'charging'] as const

/** Whether the card expires before the day of the charge. */
const cardEnds = ['', 'before'] as const

/** Why a payment was reversed, for its payer. */
export const reversedFor = ['refund', 'paidOtherwise', 'lateCharge', 'gateway', 'dispute'] as const satisfies readonly (
  | ReversalCause
  | 'gateway'
  | 'dispute'
)[]

/** Every email by its template, whose name is stored: the one list of them. Retired names stay. */
export const templates = {
  'account-activated': { name: 'online account ready', file: 'account-activated', mayRepeat: true },
  'admin-changed': { name: 'console login changed', isForStaff: true },
  'approval-decided': { name: 'approval request decided', isForStaff: true },
  'approval-requested': { name: 'approval requested', isForStaff: true },
  'address-code': { name: 'code to confirm an email address', file: 'address-code' },
  'autopay-agreed': { name: 'AutoPay turned on', file: 'autopay', cases: { cardEnds } },
  'autopay-changed': { name: 'AutoPay changed', file: 'autopay', cases: { cardEnds } },
  'autopay-declined': { name: 'AutoPay declined', file: 'autopay-charge' },
  'autopay-ended': { name: 'AutoPay ended', file: 'autopay', cases: { isCharging } },
  'autopay-late': { name: 'AutoPay late', file: 'autopay-charge', cases: { why: lateReasons } },
  'autopay-notice': {
    name: 'AutoPay notice',
    file: 'autopay-charge',
    cases: { replaces: ['', 'earlier'], isLate: ['', 'dueBefore', 'pastDue'], cardEnds },
  },
  'autopay-paused': { name: 'AutoPay paused', file: 'autopay-paused', cases: { why: PauseReason.options, isCharging } },
  'autopay-reminder': { name: 'AutoPay yearly reminder', file: 'autopay' },
  'autopay-resumed': { name: 'AutoPay on again', file: 'autopay' },
  'autopay-returned': { name: 'AutoPay returned by the bank', file: 'autopay-charge' },
  'autopay-skipped': { name: 'AutoPay did not charge', file: 'autopay-charge', cases: { why: skipReasons } },
  'autopay-stopped': { name: 'AutoPay stopped, for finance', isForStaff: true },
  'autopay-words': { name: 'AutoPay terms changed', file: 'autopay' },
  'bank-not-saved': { name: 'bank account not saved', file: 'saved-card' },
  'bank-to-verify': {
    name: 'bank account to verify before it is saved',
    file: 'saved-card',
    cases: { deposits: DepositKind.options },
  },
  'bank-canceled': {
    name: 'bank payment canceled',
    file: 'bank-payment',
    cases: { ended: bankEnds, number },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'bank-reminder': {
    name: 'bank account still to verify',
    file: 'bank-payment',
    cases: { deposits: DepositKind.options, number },
    isAboutPayment: true,
  },
  'bank-returned': {
    name: 'bank payment returned',
    file: 'bank-payment',
    cases: { number },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'bank-submitted': {
    name: 'bank payment submitted',
    file: 'bank-payment',
    cases: { credited: ['now', 'later'] },
    isAboutPayment: true,
  },
  'bank-verify': {
    name: 'bank account to verify',
    file: 'bank-payment',
    cases: { deposits: DepositKind.options, number },
    isAboutPayment: true,
  },
  'broadcast-test': { name: 'test of a message to customers', isForStaff: true },
  'card-added': { name: 'card saved', file: 'saved-card' },
  'card-expires': { name: 'saved card expires', file: 'saved-card' },
  'card-lost': { name: 'saved card lost by the gateway', file: 'saved-card' },
  'card-removed': { name: 'saved card removed', file: 'saved-card' },
  'card-updated': { name: 'saved card updated by its bank', file: 'saved-card' },
  'contact-changed': {
    name: 'phone or address changed',
    file: 'details-changed',
    cases: { what: ['phones', 'address'] },
  },
  'dispute-won': {
    name: 'payment counts again',
    file: 'payment-reversed',
    cases: { number },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'email-changed': { name: 'email address changed', file: 'details-changed' },
  'finance-summary': { name: 'finance summary', isForStaff: true },
  'forgotten-username': { name: 'username', file: 'forgotten-username' },
  'new-login': { name: 'login in a new browser', file: 'new-login', cases: { of: ['customer', 'admin'] } },
  'paperless-ended': { name: 'paper bills again', file: 'paperless-ended' },
  'help-ticket': { name: 'help ticket', isForStaff: true },
  'password-changed': { name: 'password changed', file: 'password-changed', cases: { by: ['customer', 'staff'] } },
  'payment-charged-twice': {
    name: 'duplicate charge refunded',
    file: 'payment-reversed',
    isAboutPayment: true,
    mayRepeat: true,
  },
  'payment-confirmation': {
    name: 'payment receipt',
    file: 'payment-confirmation',
    cases: { method: ['card', 'bank'] },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'payment-not-made': {
    name: 'card not charged',
    file: 'payment-not-made',
    cases: { isUndone: ['', 'undone'], number },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'payment-reversed': {
    name: 'payment refunded',
    file: 'payment-reversed',
    cases: { why: reversedFor, number },
    isAboutPayment: true,
    mayRepeat: true,
  },
  'reconciliation-differs': { name: 'discrepancies found', isForStaff: true },
  'refund-undone': {
    name: 'refund recorded by mistake',
    file: 'payment-reversed',
    isAboutPayment: true,
    mayRepeat: true,
  },
  'refund-returned': {
    name: 'refund returned by the bank',
    file: 'payment-reversed',
    isAboutPayment: true,
    mayRepeat: true,
  },
  'schedule-canceled': { name: 'scheduled payment canceled', file: 'scheduled-payment', cases: { number } },
  'schedule-changed': { name: 'scheduled payment changed', file: 'scheduled-payment', cases: { cardEnds, number } },
  'schedule-declined': { name: 'scheduled payment declined', file: 'scheduled-charge' },
  'schedule-failed': { name: 'scheduled payment failed', file: 'scheduled-charge', cases: { why: stopReasons } },
  'schedule-late': { name: 'scheduled payment late', file: 'scheduled-charge', cases: { why: lateReasons } },
  'schedule-reminder': {
    name: 'scheduled payment tomorrow',
    file: 'scheduled-payment',
    cases: { isLate: ['', 'late', 'again'], cardEnds, number },
  },
  'schedule-returned': { name: 'scheduled payment returned by the bank', file: 'scheduled-charge' },
  'schedule-set': { name: 'payment scheduled', file: 'scheduled-payment', cases: { cardEnds, number } },
  'schedule-skipped': {
    name: 'scheduled payment not charged',
    file: 'scheduled-charge',
    cases: { why: skipReasonsOfSchedules },
  },
  'schedule-stopped': { name: 'scheduled payment failed, for finance', isForStaff: true },
  'security-question-changed': { name: 'security question changed', file: 'details-changed' },
  'set-password-link': { name: 'link for a new password', file: 'set-password-link' },
  'system-trouble': { name: 'problems of the system', isForStaff: true },
  'text-number-changed': { name: 'number for texts changed', file: 'details-changed' },
  'unit-failed': { name: 'unit of systemd failed', isForStaff: true },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

/** Of those whose words are in the profile. */
export type CustomerTemplate = {
  [Name in TemplateName]: (typeof templates)[Name] extends { file: string } ? Name : never
}[TemplateName]

const list: ReadonlyMap<string, Template> = new Map(Object.entries(templates))

export const paymentTemplates = [...list].flatMap(([name, { isAboutPayment }]) => (isAboutPayment ? [name] : []))

export const staffTemplates = [...list].flatMap(([name, { isForStaff }]) => (isForStaff ? [name] : []))

export const customerTemplates = [...list.keys()].filter(isOfCustomer)

function isOfCustomer(name: string): name is CustomerTemplate {
  return list.get(name)?.file !== undefined
}

export function casesOf(template: CustomerTemplate): NonNullable<Template['cases']> {
  return list.get(template)?.cases ?? {}
}

/** Null when its emails are not sent again. */
export function repeatableTemplate(name: string): TemplateName | null {
  return isTemplate(name) && list.get(name)?.mayRepeat ? name : null
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}

/** As the beginning of a line. */
export function titleOfTemplate(template: string): string {
  const name = nameOfTemplate(template)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** Unknown names stand for themselves. */
export function nameOfTemplate(template: string): string {
  return list.get(template)?.name ?? template
}
