import { billLinkMinutes } from '@portal/contract/bill-view-texts'

/** What the address of a bill says (C§2.1, C§6). */
export interface BillSearch {
  readonly 'bill-id'?: string | undefined
  /** The person the address was made for. */
  readonly user?: string | undefined
  /** When it was made, in milliseconds since 1970. */
  readonly id?: string | undefined
  /** `m`: the address came in a letter, signed by the server (R7). */
  readonly frm?: string | undefined
  readonly signature?: string | undefined
}

/** A complete address of a bill. */
export interface BillLink {
  readonly billId: string
  readonly user: string
  readonly id: string
  /** Null for an address of the portal's own, which only a signed-in person can follow. */
  readonly signature: string | null
}

/** Reads `/view-bill?id=…&user=…&bill-id=…`; anything else in it is ignored. */
export function billSearch(search: Record<string, unknown>): BillSearch {
  return {
    'bill-id': textOf(search['bill-id']),
    user: textOf(search.user),
    id: textOf(search.id),
    frm: textOf(search.frm),
    signature: textOf(search.signature),
  }
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' ? text : undefined
}

/**
 * Decides whether an address is complete and fresh (C§5). The age of a signed one is the server's to judge (R7).
 * @param now milliseconds since 1970
 * @returns null for a link that has expired
 */
export function readBillLink(search: BillSearch, now: number): BillLink | null {
  const { 'bill-id': billId, user, id, frm, signature } = search
  if (!billId || !user || !id) return null
  if (!/^\d{12}$/.test(billId) || !/^\d{10}$/.test(user) || !/^\d{13}$/.test(id)) return null
  if (frm === 'm') return { billId, user, id, signature: signature ?? '' }
  // A time to come is not ours either: it would never grow old.
  return Math.abs(now - Number(id)) > billLinkMinutes * 60_000 ? null : { billId, user, id, signature: null }
}
