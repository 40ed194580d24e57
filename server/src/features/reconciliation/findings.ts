import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import type { Discrepancy } from './books.ts'
import { type Totals, emptyTotals } from './totals.ts'

/** The findings of one run: a count of all, and some of them to be shown. The database has the rest. */
export interface Findings {
  totals: Totals
  count: number
  byKind: Map<DiscrepancyKind, number>
  /** The first ones, for people to read. */
  first: Discrepancy[]
}

const mostShown = 50

/** The findings of a run that has not begun: none. */
export function newFindings(): Findings {
  return { totals: emptyTotals(), count: 0, byKind: new Map(), first: [] }
}

/** Adds a discrepancy to what was found. */
export function note(findings: Findings, discrepancy: Discrepancy): void {
  const { byKind, first } = findings
  findings.count += 1
  byKind.set(discrepancy.kind, (byKind.get(discrepancy.kind) ?? 0) + 1)
  if (first.length < mostShown) first.push(discrepancy)
}
