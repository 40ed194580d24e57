import type { Instant } from '@portal/contract/dates'
import { cents, formatCents } from '@portal/contract/money'
import { type TransactionLog, cardCallFailed } from '@portal/contract/one-payment'
import { visibleAdminName } from '@portal/contract/text'
import type { EventDetail, EventSubject } from '../../database/tables/payments.ts'
import { nameOfTemplate } from '../../wording/templates.ts'

/** As the engine recorded it. */
export interface LoggedEvent {
  at: Instant
  subject: EventSubject
  from: string | null
  to: string | null
  detail: Readonly<EventDetail>
}

type Entry = Exclude<keyof TransactionLog, 'overallId'>

const running = {
  VERIFYING: 'Waiting for the payer to confirm the bank account',
  PROCESSING: 'Submitted to the bank',
} as const

/** Of an attempt, where the payer paid from a bank account. */
const ofBank: Readonly<Record<string, string>> = {
  CHARGED: 'Paid by the bank',
  DECLINED: 'Bank account refused',
  NOT_CHARGED: 'Not debited',
}

/** By what moved and to which state. */
const sentences: Readonly<Record<LoggedEvent['subject'], Readonly<Record<string, string>>>> = {
  checkout: {
    DRAFT: 'Payment started',
    CHARGING: 'Payment saved',
    PAID: 'Payment paid',
    DECLINED: 'Payment declined',
    NOT_CHARGED: 'Payment not charged',
    UNDECIDED: 'Payment unconfirmed: no answer from the gateway yet',
    REVERSING: 'Reversal started',
    REVERSED: 'Payment refunded',
    ...running,
    RETURNED: 'Payment returned by the bank',
    EXPIRED: 'Payment timed out before it was charged',
  },
  attempt: {
    INTENT: 'Charge requested',
    CHARGED: 'Card charged',
    DECLINED: 'Card declined',
    NOT_CHARGED: 'Card not charged',
    UNKNOWN: `${cardCallFailed}: no reliable answer from the gateway`,
    ESCALATED: 'Unconfirmed for 24 hours: manual resolution needed',
    REVERSING: 'Reversal started',
    REVERSED: 'Charge reversed',
    ...running,
    RETURNED: 'Returned by the bank',
  },
  posting: {
    PENDING: 'Waiting to be posted',
    POSTING: 'Posting to the billing system',
    POSTED: 'Posted',
    REJECTED: 'Posting rejected: manual resolution needed',
    CANCEL_DUE: 'Waiting to be canceled in the billing system',
    CANCELLING: 'Canceling in the billing system',
    CANCELLED: 'Canceled in the billing system',
    CANCEL_REJECTED: 'Cancellation rejected: manual resolution needed',
  },
  email: { QUEUED: 'Email queued', WITHDRAWN: 'Email withdrawn before sending' },
  reversal: {
    REQUESTED: 'Void or refund requested',
    SENT: 'Void or refund sent to the gateway',
    DONE: 'Void or refund completed',
    REFUSED: 'Void or refund rejected',
    UNKNOWN: 'Void or refund unconfirmed',
  },
  dispute: {
    WARNED: 'The bank warns of fraud',
    ASKED: 'The bank asks about this charge',
    OPEN: 'Dispute opened',
    WON: 'Dispute won',
    LOST: 'Dispute lost',
    CLOSED: 'Bank inquiry closed',
  },
}

/** To be given back, and is not: nothing is charged again. */
const standsAgain: Readonly<Record<string, string>> = {
  attempt: 'Reversal not made: the charge stands',
  checkout: 'Refund not made: the payment stands',
}

/** The bank has changed its mind. */
const wonAgain: Readonly<Record<string, string>> = {
  attempt: 'The charge stands again',
  checkout: 'The payment counts again',
  posting: 'Waiting to be posted again',
}

/** Was done, and came back, or was recorded by mistake. */
const comesBack: Readonly<Record<string, string>> = {
  reversal: 'Refund not received',
  attempt: 'The refund is owed again',
  checkout: 'The refund is owed again',
}

