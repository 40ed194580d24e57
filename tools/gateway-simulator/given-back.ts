import type { BookRow } from './books.ts'

/** How much of each purchase was given back, in cents, by its tag. */
export function givenBack(rows: readonly BookRow[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { reverses, status, amount } of rows) {
    if (reverses !== null && status === 'A') sums.set(reverses, (sums.get(reverses) ?? 0) + amount)
  }
  return sums
}
