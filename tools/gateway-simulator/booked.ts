import type { BookRow, Books } from './books.ts'
import { givenBack } from './given-back.ts'

type Booked = Pick<
  BookRow,
  | 'tag'
  | 'sequence'
  | 'reference'
  | 'customerReference'
  | 'reference3'
  | 'amount'
  | 'status'
  | 'bankCode'
  | 'exactCode'
  | 'at'
>

/** One purchase as a test wants to see it. Amounts in cents. */
export interface BookedPurchase extends Booked {
  /** `live` while any of the payer's money is taken; a declined purchase never was. */
  state: 'live' | 'reversed' | 'none'
  /** How much was given back. */
  givenBack: number
}

/** One void, refund or automatic reversal, also a declined one. */
export interface BookedReversal extends Booked {
  kind: 'reversal' | 'void' | 'refund'
  /** Tag of the purchase; null for an open refund. */
  reverses: number | null
}

/** The oracle: every purchase the gateway processed, oldest first. */
export function bookedPurchases(books: Pick<Books, 'rows'>): BookedPurchase[] {
  const sums = givenBack(books.rows)
  return books.rows
    .filter((row) => row.kind === 'purchase')
    .map((row) => {
      const back = sums.get(row.tag) ?? 0
      const taken = back >= row.amount ? 'reversed' : 'live'
      return { ...booked(row), state: row.status === 'A' ? taken : 'none', givenBack: back }
    })
}

/** The oracle of what was given back, oldest first. */
export function bookedReversals(books: Pick<Books, 'rows'>): BookedReversal[] {
  return books.rows.flatMap((row) => {
    const { kind, reverses } = row
    return kind === 'purchase' ? [] : [{ ...booked(row), kind, reverses }]
  })
}

function booked(row: BookRow): Booked {
  const { tag, sequence, reference, customerReference, reference3, amount, status, bankCode, exactCode, at } = row
  return { tag, sequence, reference, customerReference, reference3, amount, status, bankCode, exactCode, at }
}
