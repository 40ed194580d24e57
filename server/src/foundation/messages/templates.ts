interface Template {
  /** What staff call it. */
  readonly name: string
  /** Its emails are listed with the payment they are about. */
  readonly isAboutPayment?: true
}

/** Every email by its template, whose name is stored: the one list of them. Retired names stay. */
export const templates = {
  'account-activated': { name: 'online account ready' },
  'admin-changed': { name: 'console login changed' },
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
  'autopay-stopped': { name: 'AutoPay stopped, for finance' },
  'autopay-words': { name: 'AutoPay terms changed' },
  'card-added': { name: 'card saved' },
  'card-expires': { name: 'saved card expires' },
  'card-lost': { name: 'saved card lost by the gateway' },
  'card-removed': { name: 'saved card removed' },
  'card-updated': { name: 'saved card updated by its bank' },
  'contact-changed': { name: 'phone or address changed' },
  'email-changed': { name: 'email address changed' },
  'finance-summary': { name: 'finance summary' },
  'forgotten-username': { name: 'username' },
  'help-ticket': { name: 'help ticket' },
  'new-login': { name: 'login in a new browser' },
  'password-changed': { name: 'password changed' },
  'payment-charged-twice': { name: 'duplicate charge refunded', isAboutPayment: true },
  'payment-confirmation': { name: 'payment receipt', isAboutPayment: true },
  'payment-not-made': { name: 'card not charged', isAboutPayment: true },
  'payment-reversed': { name: 'payment refunded', isAboutPayment: true },
  'reconciliation-differs': { name: 'discrepancies found' },
  'refund-returned': { name: 'refund returned by the bank', isAboutPayment: true },
  'schedule-canceled': { name: 'scheduled payment canceled' },
  'schedule-changed': { name: 'scheduled payment changed' },
  'schedule-declined': { name: 'scheduled payment declined' },
  'schedule-failed': { name: 'scheduled payment failed' },
  'schedule-late': { name: 'scheduled payment late' },
  'schedule-reminder': { name: 'scheduled payment tomorrow' },
  'schedule-set': { name: 'payment scheduled' },
  'schedule-skipped': { name: 'scheduled payment not charged' },
  'schedule-stopped': { name: 'scheduled payment failed, for finance' },
  'security-question-changed': { name: 'security question changed' },
  'set-password-link': { name: 'link for a new password' },
  'text-number-changed': { name: 'number for texts changed' },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

const list: ReadonlyMap<string, Template> = new Map(Object.entries(templates))

export const paymentTemplates = [...list].flatMap(([name, { isAboutPayment }]) => (isAboutPayment ? [name] : []))

/** Unknown names stand for themselves. */
export function nameOfTemplate(template: string): string {
  return list.get(template)?.name ?? template
}
