import { formatDate } from '@portal/contract/dates'
import { exceptionReasons } from '@portal/contract/exceptions-texts'
import { type Cents, cents, formatCents } from '@portal/contract/money'
import { payoutStatuses } from '@portal/contract/payouts'
import type { Deps } from '../../../deps.ts'
import { type NewEmail, writeEmail } from '../../../wording/customer-email.ts'
import type { EmailPart, EmailText } from '../../../wording/email-layout.ts'
import type { Moves, PayoutOfDay, Sum, Summary } from './read-summary.ts'

/** Names no person, account or card. @param isAgain the office has this summary already */
export function summaryEmail(
  profile: Deps['profile'],
  summary: Summary,
  { dedupeKey, desk, isAgain = false }: { dedupeKey: string; desk: string; isAgain?: boolean },
): NewEmail {
  const date = formatDate(summary.day)
  return writeEmail(profile, {
    template: 'finance-summary',
    dedupeKey,
    recipient: profile.financeEmail,
    subject: { text: 'Payments on {date}', values: { date } },
    heading: { text: 'Payments on {date}', values: { date } },
    parts: partsOf(summary, desk, isAgain),
  })
}

const feesIncluded = 'Service fees, included above'

function partsOf(summary: Summary, desk: string, isAgain: boolean): EmailPart[] {
  const { ofDay, fees } = summary
  return [
    ...notePart(summary, isAgain),
    takenPart(summary),
    {
      kind: 'details',
      rows: [
        ...(fees > 0 ? [[feesIncluded, `$${formatCents(fees)}`] as const] : []),
        ['Refunds', sumOf(ofDay.givenBack, charges)],
        ['Posted to the billing system', sumOf(ofDay.posted, postings)],
        ['Postings canceled', sumOf(ofDay.cancelled, postings)],
        ['Declined or not charged', String(summary.unpaid)],
        ['Unconfirmed', String(summary.unclear)],
        ...bankRows(summary),
        ['Reconciliation', { text: bookWords[summary.books ?? 'none'] }],
        ['Open discrepancies', String(summary.discrepancies)],
      ],
    },
    ...(summary.isMailed ? [earlierPart(summary)] : []),
    ...strayPart(summary),
    ...laterPart(summary),
    ...payoutsPart(summary),
    waitingPart(summary),
    { kind: 'link', text: 'View exceptions', address: desk },
  ]
}

function notePart({ isMailed }: Summary, isAgain: boolean): EmailPart[] {
  if (!isMailed)
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

function bankRows({ fromBanks }: Summary): [string, EmailText][] {
  if (!fromBanks) return []
  return [
    ['Submitted to banks, not paid yet', sumOf(fromBanks.pending, payments)],
    ['Returned by banks', sumOf(fromBanks.returned, payments)],
  ]
}

/** What became known, or happened, after the summary of its day. */
function earlierPart({ earlier, all }: Summary): EmailPart {
  if (earlier.length === 0) return { kind: 'paragraph', text: 'Nothing in this summary is from earlier days.' }
  const row = (name: EmailText, { charged, givenBack, posted, cancelled }: Moves): EmailText[] => [
    name,
    ...[charged, givenBack, posted, cancelled].map(({ count, amount }) => `${count}, $${formatCents(amount)}`),
  ]
  return {
    kind: 'table',
    caption: 'From earlier days',
    columns: ['Day', 'Charged', 'Refunded', 'Posted', 'Postings canceled'],
    rows: [
      ...earlier.map(({ day, moves }) => row(formatDate(day), moves)),
      row({ text: 'Total of this summary' }, all),
    ],
  }
}

/** Without these, charged less reversed is what the ledger holds. */
function strayPart({ stray: { charged, givenBack } }: Summary): EmailPart[] {
  if (charged.count + givenBack.count === 0) return []
  return [
    {
      kind: 'details',
      rows: [
        ['Charges without a payment, included above', sumOf(charged, charges)],
        ['Refunds of charges without a payment, included above', sumOf(givenBack, charges)],
      ],
    },
  ]
}

/** These, too, are in the ledger: what is disputed is less, the rest is more. */
function laterPart({ later }: Summary): EmailPart[] {
  const rows: [string, EmailText][] = [
    ['Disputed, held by the gateway', sumOf(later.disputed, charges)],
    ['Disputes won', sumOf(later.disputeReturned, charges)],
    ['Refunds not received', sumOf(later.refundFailed, charges)],
    ['Recorded as charged by mistake', sumOf(later.undone, charges)],
  ]
  return Object.values(later).some(({ count }) => count > 0) ? [{ kind: 'details', rows }] : []
}

const bookWords = {
  agreed: 'Matched',
  differs: 'Discrepancies found',
  none: 'Not run yet',
} as const

function takenPart({ taken, ofDay }: Summary): EmailPart {
  if (taken.length === 0) return { kind: 'paragraph', text: 'Nothing was charged.' }
  const row = (mode: EmailText, method: EmailText, { count, amount }: Sum): EmailText[] => [
    mode,
    method,
    String(count),
    formatCents(amount),
  ]
  return {
    kind: 'table',
    caption: 'Payments by method',
    columns: ['Mode', 'Method', 'Payments', 'Amount'],
    rows: [
      ...taken.map((each) => row({ text: each.mode }, { text: each.brand }, each)),
      row({ text: 'Total' }, '', ofDay.charged),
    ],
  }
}

function payoutsPart({ payouts }: Summary): EmailPart[] {
  if (payouts.length === 0) return []
  const said = (amount: Cents | null): string => (amount === null ? '-' : formatCents(amount))
  const rest = ({ amount, gross, fees }: PayoutOfDay): Cents | null =>
    gross === null || fees === null ? null : cents(amount - gross - fees)
  return [
    {
      kind: 'table',
      caption: 'Payouts',
      columns: ['Payout', 'Status', 'Gross', 'Fees', 'Refunds, disputes and other', 'Paid to bank'],
      rows: payouts.map((payout) => [
        payout.id,
        { text: payoutStatuses[payout.status] },
        said(payout.gross),
        said(payout.fees),
        said(rest(payout)),
        formatCents(payout.amount),
      ]),
    },
  ]
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
    rows: [...waiting].map(([reason, { count }]) => [{ text: exceptionReasons[reason].name }, String(count)]),
  }
}

const charges = { one: '1 charge, {amount}', other: '{count} charges, {amount}' }
const payments = { one: '1 payment, {amount}', other: '{count} payments, {amount}' }
const postings = { one: '1 posting, {amount}', other: '{count} postings, {amount}' }

function sumOf({ count, amount }: Sum, { one, other }: typeof charges): EmailText {
  if (count === 0) return { text: 'None' }
  return { text: count === 1 ? one : other, values: { count, amount: `$${formatCents(amount)}` } }
}
