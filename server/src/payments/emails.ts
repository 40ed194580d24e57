import { maskCardNumber } from '@portal/contract/card'
import { type Instant, formatInstant, later } from '@portal/contract/dates'
import { languageOf } from '@portal/contract/language'
import { formatCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { receiptNumber, wholeReceipt } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { GatewayReply } from '../adapters/card-gateway/port.ts'
import type { Deps } from '../deps.ts'
import {
  type EmailContent,
  type EmailPart,
  type SaidText,
  frameEmail,
  saidPart,
} from '../foundation/messages/email-layout.ts'
import { fillParts } from '../foundation/messages/message-file.ts'
import { type NewEmail, keyOfEmail, writeEmail } from '../foundation/messages/outbox.ts'
import type { templateFields } from '../foundation/messages/templates.ts'
import type { StoredCheckout } from './checkout.ts'

/** Of a receipt. */
export const receiptTemplate = 'payment-confirmation'

/** How long the confirmation waits for an address from a payer who gave none before the charge, in milliseconds. */
const addressGrace = 2 * 60_000

/**
 * The confirmation of a payment (A§4, C§4): a receipt by mail. Null when the payer gave no address.
 * @param now when it became known that the card was charged.
 */
export function receiptEmail(
  profile: Deps['profile'],
  checkout: StoredCheckout,
  reply: Pick<GatewayReply, 'tag' | 'authorization'>,
  now: Instant,
): NewEmail | null {
  const { confirmationEmail: recipient, attempt } = checkout
  if (recipient === null) return null
  const tag = reply.tag ?? ''
  const values = {
    receipt: wholeReceipt(tag),
    amount: dollars(checkout.amount),
    card: `${attempt.brand} ${maskCardNumber(attempt.lastFour)}`,
    holder: attempt.cardHolder,
    when: formatInstant(profile, attempt.sentAt),
    authorization: reply.authorization ?? '',
    reference: attempt.reference,
  }
  const accounts = accountsPaid(checkout, (ordinal) => receiptNumber(tag, ordinal, checkout.items.length))
  return {
    template: receiptTemplate,
    dedupeKey: receiptKey(checkout),
    recipient,
    ...receiptContent(profile, values, accounts),
    ...(checkout.awaitsAddress && { notBefore: later(now, addressGrace) }),
  }
}

type ReceiptValues = Record<Exclude<keyof ReceiptFields, 'accounts' | 'description' | 'refundPolicy'>, string>
type ReceiptFields = (typeof templateFields)[typeof receiptTemplate]

/** In the words of the profile. */
export function receiptContent(
  profile: Deps['profile'],
  paid: ReceiptValues,
  accounts: EmailPart,
): Pick<NewEmail, 'subject' | 'text' | 'html'> {
  const { title, parts } = profile.messages[receiptTemplate]
  const { paymentDescription: description, refundPolicy } = profile
  const values = { ...paid, description, refundPolicy }
  const subject = title.filled(values)
  const blocks = { accounts: saidPart(accounts, languageOf(profile.catalog, profile.locale).t) }
  return frameEmail({ subject, heading: subject, parts: fillParts(parts, values, blocks) }, profile)
}

/**
 * The confirmation of a payment that was made, written from the records, to an address given later. Null for any other
 * payment.
 */
export function receiptTo(
  profile: Deps['profile'],
  checkout: StoredCheckout,
  confirmationEmail: string,
): NewEmail | null {
  const { attempt, decidedAt, state } = checkout
  if (state !== 'PAID' || decidedAt === null) return null
  const addressed = { ...checkout, confirmationEmail, awaitsAddress: false }
  const reply = { tag: attempt.transactionTag, authorization: attempt.authorizationNumber }
  return receiptEmail(profile, addressed, reply, decidedAt)
}

/** The dedupe key of a checkout's confirmation in the outbox. */
export function receiptKey(checkout: Pick<StoredCheckout, 'publicId'>): string {
  return emailKey(receiptTemplate, checkout)
}

/**
 * For a payer who had to wait: nothing was charged, and the bill is still open.
 * @param publicUrl the address of the portal's pages, for the link to pay again
 */
export function notPaidEmail(profile: UtilityProfile, checkout: StoredCheckout, publicUrl: string): NewEmail | null {
  return emailToPayer(profile, checkout, {
    template: 'payment-not-made',
    subject: { text: 'Your card was not charged' },
    heading: { text: 'Your card was not charged' },
    parts: [
      {
        kind: 'paragraph',
        text: 'Your payment on {when} did not go through, and your card was not charged.',
        values: { when: formatInstant(profile, checkout.attempt.sentAt) },
        next: [{ text: inNumber(checkout, stillOpen) }],
      },
      payAgain(publicUrl),
      referenceOf(checkout),
      accountsPaid(checkout, null),
    ],
  })
}

/** Null when there is no recipient. */
export function emailToPayer(
  profile: UtilityProfile,
  checkout: StoredCheckout,
  said: Pick<NewEmail, 'template'> & EmailContent & { subject: SaidText },
): NewEmail | null {
  const { confirmationEmail: recipient } = checkout
  return recipient === null
    ? null
    : writeEmail(profile, { ...said, dedupeKey: emailKey(said.template, checkout), recipient })
}

function emailKey(template: string, { publicId }: Pick<StoredCheckout, 'publicId'>): string {
  return keyOfEmail(template, publicId)
}

/** Pay Now needs no login, so the link serves every payer. */
export function payAgain(publicUrl: string): EmailPart {
  return { kind: 'link', text: 'Make a payment', address: `${publicUrl}${pagePaths.payNow}` }
}

export function referenceOf(checkout: StoredCheckout): EmailPart {
  return { kind: 'details', rows: [['Reference number', checkout.attempt.reference]] }
}

export function accountsPaid(checkout: StoredCheckout, receiptOf: ((ordinal: number) => string) | null): EmailPart {
  return {
    kind: 'table',
    caption: receiptOf ? 'Accounts paid' : 'Accounts',
    columns: receiptOf ? ['Account', 'Receipt', 'Amount'] : ['Account', 'Amount'],
    rows: checkout.items.map((item) => [
      item.accountId,
      ...(receiptOf ? [receiptOf(item.ordinal)] : []),
      dollars(item.amount),
    ]),
  }
}

function dollars(amount: Parameters<typeof formatCents>[0]): string {
  return `$${formatCents(amount)} USD`
}

/** A sentence about what a payment was for: one bill, or several. */
export interface InNumber {
  readonly one: string
  readonly several: string
}

/** For a payment that charged nothing, or whose charge the gateway reversed. */
export const stillOpen: InNumber = {
  one: 'Your bill is still unpaid. You can pay it now.',
  several: 'Your bills are still unpaid. You can pay them now.',
}

/** The sentence for the number of bills that a payment was for. */
export function inNumber({ items }: Pick<StoredCheckout, 'items'>, { one, several }: InNumber): string {
  return items.length === 1 ? one : several
}
