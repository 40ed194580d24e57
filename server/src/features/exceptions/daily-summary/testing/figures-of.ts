import { type Cents, cents, noCents } from '@portal/contract/money'
import type { Moves, Sum, Summary } from '../read-summary.ts'

interface Figures {
  /** By the date as written; the day of the summary is 'that day'. */
  days: Map<string, Moves>
  all: Moves
  /** Charges that are no payment. */
  stray: Pick<Moves, 'charged' | 'givenBack'>
  /** What banks did after that. */
  later: Summary['later']
}

const nothing: Sum = { count: 0, amount: noCents }

/** Knows nothing but the text. */
export function figuresOf(text: string): Figures {
  const told = (name: string): Sum => sumIn(new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '')
  const taken = /^Total \| {2}\| (\d+) \| (\S+)$/m.exec(text)
  const ofDay = {
    charged: taken ? { count: Number(taken[1]), amount: centsIn(taken[2] ?? '') } : nothing,
    givenBack: told('Refunds'),
    posted: told('Posted to the billing system'),
    cancelled: told('Postings canceled'),
  }
  const days = new Map([['that day', ofDay]])
  for (const [, day = '', row = ''] of text.matchAll(/^(\d{2}\/\d{2}\/\d{4}) \| (.*)$/gm)) days.set(day, movesIn(row))
  const all = /^Total of this summary \| (.*)$/m.exec(text)?.[1]
  return {
    days,
    all: all === undefined ? ofDay : movesIn(all),
    stray: {
      charged: told('Charges without a payment, included above'),
      givenBack: told('Refunds of charges without a payment, included above'),
    },
    later: {
      disputed: told('Disputed, held by the gateway'),
      disputeReturned: told('Disputes won'),
      refundFailed: told('Refunds not received'),
      undone: told('Recorded as charged by mistake'),
    },
  }
}

function movesIn(row: string): Moves {
  const [charged = nothing, givenBack = nothing, posted = nothing, cancelled = nothing] = row.split(' | ').map(sumIn)
  return { charged, givenBack, posted, cancelled }
}

function sumIn(words: string): Sum {
  const read = /^(\d+)\b.*\$(\S+)$/.exec(words)
  return read ? { count: Number(read[1]), amount: centsIn(read[2] ?? '') } : nothing
}

function centsIn(amount: string): Cents {
  return cents(Number(amount.replaceAll(/[,.]/g, '')))
}

export function addUp(all: readonly Moves[]): Moves {
  const sum = (of: keyof Moves): Sum => ({
    count: all.reduce((total, moves) => total + moves[of].count, 0),
    amount: cents(all.reduce((total, moves) => total + moves[of].amount, 0)),
  })
  return { charged: sum('charged'), givenBack: sum('givenBack'), posted: sum('posted'), cancelled: sum('cancelled') }
}