/** By the engine's word for it; `other`: the gateway's own words say why. */
const refusals: Readonly<Record<string, string>> = {
  alreadyReversed: 'the charge has already been fully refunded',
  amountMismatch: 'the amount differs from the charge, or exceeds what is left of it',
  tooLate: 'too late for this type of reversal',
  cannotBeNamed: 'the transaction tag or authorization number is missing',
  gatewayNotUsed: 'the portal no longer uses its gateway',
  other: '',
}

/** The state stays: a look at the outcome, or another try. */
const again: Readonly<Record<LoggedEvent['subject'], string>> = {
  checkout: 'Payment checked',
  attempt: 'Checked with the gateway',
  posting: 'Posting retried',
  email: 'Email retried',
  reversal: 'Void or refund retried',
  dispute: 'Dispute checked',
}

/** The same by a person. */
const byHand: Readonly<Record<LoggedEvent['subject'], string>> = {
  checkout: 'Payment reviewed by an admin',
  attempt: 'Gateway check requested by an admin',
  posting: 'Posting retried by an admin',
  email: 'Email resent by an admin',
  reversal: 'Void or refund handled by an admin',
  dispute: 'Dispute resolved by an admin',
}

/** Those that people understand, in this order. */
const details: readonly (readonly [name: string, label: string])[] = [
  ['bankMessage', ''],
  ['message', ''],
  // In older events.
  ['exactMessage', ''],
  ['reason', ''],
  ['receipt', 'receipt'],
  ['reference', 'reference'],
  ['tag', 'tag'],
  ['authorization', 'authorization'],
  ['sequence', 'sequence'],
  ['billingReference', 'billing reference'],
  ['kind', ''],
  ['look', 'check'],
  ['tries', ''],
  ['gateway', 'the gateway'],
  ['by', 'by'],
]

/** Under one of the specification's seven names (A§3). @param isFromBank of a payment from a bank account */
export function describeEvent(event: LoggedEvent, isFromBank = false): { entry: Entry; text: string } {
  const isSettled = event.to !== null && event.to !== event.from
  const note = noteByHand(event)
  if (note) return { entry: entryOf(event), text: note }
  const repeated = event.detail['by'] === undefined ? again : byHand
  const stands = event.from === 'REVERSING' && !event.to?.startsWith('REVERS') && standsAgain[event.subject]
  const isWon = event.from === 'REVERSED' ? event.to !== 'REVERSING' : event.from === 'CANCELLED'
  const won = isWon && wonAgain[event.subject]
  const back = (event.from === 'DONE' || event.from === 'REVERSED') && isSettled && comesBack[event.subject]
  const bank = isFromBank && event.subject === 'attempt' ? ofBank : {}
  const returned = event.detail['isReturn'] === true && 'Returned by the bank after it was paid'
  const sentence =
    returned ||
    stands ||
    won ||
    back ||
    (isSettled && event.to && (bank[event.to] ?? sentences[event.subject][event.to])) ||
    repeated[event.subject]
  const facts = details.flatMap(([name, label]) => {
    const said = event.detail[name]
    const value = event.subject === 'reversal' && name === 'reason' ? (refusals[String(said)] ?? said) : said
    if (value === undefined || value === null || value === '') return []
    if (name === 'tries') return [value === 1 ? '1 attempt' : `${String(value)} attempts`]
    const words = name === 'by' ? visibleAdminName(String(value)) : String(value)
    const word = name === 'kind' ? nameOfTemplate(words) : words
    return [label ? `${label} ${word}` : word]
  })
  const { amount } = event.detail
  if (typeof amount === 'number') facts.unshift(`$${formatCents(cents(amount))}`)
  return { entry: entryOf(event), text: facts.length > 0 ? `${sentence}: ${facts.join(', ')}.` : `${sentence}.` }
}

/** Without a change of state, such as asking for a refund. */
function noteByHand({ subject, from, to, detail }: LoggedEvent): string | null {
  const { by, kind, reason } = detail
  return subject === 'checkout' && from === to && by && kind ? `${by} ${kind}: ${reason}.` : null
}

function entryOf({ subject, from }: LoggedEvent): Entry {
  if (subject === 'checkout')
    return from === null || from === 'DRAFT' ? 'save_over_all_transaction' : 'update_over_all_transaction'
  if (subject === 'posting') return 'save_ccb_response'
  return subject === 'email' ? 'email_response' : 'payeezy_response'
}
