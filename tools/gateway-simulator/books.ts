import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { openLines } from './durable-lines.ts'

/** One entry of the books: a transaction that the gateway processed, approved or not. Amounts in cents. */
const BookRow = z.object({
  tag: z.number().int(),
  sequence: z.number().int(),
  /** A `reversal` is a purchase that the gateway took back by itself, under the same reference. */
  kind: z.enum(['purchase', 'reversal', 'void', 'refund']),
  isTagged: z.boolean().default(false),
  /** A approved, D declined by the bank, E refused by the gateway itself. */
  status: z.enum(['A', 'D', 'E']),
  /** The tag of the purchase that it gives back, or would have given back. */
  reverses: z.number().int().nullable(),
  reference: z.string(),
  customerReference: z.string(),
  reference3: z.string(),
  /** The approved amount; less than `requested` for a partial approval. */
  amount: z.number().int(),
  requested: z.number().int(),
  cardType: z.string(),
  lastFour: z.string(),
  /** Distinguishes cards without knowing them; see `card-mark.ts`. */
  cardMark: z.string().default(''),
  holder: z.string(),
  exactCode: z.string(),
  bankCode: z.string(),
  authorization: z.string(),
  /** UTC. */
  at: z.string(),
})
export type BookRow = z.infer<typeof BookRow>

/** An entry before the books have numbered it. */
export type BookEntry = Omit<BookRow, 'tag' | 'sequence'>

export interface Books {
  /** Every durable row, oldest first. Only these may be reported to anybody. */
  readonly rows: readonly BookRow[]
  /** Also those that are being written: decisions are based on them, so that none misses another one. */
  readonly numbered: readonly BookRow[]
  /** Numbers the entry, and resolves once it is on disk. Entries written at the same time share one flush. */
  commit(entry: BookEntry): Promise<BookRow>
  close(): Promise<void>
}

/** Real tags are integers of up to ten digits that only increase. */
const firstTag = 902_000_001

/**
 * Opens the books, `transactions.jsonl` in the folder.
 * @throws Error when a line in the middle is damaged
 */
export async function openBooks(folder: string): Promise<Books> {
  const file = await openLines(join(folder, 'transactions.jsonl'), (line) => BookRow.parse(line))
  const rows = [...file.written]
  const numbered = [...rows]
  let last = { tag: rows.at(-1)?.tag ?? firstTag - 1, sequence: rows.at(-1)?.sequence ?? 0 }
  return {
    rows,
    numbered,
    async commit(entry) {
      last = { tag: last.tag + 1, sequence: last.sequence + 1 }
      const row: BookRow = { ...last, ...entry }
      numbered.push(row)
      await file.append([row])
      rows.push(row)
      return row
    },
    close: () => file.close(),
  }
}

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
  givenBack: number
}

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

/** How much of each purchase was given back, in cents, by its tag. */
export function givenBack(rows: readonly BookRow[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { reverses, status, amount } of rows) {
    if (reverses !== null && status === 'A') sums.set(reverses, (sums.get(reverses) ?? 0) + amount)
  }
  return sums
}

/** Consists of letters, so that nothing in the books looks like the digits of a card. */
export function cardMark(key: string, cardNumber: string): string {
  const digest = createHmac('sha256', key).update(cardNumber).digest().subarray(0, 8)
  return [...digest].map((byte) => letter(byte >> 4) + letter(byte & 15)).join('')
}

function letter(value: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + value)
}
