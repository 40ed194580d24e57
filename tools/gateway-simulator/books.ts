import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** One line of the books: a transaction the gateway processed, approved or not. Amounts in cents. */
const BookRow = z.object({
  tag: z.number().int(),
  sequence: z.number().int(),
  /** A `reversal` is what the gateway took back by itself, under the reference of the purchase. */
  kind: z.enum(['purchase', 'reversal', 'void', 'refund']),
  isTagged: z.boolean().default(false),
  /** A approved, D declined by the bank, E refused by the gateway itself. */
  status: z.enum(['A', 'D', 'E']),
  /** The tag of the purchase this gives back, or would have. */
  reverses: z.number().int().nullable(),
  reference: z.string(),
  customerReference: z.string(),
  reference3: z.string(),
  /** What was approved; of a partial approval less than `requested`. */
  amount: z.number().int(),
  requested: z.number().int(),
  cardType: z.string(),
  lastFour: z.string(),
  /** Tells cards apart without knowing them; see `card-mark.ts`. */
  cardMark: z.string().default(''),
  holder: z.string(),
  exactCode: z.string(),
  bankCode: z.string(),
  authorization: z.string(),
  /** UTC. */
  at: z.string(),
})
export type BookRow = z.infer<typeof BookRow>

/** A row before the books have numbered it. */
export type BookEntry = Omit<BookRow, 'tag' | 'sequence'>

export interface Books {
  /** Every durable row, oldest first: what the world may be told of. */
  readonly rows: readonly BookRow[]
  /**
   * These entries and those on their way to disk. Decisions are made on them, so that no two decisions miss each other.
   */
  readonly numbered: readonly BookRow[]
  /** Numbers the entry and resolves once it is on disk. Entries written meanwhile share one flush. */
  commit(entry: BookEntry): Promise<BookRow>
  close(): Promise<void>
}

/** Real tags are integers of up to ten digits that only grow. */
const firstTag = 902_000_001

/**
 * Opens the append-only books, `transactions.jsonl` in the folder. They survive a kill at any moment: a last line
 * without its end was never answered for and is cut off.
 * @throws Error when a line in the middle is damaged: then the oracle itself cannot be trusted.
 */
export async function openBooks(folder: string): Promise<Books> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'transactions.jsonl')
  const file = await open(path, 'a')
  const written = await readFile(path)
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1)
  if (whole.length < written.length) await file.truncate(whole.length)
  const rows = await readRows(whole.toString('utf8'), path).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const numbered = [...rows]

  let last = { tag: rows.at(-1)?.tag ?? firstTag - 1, sequence: rows.at(-1)?.sequence ?? 0 }
  let broken = false
  let waiting: Waiting[] = []
  let flushing: Promise<void> | null = null

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await file.appendFile(batch.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
        await file.datasync()
      } catch (error) {
        // Half a line may be on disk now: nothing may follow it.
        broken = true
        for (const { fail } of [...batch, ...waiting.splice(0)]) fail(error)
        break
      }
      for (const { row, settle } of batch) {
        rows.push(row)
        settle(row)
      }
    }
    flushing = null
  }

  return {
    rows,
    numbered,
    commit(entry) {
      if (broken) return Promise.reject(new Error('The books could not be written earlier'))
      last = { tag: last.tag + 1, sequence: last.sequence + 1 }
      const row: BookRow = { ...last, ...entry }
      const { promise, resolve, reject } = Promise.withResolvers<BookRow>()
      numbered.push(row)
      waiting.push({ row, settle: resolve, fail: reject })
      flushing ??= flush()
      return promise
    },
    async close() {
      await flushing
      await file.close()
    },
  }
}

interface Waiting {
  row: BookRow
  settle: (row: BookRow) => void
  fail: (error: unknown) => void
}

async function readRows(text: string, path: string): Promise<BookRow[]> {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return BookRow.parse(JSON.parse(line))
      } catch {
        throw new Error(`The books are damaged: ${path}, line ${index + 1}`)
      }
    })
}
