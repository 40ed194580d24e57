import type { PauseReason } from '@portal/contract/autopay'
import { type AutopayReason, type SkipReason, reasonInWords } from '@portal/contract/autopay-reasons'
import { type CalendarDate, formatDate } from '@portal/contract/dates'
import { type Cents, dollars } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import type { Deps } from '../../deps.ts'
import type { EmailPart, SaidText } from '../../foundation/messages/email-layout.ts'
import { type NewEmail, keyOfEmail, writeEmail } from '../../foundation/messages/outbox.ts'
import type { TemplateName } from '../../foundation/messages/templates.ts'
import type { PlannedCharge } from '../records/planned-charges.ts'

/** Whom an email is to, and about which utility. */
export interface About {
  profile: Deps['profile']
  publicUrl: string
  recipient: string
}

type Said = SaidText & { values?: Readonly<Record<string, string | number>> }

export function letter(
  { profile, recipient }: Pick<About, 'profile' | 'recipient'>,
  template: TemplateName,
  key: string,
  title: Said,
  parts: readonly EmailPart[],
): NewEmail {
  const dedupeKey = keyOfEmail(template, key)
  return writeEmail(profile, { template, dedupeKey, recipient, subject: title, heading: title, parts })
}

export function noticeEmail(about: About, charge: PlannedCharge, next: { amount: Cents; on: CalendarDate }): NewEmail {
  const { locale } = about.profile
  const values = { amount: dollars(next.amount, locale), day: formatDate(next.on, locale) }
  return letter(
    about,
    'autopay-notice',
    `${charge.id}-${charge.notices + 1}`,
    { text: 'AutoPay will charge {amount} on {day}', values },
    [
      {
        kind: 'paragraph',
        text: 'We will charge your card on the day below. You do not need to do anything.',
        next: [
          {
            text: 'If you pay another way before then, we charge only what is still owed. We never charge more than this.',
          },
        ],
      },
      details(charge, [
        ['Amount', values.amount],
        ['Date of the charge', values.day],
        ['Bill due date', formatDate(charge.dueOn, locale)],
      ]),
      toAccount(about),
    ],
  )
}

export function skippedEmail(about: About, charge: PlannedCharge, reason: SkipReason): NewEmail {
  const text = skippedTexts.get(reason) ?? 'We did not charge your card for this bill.'
  return letter(about, 'autopay-skipped', String(charge.id), { text: 'AutoPay did not charge your card' }, [
    { kind: 'paragraph', text },
    details(charge, [['Bill due date', formatDate(charge.dueOn, about.profile.locale)]]),
    toAccount(about),
  ])
}

const skippedTexts = new Map<SkipReason, string>([
  ['nothing_owed', 'There is nothing to pay for this bill, so we did not charge your card.'],
  ['cash_only', 'This account cannot be paid by card now. Pay your bill at one of our offices.'],
  ['closed', 'This account is closed, so we did not charge your card. If a balance is left, pay it yourself.'],
  [
    'over_limit',
    'What you owe is more than the most that AutoPay may take. We charged nothing. Pay this bill yourself.',
  ],
  [
    'already_charged',
    'We charged your card for this bill before it was issued again. If a balance is left, pay it yourself.',
  ],
])

export function declinedEmail(about: About, charge: PlannedCharge, again: CalendarDate): NewEmail {
  const day = formatDate(again, about.profile.locale)
  return letter(about, 'autopay-declined', `${charge.id}-${charge.tries}`, { text: 'Your bank declined AutoPay' }, [
    {
      kind: 'paragraph',
      text: 'Your bank declined the charge, so your bill is still unpaid. We will try once more on {day}.',
      values: { day },
      next: [{ text: 'Call your bank, choose another card, or pay the bill yourself before then.' }],
    },
    details(charge, []),
    toAccount(about),
  ])
}

/** AutoPay stands still until the customer acts. */
export function pausedEmail(
  about: About,
  key: string,
  account: string,
  reason: PauseReason,
  charge: PlannedCharge | null = null,
): NewEmail {
  return letter(about, 'autopay-paused', key, { text: 'AutoPay is paused' }, [
    { kind: 'paragraph', text: pausedTexts[reason] },
    { kind: 'details', rows: [['Account', account]] },
    charge && reason === 'payer_asked' ? toPay(about, charge) : toAccount(about),
  ])
}

const pausedTexts: Readonly<Record<PauseReason, string>> = {
  payer_asked:
    'Your bank wants you to confirm the charge, so your bill is still unpaid. Pay it with this card online, where your bank can ask you. Then AutoPay goes on by itself.',
  card_details:
    'Your bank declined the charge because the card’s details have changed. Your bill is still unpaid. Pay it, and choose another card for AutoPay.',
  card_refused:
    'Your bank does not allow this card to be charged again. Your bill is still unpaid. Pay it, and choose another card for AutoPay.',
  declined_twice:
    'Your bank declined the charge twice. Your bill is still unpaid. Pay it, and choose another card for AutoPay.',
  staff:
    'We paused AutoPay for this account. Pay your bills yourself until we turn it on again, and call us if you have questions.',
  card_removed: 'The card of AutoPay was removed. Your bills are not paid until you choose another card.',
}

