import { formatDate } from '@portal/contract/dates'
import { exceptionReasons } from '@portal/contract/exceptions-texts'
import { formatCents } from '@portal/contract/money'
import type { Deps } from '../../../deps.ts'
import type { EmailPart } from '../../../foundation/messages/email-layout.ts'
import { type NewEmail, writeEmail } from '../../../foundation/messages/outbox.ts'
import type { Moves, Sum, Summary } from './read-summary.ts'

/** Names no person, account or card. @param isAgain the office has this summary already */
export function summaryEmail(
  profile: Deps['profile'],
  summary: Summary,
  { dedupeKey, desk, isAgain = false }: { dedupeKey: string; desk: string; isAgain?: boolean },
): NewEmail {
  const date = formatDate(summary.day)
  return writeEmail(profile, {
    kind: 'finance-summary',
    dedupeKey,
    recipient: profile.financeEmail,
    subject: `Payments on ${date}`,
    heading: `Payments on ${date}`,
    parts: partsOf(summary, desk, isAgain),
  })
}

function partsOf(summary: Summary, desk: string, isAgain: boolean): EmailPart[] {
  const { ofDay } = summary
  return [
    ...notePart(summary, isAgain),
    takenPart(summary),
    {
      kind: 'details',
      rows: [
        ['Refunds', words(ofDay.givenBack, 'charge')],
        ['Posted to the billing system', words(ofDay.posted, 'posting')],
        ['Postings canceled', words(ofDay.cancelled, 'posting')],
        ['Declined or not charged', String(summary.unpaid)],
        ['Unconfirmed', String(summary.unclear)],
        ['Reconciliation', bookWords[summary.books ?? 'none']],
        ['Open discrepancies', String(summary.discrepancies)],
      ],
    },
    ...(summary.isTold ? [earlierPart(summary)] : []),
    ...strayPart(summary),
    waitingPart(summary),
    { kind: 'link', text: 'View exceptions', address: desk },
  ]
}

function notePart({ isTold }: Summary, isAgain: boolean): EmailPart[] {
  if (!isTold)
    return [
      {
        kind: 'paragraph',
        text: 'This shows the day as it is known now. It is not the day’s summary. Do not add it to other summaries.',
      },
    ]
  return isAgain
    ? [{ kind: 'paragraph', text: 'This summary was sent before. Do not add it to other summaries twice.' }]
    : []
}

/** What became known, or happened, after the summary of its day. */
function earlierPart({ earlier, all }: Summary): EmailPart {
  if (earlier.length === 0) return { kind: 'paragraph', text: 'Nothing in this summary is from earlier days.' }
  const row = (name: string, { charged, givenBack, posted, cancelled }: Moves): string[] => [
    name,
    ...[charged, givenBack, posted, cancelled].map(({ count, amount }) => `${count}, $${formatCents(amount)}`),
  ]
  return {
    kind: 'table',
    caption: 'From earlier days',
    columns: ['Day', 'Charged', 'Refunded', 'Posted', 'Postings canceled'],
    rows: [...earlier.map(({ day, moves }) => row(formatDate(day), moves)), row('Total of this summary', all)],
  }
}

/** Without these, charged less reversed is what the ledger holds. */
function strayPart({ stray: { charged, givenBack } }: Summary): EmailPart[] {
  if (charged.count + givenBack.count === 0) return []
  return [
    {
      kind: 'details',
      rows: [
        ['Charges without a payment, included above', words(charged, 'charge')],
        ['Refunds of charges without a payment, included above', words(givenBack, 'charge')],
      ],
    },
  ]
}

const bookWords = {
  agreed: 'Matched',
  differs: 'Discrepancies found',
  none: 'Not run yet',
} as const

function takenPart({ taken, ofDay }: Summary): EmailPart {
  if (taken.length === 0) return { kind: 'paragraph', text: 'No cards were charged.' }
  const row = (mode: string, card: string, { count, amount }: Sum): string[] => [
    mode,
    card,
    String(count),
    formatCents(amount),
  ]
  return {
    kind: 'table',
    caption: 'Payments by card',
    columns: ['Mode', 'Card', 'Payments', 'Amount'],
    rows: [...taken.map((each) => row(each.mode, each.brand, each)), row('Total', '', ofDay.charged)],
  }
}

function waitingPart({ waiting, discrepancies }: Summary): EmailPart {
  if (waiting.size === 0) {
    const text = discrepancies > 0 ? 'No open exceptions besides the discrepancies above.' : 'No open exceptions.'
    return { kind: 'paragraph', text }
  }
  return {
    kind: 'table',
    caption: 'Open exceptions',
    columns: ['Reason', 'Payments'],
    rows: [...waiting].map(([reason, count]) => [exceptionReasons[reason].name, String(count)]),
  }
}

function words({ count, amount }: Sum, unit: 'charge' | 'posting'): string {
  return count === 0 ? 'None' : `${count} ${count === 1 ? unit : `${unit}s`}, $${formatCents(amount)}`
}
