import { formatDate } from '@portal/contract/dates'
import { formatCents, sumCents } from '@portal/contract/money'
import { attentionReasons } from '@portal/contract/money-desk-texts'
import type { Deps } from '../../../deps.ts'
import type { LetterPart } from '../../../foundation/mail/letter-layout.ts'
import type { NewLetter } from '../../../foundation/mail/outbox.ts'
import { writeLetter } from '../../../foundation/mail/write-letter.ts'
import type { Sum, Summary } from './read-summary.ts'

/** Tells the finance office about a day. It names no person, account or card. */
export function summaryLetter(
  profile: Deps['profile'],
  summary: Summary,
  { dedupeKey, desk }: { dedupeKey: string; desk: string },
): NewLetter {
  const date = formatDate(summary.day)
  return writeLetter(profile, {
    kind: 'finance-summary',
    dedupeKey,
    recipient: profile.financeEmail,
    subject: `Payments of ${date}`,
    heading: `The payments of ${date}`,
    parts: partsOf(summary, desk),
  })
}

function partsOf(summary: Summary, desk: string): LetterPart[] {
  return [
    takenPart(summary),
    {
      kind: 'details',
      rows: [
        ['Given back that day', words(summary.givenBack)],
        ['Declined or not charged', String(summary.unpaid)],
        ['Not known yet', String(summary.unclear)],
        ['The three books of the day', bookWords[summary.books ?? 'none']],
        ['Open differences between the books', String(summary.discrepancies)],
      ],
    },
    waitingPart(summary),
    { kind: 'link', text: 'Payments needing attention', address: desk },
  ]
}

const bookWords = {
  agreed: 'agree',
  differs: 'differ',
  none: 'have not been compared yet',
} as const

function takenPart({ taken }: Summary): LetterPart {
  if (taken.length === 0) return { kind: 'paragraph', text: 'No card was charged that day.' }
  const total: Sum = {
    payments: taken.reduce((sum, { payments }) => sum + payments, 0),
    amount: sumCents(taken.map(({ amount }) => amount)),
  }
  const row = (mode: string, card: string, { payments, amount }: Sum): string[] => [
    mode,
    card,
    String(payments),
    formatCents(amount),
  ]
  return {
    kind: 'table',
    caption: 'Cards charged',
    columns: ['Mode', 'Card', 'Payments', 'Amount'],
    rows: [...taken.map((each) => row(each.mode, each.brand, each)), row('All', '', total)],
  }
}

function waitingPart({ waiting, discrepancies }: Summary): LetterPart {
  if (waiting.size === 0) {
    const apart = discrepancies > 0 ? 'Apart from these differences, no' : 'No'
    return { kind: 'paragraph', text: `${apart} payment needs attention.` }
  }
  return {
    kind: 'table',
    caption: 'Payments needing attention now',
    columns: ['What is the matter', 'Payments'],
    rows: [...waiting].map(([reason, count]) => [attentionReasons[reason].name, String(count)]),
  }
}

function words({ payments, amount }: Sum): string {
  return payments === 0 ? 'nothing' : `${payments} ${payments === 1 ? 'charge' : 'charges'}, $${formatCents(amount)}`
}
