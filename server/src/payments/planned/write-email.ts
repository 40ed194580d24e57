import {
  type AutopayReason,
  type LateReason,
  type SkipReason,
  type StopReason,
  reasonInWords,
} from '@portal/contract/autopay-reasons'
import { type CalendarDate, formatDate } from '@portal/contract/dates'
import { type Cents, dollars, sumCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { endsBefore } from '@portal/contract/saved-methods'
import type { Deps } from '../../deps.ts'
import {
  type FieldValues,
  customerEmail,
  type NewEmail,
  keyOfEmail,
  methodInWords,
  writeEmail,
} from '../../wording/customer-email.ts'
import type { AmountParts, Blocks } from '../../wording/message-file.ts'
import type { CustomerTemplate } from '../../wording/templates.ts'
import type { PlannedCharge, PlannedOf } from './charge.ts'
import type { About } from './partners.ts'

type Template = Extract<CustomerTemplate, `autopay-${string}` | `schedule-${string}`>

/** With a link to the page of the customer's accounts. */
export function written<Name extends Template>(
  { profile, publicUrl, recipient }: About,
  template: Name,
  key: string,
  values: FieldValues<Name>,
  blocks: Blocks = {},
  amount: AmountParts | null = null,
): NewEmail {
  const all = { ...values, accountPage: `${publicUrl}${pagePaths.dashboard}` }
  return customerEmail(profile, { template, dedupeKey: keyOfEmail(template, key), recipient }, all, blocks, amount)
}

/** For finance: what stays unpaid. */
export function financeEmail(
  profile: Deps['profile'],
  kind: PlannedOf['kind'],
  key: string,
  account: string,
  reason: AutopayReason,
): NewEmail {
  const { template, text: subject, stays } = financeTexts[kind]
  const title = { text: subject, values: { account } }
  return writeEmail(profile, {
    template,
    dedupeKey: keyOfEmail(template, key),
    recipient: profile.financeEmail,
    subject: title,
    heading: title,
    parts: [
      { kind: 'paragraph', text: stays.text },
      {
        kind: 'details',
        rows: [
          ['Account', account],
          ['Reason', { text: reasonInWords(reason).name }],
        ],
      },
    ],
  })
}

const financeTexts = {
  agreement: {
    template: 'autopay-stopped',
    text: 'AutoPay stopped for account {account}',
    stays: { text: 'AutoPay does not pay for this account now. The bill may stay unpaid.' },
  },
  schedule: {
    template: 'schedule-stopped',
    text: 'A scheduled payment failed for account {account}',
    stays: { text: 'A payment that the customer scheduled was not made. The bill may stay unpaid.' },
  },
} as const satisfies Record<PlannedOf['kind'], unknown>

export function cardEndsCase({ expires }: { expires: string | null }, day: CalendarDate): '' | 'before' {
  return endsBefore(expires, day) ? 'before' : ''
}

/** What is written about a charge, in the words of what it is of. */
export interface ChargeEmails {
  /** Before it: the amount and the day that the customer can count on, and what they replace. */
  notice(next: { amount: Cents; fee: Cents; on: CalendarDate; today: CalendarDate }): NewEmail
  /** When what the customer counts on is not charged. */
  skipped(why: SkipReason): NewEmail
  /** A bank said no. @param day of one more try, which there is only if AutoPay was not paused or ended meanwhile */
  declined(day: CalendarDate | null): NewEmail
  /** A bank returned a debit. @param again for lack of money, so there is one more, with a notice of its own */
  returned(again: boolean): NewEmail
  /** A bank said no, and there is no more try. */
  stopped(why: StopReason): NewEmail
  /** When the run cannot charge in time: once for each reason. */
  late(why: LateReason): NewEmail
}

/** What every notice says. */
export function noticeValues(
  about: About,
  charge: PlannedCharge,
  { amount, fee, on }: { amount: Cents; fee: Cents; on: CalendarDate },
) {
  const { locale } = about.profile
  return {
    ...namesOf(about, charge),
    amount: dollars(sumCents([amount, fee]), locale),
    day: formatDate(on, locale),
    cardEnds: cardEndsCase(charge.card, on),
  }
}

/** @param amount as noticed, without the fee; null where it is not known */
export function chargeValues(about: About, charge: PlannedCharge, amount: Cents | null) {
  return {
    ...namesOf(about, charge),
    payPage: payPageOf(about, charge, amount),
    ...(amount !== null && { amount: dollars(sumCents([amount, charge.noticedFee]), about.profile.locale) }),
  }
}

function namesOf({ profile, places }: About, { accountId, card }: PlannedCharge) {
  return { account: accountId, location: places.get(accountId), card: methodInWords(profile, card) }
}

/** To the form that pays this very charge, with the customer there for the bank. */
export function payPageOf({ publicUrl }: About, { accountId, card }: PlannedCharge, amount: Cents | null): string {
  const search = new URLSearchParams({ account: accountId, card: String(card.id) })
  if (amount !== null) search.set('amount', String(amount))
  return `${publicUrl}${pagePaths.dashboard}?${search.toString()}`
}
