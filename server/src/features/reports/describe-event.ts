import type { Instant } from '@portal/contract/dates'
import { cents, formatCents } from '@portal/contract/money'
import type { TransactionLog } from '@portal/contract/one-payment'
import { cardCallFailed } from '@portal/contract/reports-texts'
import { visibleAdminName } from '@portal/contract/text'
import type { EventDetail, EventSubject } from '../../database/tables/payments.ts'

/** A move of a payment as the engine recorded it. */
export interface LoggedEvent {
  at: Instant
  subject: EventSubject
  from: string | null
  to: string | null
  detail: Readonly<EventDetail>
}

type Entry = Exclude<keyof TransactionLog, 'overallId'>

/** How a move reads, without its details, by what moved and to which state. */
const sentences: Readonly<Record<LoggedEvent['subject'], Readonly<Record<string, string>>>> = {
  checkout: {
    DRAFT: 'The payment was begun',
    CHARGING: 'The payment was saved, to be charged',
    PAID: 'The payment is paid',
    DECLINED: 'The payment was declined',
    NOT_CHARGED: 'The payment was not charged',
    UNDECIDED: 'Nobody knows yet whether the card was charged',
    REVERSING: 'The charge is being given back',
    REVERSED: 'The charge was given back',
    EXPIRED: 'The payment was left waiting and ended',
  },
  attempt: {
    INTENT: 'The card is about to be charged',
    CHARGED: 'The card was charged',
    DECLINED: 'The card was declined',
    NOT_CHARGED: 'The card was not charged',
    UNKNOWN: `${cardCallFailed}: the card network gave no answer to trust`,
    ESCALATED: 'The card network could not tell for a day: a person has to look',
    REVERSING: 'The charge is being given back',
    REVERSED: 'The charge was given back',
  },
  posting: {
    PENDING: 'To be told to the billing system',
    POSTING: 'Being told to the billing system',
    POSTED: 'The billing system has it',
    REJECTED: 'The billing system refused it: a person has to look',
    CANCEL_DUE: 'To be cancelled in the billing system',
    CANCELLING: 'Being cancelled in the billing system',
    CANCELLED: 'The billing system has cancelled it',
    CANCEL_REJECTED: 'The billing system refused to cancel it: a person has to look',
  },
  letter: { QUEUED: 'A letter is on its way', WITHDRAWN: 'A letter that had not left was withdrawn' },
  reversal: {
    REQUESTED: 'A void or refund was asked for',
    SENT: 'The void or refund is being sent',
    DONE: 'The void or refund was made',
    REFUSED: 'The void or refund was refused',
    UNKNOWN: 'Nobody knows yet whether the void or refund was made',
  },
}

/** A payment that was to be given back and is not: nothing is charged again. */
const standsAgain: Readonly<Record<string, string>> = {
  attempt: 'The charge stands',
  checkout: 'The payment stands',
}

/** Why the gateway gives nothing back, by the engine's word for it; with `other`, its own words say so. */
const refusals: Readonly<Record<string, string>> = {
  alreadyReversed: 'nothing of the charge is left to give back',
  amountMismatch: 'it is another amount than that of the charge, or more than is left of it',
  tooLate: 'the gateway no longer finds the charge among those that it can give back in this way',
  cannotBeNamed: 'the gateway cannot be told which charge: its tag or authorization number is missing',
  other: '',
}

/** A move that leaves the state as it is: a look at the outcome, or another try. */
const again: Readonly<Record<LoggedEvent['subject'], string>> = {
  checkout: 'The payment was looked at',
  attempt: 'The card network was asked again',
  posting: 'The billing system was tried again',
  letter: 'The letter was tried again',
  reversal: 'The void or refund was tried again',
}

/** The same when a person had it done. */
const byHand: Readonly<Record<LoggedEvent['subject'], string>> = {
  checkout: 'A person looked after the payment',
  attempt: 'A person had the card network asked again',
  posting: 'A person had the billing system told again',
  letter: 'A person had the letter sent again',
  reversal: 'A person saw to the void or refund',
}

/** The details of an event that people understand, with their names, in this order. The others are not shown. */
const details: readonly (readonly [name: string, label: string])[] = [
  ['bankMessage', ''],
  ['message', ''],
  // The same in older events.
  ['exactMessage', ''],
  ['reason', ''],
  ['receipt', 'receipt'],
  ['reference', 'reference'],
  ['tag', 'tag'],
  ['authorization', 'authorization'],
  ['sequence', 'sequence'],
  ['billingReference', 'billing reference'],
  ['kind', ''],
  ['found', 'found'],
  ['look', 'look'],
  ['tries', 'tries'],
  ['gateway', 'the gateway'],
  ['by', 'by'],
]

/** What people call each letter about a payment, by its kind. */
export const emailNames: Readonly<Record<string, string>> = {
  'payment-confirmation': 'the confirmation of the payment',
  'payment-not-made': 'the payment was not made',
  'payment-reversed': 'the payment was reversed',
  'payment-charged-twice': 'a second charge was given back',
}

/** Which of the specification's seven names (A§3) a change of state comes under, and how it reads. */
export function describeEvent(event: LoggedEvent): { entry: Entry; text: string } {
  const isSettled = event.to !== null && event.to !== event.from
  const note = noteByHand(event)
  if (note) return { entry: entryOf(event), text: note }
  const repeated = event.detail['by'] === undefined ? again : byHand
  const stands = event.from === 'REVERSING' && !event.to?.startsWith('REVERS') && standsAgain[event.subject]
  const sentence = stands || (isSettled && event.to && sentences[event.subject][event.to]) || repeated[event.subject]
  const facts = details.flatMap(([name, label]) => {
    const said = event.detail[name]
    const value = event.subject === 'reversal' && name === 'reason' ? (refusals[String(said)] ?? said) : said
    if (value === undefined || value === null || value === '') return []
    const words = name === 'by' ? visibleAdminName(String(value)) : String(value)
    const word = (name === 'kind' && emailNames[words]) || words
    return [label ? `${label} ${word}` : word]
  })
  const { amount } = event.detail
  if (typeof amount === 'number') facts.unshift(`$${formatCents(cents(amount))}`)
  return { entry: entryOf(event), text: facts.length > 0 ? `${sentence}: ${facts.join(', ')}.` : `${sentence}.` }
}

/** What a person did about a payment without changing its state, such as asking for it to be given back. */
function noteByHand({ subject, from, to, detail }: LoggedEvent): string | null {
  const { by, kind, reason } = detail
  return subject === 'checkout' && from === to && by && kind ? `${by} ${kind}: ${reason}.` : null
}

function entryOf({ subject, from }: LoggedEvent): Entry {
  if (subject === 'checkout')
    return from === null || from === 'DRAFT' ? 'save_over_all_transaction' : 'update_over_all_transaction'
  if (subject === 'posting') return 'save_ccb_response'
  return subject === 'letter' ? 'email_response' : 'payeezy_response'
}
