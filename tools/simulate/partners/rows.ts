import type { Cents } from '@portal/contract/money'

/** A row of the gateway's books, which say truly what was charged. */
export interface GatewayRow {
  tag: string
  reference: string
  amount: Cents
  status: 'approved' | 'declined'
  /** All of it was given back. */
  isReversed: boolean
  /**
   * A charge that nobody can know of when the payer is told that nothing was charged. Its request left a process that
   * had stood still for too long, or the gateway itself had said that it was declined.
   */
  isSurprise: boolean
  /** The time from which the search lists it. */
  listedAt: number
  /** Whether finance gave it back in the gateway's console. */
  isGivenBackByHand?: boolean
}

/** The charges for a reference that stand: approved and not given back. */
export function liveCharges(rows: GatewayRow[], reference: string): GatewayRow[] {
  return rows.filter((row) => row.reference === reference && row.status === 'approved' && !row.isReversed)
}
