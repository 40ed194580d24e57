import { formatDate } from '@portal/contract/dates'
import { exceptionReasons } from '@portal/contract/exceptions-texts'
import { formatCents } from '@portal/contract/money'
import type { Deps } from '../../../deps.ts'
import type { EmailPart } from '../../../foundation/messages/email-layout.ts'
import { type NewEmail, writeEmail } from '../../../foundation/messages/outbox.ts'
import type { Moves, Sum, Summary } from './read-summary.ts'

/**
 * The summary of a day for the finance office. It names no person, account or card.
 * @param isAgain whether the office has this summary already
 */
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
    subject: `Payments of ${date}`,
    heading: `The payments of ${date}`,
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
        ['Given back that day', words(ofDay.givenBack, 'charge')],
        ['Posted to the billing system', words(ofDay.posted, 'posting')],
        ['Postings cancelled there', words(ofDay.cancelled, 'posting')],
        ['Declined or not charged', String(summary.unpaid)],
        ['Not known yet', String(summary.unclear)],
        ['The three books of the day', bookWords[summary.books ?? 'none']],
        ['Open differences between the books', String(summary.discrepancies)],
      ],
    },
    ...(summary.isTold ? [earlierPart(summary)] : []),
    ...strayPart(summary),
    waitingPart(summary),
    { kind: 'link', text: 'Payments needing attention', address: desk },
  ]
}

function notePart({ isTold }: Summary, isAgain: boolean): EmailPart[] {
  if (!isTold)
    return [
      {
        kind: 'paragraph',
        text: 'This counts everything of the day as it is known now. It is not the summary of the day: do not add it to other summaries.',
      },
    ]
  return isAgain
    ? [{ kind: 'paragraph', text: 'This summary is sent again: do not add it to other summaries twice.' }]
    : []
}

/** What became known, or happened, after the summary of its day. */
function earlierPart({ earlier, all }: Summary): EmailPart {
  if (earlier.length === 0) return { kind: 'paragraph', text: 'Nothing in this summary belongs to earlier days.' }
  const row = (name: string, { charged, givenBack, posted, cancelled }: Moves): string[] => [
    name,
    ...[charged, givenBack, posted, cancelled].map(({ count, amount }) => `${count}, $${formatCents(amount)}`),
  ]
  return {
    kind: 'table',
    caption: 'Belonging to earlier days',
    columns: ['Day', 'Charged', 'Given back', 'Posted', 'Postings cancelled'],
    rows: [
      ...earlier.map(({ day, moves }) => row(`belongs to ${formatDate(day)}`, moves)),
      row('All of this summary', all),
    ],
  }
}

/** Without these, what is charged less what is reversed is what the ledger holds. */
function strayPart({ stray: { charged, givenBack } }: Summary): EmailPart[] {
  if (charged.count + givenBack.count === 0) return []
  return [
    {
      kind: 'details',
      rows: [
        ['Of all charged, charges that are no payment', words(charged, 'charge')],
        ['Of all given back, charges that are no payment', words(givenBack, 'charge')],
      ],
    },
  ]
}

const bookWords = {
  agreed: 'agree',
  differs: 'differ',
  none: 'have not been compared yet',
} as const

function takenPart({ taken, ofDay }: Summary): EmailPart {
  if (taken.length === 0) return { kind: 'paragraph', text: 'No card was charged that day.' }
  const row = (mode: string, card: string, { count, amount }: Sum): string[] => [
    mode,
    card,
    String(count),
    formatCents(amount),
  ]
  return {
    kind: 'table',
    caption: 'Cards charged',
    columns: ['Mode', 'Card', 'Payments', 'Amount'],
    rows: [...taken.map((each) => row(each.mode, each.brand, each)), row('All', '', ofDay.charged)],
  }
}

function waitingPart({ waiting, discrepancies }: Summary): EmailPart {
  if (waiting.size === 0) {
    const apart = discrepancies > 0 ? 'Apart from these differences, no' : 'No'
    return { kind: 'paragraph', text: `${apart} payment needs attention.` }
  }
  return {
    kind: 'table',
    caption: 'Payments needing attention now',
    columns: ['What is the matter', 'Payments'],
    rows: [...waiting].map(([reason, count]) => [exceptionReasons[reason].name, String(count)]),
  }
}

function words({ count, amount }: Sum, unit: 'charge' | 'posting'): string {
  return count === 0 ? 'nothing' : `${count} ${count === 1 ? unit : `${unit}s`}, $${formatCents(amount)}`
}
