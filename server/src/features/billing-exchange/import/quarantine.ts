import type { LeftOutRecord } from '../extract/extract-reader.ts'

/** This many records are kept one by one. Of any others, only the number and the reasons are kept. */
const mostKept = 10_000

/** The records that an import leaves out. Its size is bounded, however bad the extract is. */
export interface Quarantine {
  add(record: LeftOutRecord): void
  /** Adds the records found by one check, of which only some are given. */
  addMany(total: number, some: readonly LeftOutRecord[]): void
  total(): number
  /** How many records were left out for each reason, the most frequent first. */
  reasons(): { recordType: string; reason: string; count: number }[]
  kept(): readonly LeftOutRecord[]
}

/** An empty quarantine. */
export function openQuarantine(): Quarantine {
  const kept: LeftOutRecord[] = []
  const reasons = new Map<string, { recordType: string; reason: string; count: number }>()
  let total = 0

  function addMany(count: number, some: readonly LeftOutRecord[]): void {
    const first = some[0]
    if (!first || count === 0) return
    total += count
    const { recordType, reason } = first
    const entry = reasons.get(recordType + reason) ?? { recordType, reason, count: 0 }
    entry.count += count
    reasons.set(recordType + reason, entry)
    kept.push(...some.slice(0, mostKept - kept.length))
  }
  return {
    add: (record) => addMany(1, [record]),
    addMany,
    total: () => total,
    reasons: () => [...reasons.values()].toSorted((one, other) => other.count - one.count),
    kept: () => kept,
  }
}
