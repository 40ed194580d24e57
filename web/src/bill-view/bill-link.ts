import { billLinkMinutes } from '@portal/contract/bill-view-texts'

/** The search parameters of a bill's address (C§2.1, C§6). */
interface BillSearch {
  readonly 'bill-id'?: string | undefined
  /** The id of the person the address was made for. */
  readonly user?: string | undefined
  /** When the address was made, in milliseconds since 1970. */
  readonly id?: string | undefined
  /** `m` for an address from an e-mail, signed by the server (R7). */
  readonly frm?: string | undefined
  readonly signature?: string | undefined
}

/** A complete address of a bill. */
export interface BillLink {
  readonly billId: string
  readonly user: string
  readonly id: string
  /** Null for an address made by the portal's pages, which only works for a signed-in person. */
  readonly signature: string | null
}

/** Reads the search parameters of `/view-bill?id=…&user=…&bill-id=…`; all others are ignored. */
export function billSearch(search: Record<string, unknown>): BillSearch {
  return {
    'bill-id': textOf(search['bill-id']),
    user: textOf(search.user),
    id: textOf(search.id),
    frm: textOf(search.frm),
    signature: textOf(search.signature),
  }
}

/** The router turns digits into numbers. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' ? text : undefined
}

/**
 * Checks that an address is complete and has not expired (C§5). The age of a signed one is checked by the server (R7).
 * @param now milliseconds since 1970
 * @returns null for a link that is incomplete or has expired
 */
export function readBillLink(search: BillSearch, now: number): BillLink | null {
  const { 'bill-id': billId = '', user = '', id = '', frm, signature } = search
  if (!/^\d{12}$/.test(billId) || !/^\d{10}$/.test(user) || !/^\d{13}$/.test(id)) return null
  if (frm === 'm') return { billId, user, id, signature: signature ?? '' }
  // A time in the future is refused too: such a link would not expire.
  return Math.abs(now - Number(id)) > billLinkMinutes * 60_000 ? null : { billId, user, id, signature: null }
}