export function resumedEmail(about: About, key: string, account: string): NewEmail {
  return letter(about, 'autopay-resumed', key, { text: 'AutoPay is on again' }, [
    { kind: 'paragraph', text: 'AutoPay is on again. We email you before each charge.' },
    { kind: 'details', rows: [['Account', account]] },
    toAccount(about),
  ])
}

/** The copy of what was agreed, in full. */
export function agreedEmail(about: About, key: string, account: string, words: string): NewEmail {
  return letter(about, 'autopay-agreed', key, { text: 'You turned on AutoPay' }, [
    { kind: 'paragraph', text: 'Keep this email. It has what you agreed to.' },
    ...inFull(about, account, words),
  ])
}

/** The copy of what it is now. */
export function changedEmail(about: About, key: string, account: string, words: string): NewEmail {
  return letter(about, 'autopay-changed', key, { text: 'You changed AutoPay' }, [
    { kind: 'paragraph', text: 'Keep this email. It has what you agreed to.' },
    ...inFull(about, account, words),
  ])
}

/** Before the first charge under other words than the customer has agreed to. */
export function wordsChangedEmail(about: About, key: string, account: string, words: string): NewEmail {
  return letter(about, 'autopay-words', key, { text: 'The terms of AutoPay have changed' }, [
    {
      kind: 'paragraph',
      text: 'These terms apply to your next charge. If you do not want them, turn off AutoPay before that charge.',
    },
    ...inFull(about, account, words),
  ])
}

/** Once a year. */
export function reminderEmail(about: About, key: string, account: string, words: string): NewEmail {
  return letter(about, 'autopay-reminder', key, { text: 'AutoPay pays your water bills' }, [
    {
      kind: 'paragraph',
      text: 'We remind you once a year that AutoPay is on. If you want to keep it, you do not need to do anything.',
    },
    ...inFull(about, account, words),
  ])
}

function inFull(about: About, account: string, words: string): EmailPart[] {
  return [
    { kind: 'details', rows: [['Account', account]] },
    ...words.split(/\n{2,}/).map((text) => ({ kind: 'paragraph', text: '{words}', values: { words: text } }) as const),
    toAccount(about),
  ]
}

export function endedEmail(about: About, key: string, account: string): NewEmail {
  return letter(about, 'autopay-ended', key, { text: 'AutoPay has ended' }, [
    {
      kind: 'paragraph',
      text: 'AutoPay has ended for this account. We will not charge your card for its bills again.',
    },
    { kind: 'details', rows: [['Account', account]] },
    toAccount(about),
  ])
}

export function lateEmail(about: About, charge: PlannedCharge): NewEmail {
  return letter(about, 'autopay-late', String(charge.id), { text: 'Your AutoPay charge is late' }, [
    {
      kind: 'paragraph',
      text: 'Your bill is due, and we have not charged your card yet. We will as soon as we can. You can also pay it yourself.',
    },
    details(charge, []),
    toAccount(about),
  ])
}

/** For finance: a bill that AutoPay leaves unpaid. */
export function financeEmail(profile: Deps['profile'], key: string, account: string, reason: AutopayReason): NewEmail {
  return letter(
    { profile, recipient: profile.financeEmail },
    'autopay-stopped',
    key,
    { text: 'AutoPay stopped for account {account}', values: { account } },
    [
      { kind: 'paragraph', text: 'AutoPay does not pay for this account now. The bill may stay unpaid.' },
      {
        kind: 'details',
        rows: [
          ['Account', account],
          ['Reason', { text: reasonInWords(reason).name }],
        ],
      },
    ],
  )
}

export function details({ accountId, card }: PlannedCharge, rows: ReadonlyArray<readonly [string, string]>): EmailPart {
  return { kind: 'details', rows: [...rows, ['Account', accountId], ['Card', `${card.brand} ${card.lastFour}`]] }
}

/** To the form that pays this very charge, with the customer there for the bank. */
export function toPay({ publicUrl }: Pick<About, 'publicUrl'>, charge: PlannedCharge): EmailPart {
  const search = new URLSearchParams({ account: charge.accountId, card: String(charge.card.id) })
  search.set('amount', String(charge.noticed ?? ''))
  return {
    kind: 'link',
    text: 'Pay and confirm with your bank',
    address: `${publicUrl}${pagePaths.dashboard}?${search.toString()}`,
  }
}

export function toAccount({ publicUrl }: Pick<About, 'publicUrl'>): EmailPart {
  return { kind: 'link', text: 'Go to your account', address: `${publicUrl}${pagePaths.dashboard}` }
}
