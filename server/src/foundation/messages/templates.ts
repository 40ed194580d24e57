import type { Fields } from './message-file.ts'

interface Template {
  /** What staff call it. */
  readonly name: string
  /** Its emails are listed with the payment they are about. */
  readonly isAboutPayment?: true
  /** For staff or the finance office, never for a customer. */
  readonly isForStaff?: true
  /** Says what stays true, and has no link and no code: staff may send it again. */
  readonly mayRepeat?: true
}

/** Every email by its template, whose name is stored: the one list of them. Retired names stay. */
export const templates = {
  'account-activated': { name: 'online account ready', mayRepeat: true },
  'admin-changed': { name: 'console login changed', isForStaff: true },
  'address-code': { name: 'code to confirm an email address' },
  'autopay-agreed': { name: 'AutoPay turned on' },
  'autopay-changed': { name: 'AutoPay changed' },
  'autopay-declined': { name: 'AutoPay declined' },
  'autopay-ended': { name: 'AutoPay ended' },
  'autopay-late': { name: 'AutoPay late' },
  'autopay-notice': { name: 'AutoPay notice' },
  'autopay-paused': { name: 'AutoPay paused' },
  'autopay-reminder': { name: 'AutoPay yearly reminder' },
  'autopay-resumed': { name: 'AutoPay on again' },
  'autopay-skipped': { name: 'AutoPay did not charge' },
  'autopay-stopped': { name: 'AutoPay stopped, for finance', isForStaff: true },
  'autopay-words': { name: 'AutoPay terms changed' },
  'broadcast-test': { name: 'test of a message to customers', isForStaff: true },
  'card-added': { name: 'card saved' },
  'card-expires': { name: 'saved card expires' },
  'card-lost': { name: 'saved card lost by the gateway' },
  'card-removed': { name: 'saved card removed' },
  'card-updated': { name: 'saved card updated by its bank' },
  'contact-changed': { name: 'phone or address changed' },
  'email-changed': { name: 'email address changed' },
  'finance-summary': { name: 'finance summary', isForStaff: true },
  'forgotten-username': { name: 'username' },
  'new-login': { name: 'login in a new browser' },
  'paperless-ended': { name: 'paper bills again' },
  'help-ticket': { name: 'help ticket', isForStaff: true },
  'password-changed': { name: 'password changed' },
  'payment-charged-twice': { name: 'duplicate charge refunded', isAboutPayment: true, mayRepeat: true },
  'payment-confirmation': { name: 'payment receipt', isAboutPayment: true, mayRepeat: true },
  'payment-not-made': { name: 'card not charged', isAboutPayment: true, mayRepeat: true },
  'payment-reversed': { name: 'payment refunded', isAboutPayment: true, mayRepeat: true },
  'reconciliation-differs': { name: 'discrepancies found', isForStaff: true },
  'refund-returned': { name: 'refund returned by the bank', isAboutPayment: true, mayRepeat: true },
  'schedule-canceled': { name: 'scheduled payment canceled' },
  'schedule-changed': { name: 'scheduled payment changed' },
  'schedule-declined': { name: 'scheduled payment declined' },
  'schedule-failed': { name: 'scheduled payment failed' },
  'schedule-late': { name: 'scheduled payment late' },
  'schedule-reminder': { name: 'scheduled payment tomorrow' },
  'schedule-set': { name: 'payment scheduled' },
  'schedule-skipped': { name: 'scheduled payment not charged' },
  'schedule-stopped': { name: 'scheduled payment failed, for finance', isForStaff: true },
  'security-question-changed': { name: 'security question changed' },
  'set-password-link': { name: 'link for a new password' },
  'text-number-changed': { name: 'number for texts changed' },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

/** What the files of those may name whose words are in the profile. A receipt must name all: card brands require it. */
export const templateFields = {
  'payment-confirmation': {
    receipt: 'open',
    description: 'open',
    amount: 'amount',
    card: 'private',
    holder: 'private',
    when: 'open',
    authorization: 'private',
    reference: 'private',
    accounts: 'block',
    refundPolicy: 'open',
  },
} as const satisfies Partial<Record<TemplateName, Fields>>

const list: ReadonlyMap<string, Template> = new Map(Object.entries(templates))

export const paymentTemplates = [...list].flatMap(([name, { isAboutPayment }]) => (isAboutPayment ? [name] : []))

export const staffTemplates = [...list].flatMap(([name, { isForStaff }]) => (isForStaff ? [name] : []))

/** Null when its emails are not sent again. */
export function repeatableTemplate(name: string): TemplateName | null {
  return isTemplate(name) && list.get(name)?.mayRepeat ? name : null
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}

/** Unknown names stand for themselves. */
export function nameOfTemplate(template: string): string {
  return list.get(template)?.name ?? template
}
