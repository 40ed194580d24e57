import { type AutopayReason, type SkipReason, type StopReason, reasonInWords } from '@portal/contract/autopay-reasons'
import { type CalendarDate, formatDate } from '@portal/contract/dates'
import { type Cents, dollars, sumCents } from '@portal/contract/money'
import type { Deps } from '../../deps.ts'
import type { EmailPart } from '../../foundation/messages/email-layout.ts'
import type { NewEmail } from '../../foundation/messages/outbox.ts'
import type { PaymentSchedule } from '../records/payment-schedules.ts'
import type { PlannedCharge } from '../records/planned-charges.ts'
import {
  type About,
  declinedEmail,
  details,
  financeEmail,
  lateEmail,
  letter,
  noticeEmail,
  pausedEmail,
  skippedEmail,
  toAccount,
  toPay,
} from './emails.ts'

/** The emails about one planned charge, in the words of what it belongs to. */
export interface ChargeEmails {
  /** Before a charge: the amount and the day that the customer can count on. */
  notice: (about: About, charge: PlannedCharge, next: { amount: Cents; on: CalendarDate }) => NewEmail
  /** When what the customer counts on is not charged. */
  skipped: (about: About, charge: PlannedCharge, reason: SkipReason) => NewEmail
  /** A bank said no, and there is one more try. */
  declined: (about: About, charge: PlannedCharge, again: CalendarDate) => NewEmail
  /** A bank said no, and there is none. */
  stopped: (about: About, charge: PlannedCharge, reason: StopReason) => NewEmail
  /** On the due date, when the run cannot charge yet. */
  late: (about: About, charge: PlannedCharge) => NewEmail
  /** For finance: what stays unpaid. */
  finance: (profile: Deps['profile'], key: string, account: string, reason: AutopayReason) => NewEmail
}

/** In the words of AutoPay, or of a scheduled payment. */
export function emailsOf({ scheduleId }: Pick<PlannedCharge, 'scheduleId'>): ChargeEmails {
  return scheduleId === null ? autopayEmails : scheduleEmails
}

const autopayEmails: ChargeEmails = {
  notice: noticeEmail,
  skipped: skippedEmail,
  declined: declinedEmail,
  stopped: (about, charge, reason) => pausedEmail(about, `charge-${charge.id}`, charge.accountId, reason, charge),
  late: lateEmail,
  finance: financeEmail,
}

type Scheduled = Pick<PaymentSchedule, 'id' | 'changes' | 'payOn' | 'brand' | 'lastFour' | 'items'>

/** Right away: it is also the notice of amount and day. */
export function setEmail(about: About, schedule: Scheduled): NewEmail {
  const isNew = schedule.changes === 0
  return letter(
    about,
    isNew ? 'schedule-set' : 'schedule-changed',
    `${schedule.id}-${schedule.changes}`,
    { text: isNew ? 'Your payment is scheduled' : 'Your scheduled payment was changed' },
    [
      {
        kind: 'paragraph',
        text: 'We will charge your card on the day below. You can change or cancel this until the evening before.',
        next: [{ text: 'If less is owed on that day, we charge only what is owed. We never charge more than this.' }],
      },
      ...contentOf(about, schedule, schedule.payOn),
      toAccount(about),
    ],
  )
}

export function canceledEmail(about: About, schedule: Scheduled): NewEmail {
  return letter(about, 'schedule-canceled', String(schedule.id), { text: 'Your scheduled payment was canceled' }, [
    { kind: 'paragraph', text: 'We will not charge your card for this payment. What you owe is still to be paid.' },
    ...contentOf(about, schedule, schedule.payOn),
    toAccount(about),
  ])
}

/** The day before, once for all accounts. */
export function reminderEmail(about: About, schedule: Scheduled, day: CalendarDate): NewEmail {
  return letter(
    about,
    'schedule-reminder',
    `${schedule.id}-${day}`,
    { text: 'Tomorrow we charge your scheduled payment' },
    [
      {
        kind: 'paragraph',
        text: 'We will charge your card tomorrow. You can change or cancel this until this evening.',
        next: [{ text: 'If less is owed then, we charge only what is owed.' }],
      },
      ...contentOf(about, schedule, day),
      toAccount(about),
    ],
  )
}

function contentOf({ profile: { locale } }: About, { items, ...card }: Scheduled, day: CalendarDate): EmailPart[] {
  const total = sumCents(items.map(({ amount }) => amount))
  const rows = [
    ['Date', formatDate(day, locale)],
    ['Card', `${card.brand} ${card.lastFour}`],
    ['Amount', dollars(total, locale)],
  ] as const
  if (items.length === 1) return [{ kind: 'details', rows: [...rows, ['Account', items[0]?.accountId ?? '']] }]
  return [
    { kind: 'details', rows },
    {
      kind: 'table',
      caption: 'Each account is charged on its own.',
      columns: ['Account', 'Amount'],
      rows: items.map(({ accountId, amount }) => [accountId, dollars(amount, locale)]),
    },
  ]
}

