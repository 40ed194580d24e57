import { type AutopayReason, reasonInWords } from '@portal/contract/autopay-reasons'
import type { CalendarDate } from '@portal/contract/dates'
import { pagePaths } from '@portal/contract/paths'
import { endsBefore } from '@portal/contract/saved-cards'
import type { Deps } from '../../deps.ts'
import { type FieldValues, customerEmail, type NewEmail, keyOfEmail, writeEmail } from '../../wording/customer-email.ts'
import type { Blocks } from '../../wording/message-file.ts'
import type { CustomerTemplate } from '../../wording/templates.ts'
import type { About } from './partners.ts'

type Template = Extract<CustomerTemplate, `autopay-${string}` | `schedule-${string}`>

/** With a link to the page of the customer's accounts. */
export function written<Name extends Template>(
  { profile, publicUrl, recipient }: About,
  template: Name,
  key: string,
  values: FieldValues<Name>,
  blocks: Blocks = {},
): NewEmail {
  const all = { ...values, accountPage: `${publicUrl}${pagePaths.dashboard}` }
  return customerEmail(profile, { template, dedupeKey: keyOfEmail(template, key), recipient }, all, blocks)
}

/** For finance: what stays unpaid. */
export function financeEmail(
  profile: Deps['profile'],
  template: keyof typeof financeTexts,
  key: string,
  account: string,
  reason: AutopayReason,
): NewEmail {
  const { text: subject, stays } = financeTexts[template]
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
  'autopay-stopped': {
    text: 'AutoPay stopped for account {account}',
    stays: { text: 'AutoPay does not pay for this account now. The bill may stay unpaid.' },
  },
  'schedule-stopped': {
    text: 'A scheduled payment failed for account {account}',
    stays: { text: 'A payment that the customer scheduled was not made. The bill may stay unpaid.' },
  },
} as const

export function cardEndsCase({ expires }: { expires: string }, day: CalendarDate): '' | 'before' {
  return endsBefore(expires, day) ? 'before' : ''
}
