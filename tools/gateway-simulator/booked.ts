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

/** One purchase in the form that tests need. Amounts in cents. */
export interface BookedPurchase extends Booked {
  /** `live` while the payer is out of any money; a declined purchase never was live. */
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

/** Every purchase that the gateway processed, oldest first: the truth that tests compare with. */
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

/** Everything that was given back, oldest first: the truth that tests compare with. */
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