const scheduleEmails: ChargeEmails = {
  notice: (about, charge, { amount, on }) =>
    letter(
      about,
      'schedule-reminder',
      `charge-${charge.id}-${charge.notices + 1}`,
      { text: 'We will charge your scheduled payment on {day}', values: { day: formatDate(on, about.profile.locale) } },
      [
        { kind: 'paragraph', text: 'Your scheduled payment is late. We will charge your card on the day below.' },
        details(charge, [
          ['Amount', dollars(amount, about.profile.locale)],
          ['Date', formatDate(on, about.profile.locale)],
        ]),
        toAccount(about),
      ],
    ),
  skipped: (about, charge, reason) =>
    letter(about, 'schedule-skipped', String(charge.id), { text: 'Your scheduled payment was not charged' }, [
      { kind: 'paragraph', text: skippedTexts[reason] },
      asked(about, charge),
      toAccount(about),
    ]),
  declined: (about, charge, again) =>
    letter(
      about,
      'schedule-declined',
      `${charge.id}-${charge.tries}`,
      { text: 'Your bank declined your scheduled payment' },
      [
        {
          kind: 'paragraph',
          text: 'Your bank declined your scheduled payment, so nothing was paid. We will try once more on {day}.',
          values: { day: formatDate(again, about.profile.locale) },
          next: [{ text: 'Call your bank, choose another card for it, or pay online before then.' }],
        },
        asked(about, charge),
        toAccount(about),
      ],
    ),
  stopped: (about, charge, reason) =>
    letter(about, 'schedule-failed', String(charge.id), { text: 'Your scheduled payment failed' }, [
      { kind: 'paragraph', text: failedTexts[reason] },
      asked(about, charge),
      reason === 'payer_asked' ? toPay(about, charge) : toAccount(about),
    ]),
  late: (about, charge) =>
    letter(about, 'schedule-late', String(charge.id), { text: 'Your scheduled payment is late' }, [
      {
        kind: 'paragraph',
        text: 'We have not charged your scheduled payment yet. We will as soon as we can. You can also cancel it, or pay online.',
      },
      asked(about, charge),
      toAccount(about),
    ]),
  finance: (profile, key, account, reason) =>
    letter(
      { profile, recipient: profile.financeEmail },
      'schedule-stopped',
      key,
      { text: 'A scheduled payment failed for account {account}', values: { account } },
      [
        { kind: 'paragraph', text: 'A payment that the customer scheduled was not made. The bill may stay unpaid.' },
        {
          kind: 'details',
          rows: [
            ['Account', account],
            ['Reason', { text: reasonInWords(reason).name }],
          ],
        },
      ],
    ),
}

function asked({ profile: { locale } }: About, charge: PlannedCharge): EmailPart {
  return details(charge, [
    ['Amount', dollars(charge.asked ?? charge.noticed ?? sumCents([]), locale)],
    ['Date', formatDate(charge.dueOn, locale)],
  ])
}

const notCharged = 'We did not charge your card for your scheduled payment.'

const skippedTexts: Record<SkipReason, string> = {
  nothing_owed: 'Nothing was owed on the day of your scheduled payment, so we did not charge your card.',
  cash_only:
    'This account cannot be paid by card now, so your scheduled payment was not made. Pay at one of our offices.',
  closed: 'This account is closed, so your scheduled payment was not made. If a balance is left, pay it online.',
  account_left: 'This account is no longer yours, so your scheduled payment was not made.',
  card_removed:
    'The card of your scheduled payment was removed, so we will not charge it. Schedule it again with another card.',
  over_limit: notCharged,
  bill_replaced: notCharged,
  already_charged: notCharged,
  ended: notCharged,
  canceled: notCharged,
  paid_otherwise: notCharged,
}

const failedTexts: Record<StopReason, string> = {
  payer_asked:
    'Your bank wants you to confirm the payment, so nothing was paid. Pay online, where your bank can ask you.',
  card_details:
    'Your bank declined your scheduled payment because the card’s details have changed. Nothing was paid. Pay with another card.',
  card_refused:
    'Your bank does not allow this card to be charged again. Your scheduled payment was not made. Pay with another card.',
  declined_twice: 'Your bank declined your scheduled payment twice, so nothing was paid. Pay with another card.',
}
