import { later } from '@portal/contract/dates'
import {
  type Inquiry,
  type InquiryAnswer,
  type FoundTransaction,
  type GatewayReply,
  emptyReply,
} from '../../adapters/card-gateway/port.ts'
import type { StoredAttempt, StoredCheckout } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { tagOfAnotherAlarm } from '../monitoring.ts'
import { newestListed, TagOfAnother } from '../records/attempts.ts'
import { listingAge, longestProof } from '../schedule.ts'

/** What is asked about one charge or reversal, and at which gateway. */
type InquiryAt = Inquiry & { gateway: string }

/** What to ask about an attempt. */
export function inquiryAbout({ gateway, reference, transactionTag, sentAt }: StoredAttempt): InquiryAt {
  return { gateway, reference, tag: transactionTag, sentAt }
}

/** What the gateway's search says about one reference. */
export interface SearchResult {
  found: InquiryAnswer
  /** The search found nothing, and it is proven that it would have found a transaction. */
  isAbsenceProven: boolean
}

/**
 * Searches the gateway for a reference. Finding nothing proves something only when the search works. So there is also a
 * search for a transaction that the gateway certainly has, the canary: once before and once after, all within half a
 * minute, because a search may go blind and recover, and this process may stand still between two calls. The canary is
 * at least ten minutes old, if there is one that old: a search that lags by a minute never finds the newest payment of
 * a busy portal (docs/payments.md).
 * Only the gateway that took a payment knows of it: a search for one that another took is a failed one.
 * @param attemptId the attempt that is searched for, which cannot be its own canary; null for a void or refund.
 */
export async function searchBesideCanary(
  engine: Engine,
  { gateway, ...inquiry }: InquiryAt,
  attemptId: number | null,
): Promise<SearchResult> {
  const { name } = engine.gateway
  if (gateway !== name)
    return { found: { outcome: 'unavailable', reason: `sent to ${gateway}` }, isAbsenceProven: false }
  const listedBy = later(engine.clock.now(), -listingAge * engine.pace)
  const canary = await newestListed(engine.db, { gateway: name, except: attemptId, after: inquiry.sentAt, listedBy })
  const canaryIsFound = async (): Promise<boolean> =>
    canary !== null && (await engine.gateway.inquire(canary)).outcome === 'found'
  const until = later(engine.clock.now(), longestProof)
  const wasFoundBefore = await canaryIsFound()
  const found = await engine.gateway.inquire(inquiry)
  const isAbsenceProven =
    found.outcome === 'nothing' && wasFoundBefore && (await canaryIsFound()) && engine.clock.now() <= until
  return { found, isAbsenceProven }
}

/**
 * Acts on the result of a search of the gateway. When a transaction turns out to have the tag of another payment, that
 * counts as a failed search, with an alarm.
 */
export async function actOnAnswer(
  engine: Engine,
  { attempt: { reference } }: StoredCheckout,
  found: InquiryAnswer,
  act: (found: InquiryAnswer) => Promise<void>,
): Promise<void> {
  if (found.outcome === 'unavailable') engine.monitoring.searchFailed(reference, found.reason)
  try {
    await act(found)
  } catch (error) {
    if (!(error instanceof TagOfAnother)) throw error
    engine.monitoring.alarm(tagOfAnotherAlarm, { reference })
    await act({ outcome: 'unavailable', reason: 'listed under the tag of another payment' })
  }
}

/** A reply made from what the gateway's list says about a transaction. The rest was lost with the original reply. */
export function replyOf({ tag, authorization }: FoundTransaction): GatewayReply {
  return { ...emptyReply, tag, authorization }
}

/**
 * The transactions that the gateway lists for one reference, sorted by what they mean. Each list has the oldest first.
 */
export interface ListedTransactions {
  /** Approved purchases, whether or not they have been reversed since. */
  charges: FoundTransaction[]
  /** Approved voids and refunds. Those that the gateway made by itself do not say which charge they belong to. */
  reversals: FoundTransaction[]
  /** Purchases that were not approved. */
  refusals: FoundTransaction[]
  /** Approved, but of a kind that the portal never sends. A person must find out whether money moved. */
  unknownKind: FoundTransaction[]
  /** The same transaction is listed in two ways, as when its row changed while the pages were being read. */
  isContradictory: boolean
}

/** Sorts the gateway's list, which has the oldest first and may repeat a row. Each tag is one transaction. */
export function listedTransactions(transactions: readonly FoundTransaction[]): ListedTransactions {
  const byTag = new Map(transactions.map((transaction) => [transaction.tag, transaction]))
  const inOrder = [...byTag.values()]
  const approved = inOrder.filter(({ status }) => status === 'approved')
  return {
    charges: approved.filter(({ kind }) => kind === 'purchase'),
    reversals: approved.filter(({ kind }) => kind === 'void' || kind === 'refund'),
    refusals: inOrder.filter(({ kind, status }) => kind === 'purchase' && status !== 'approved'),
    unknownKind: approved.filter(({ kind }) => kind === 'other'),
    isContradictory: transactions.some((row) => !isSame(row, byTag.get(row.tag) ?? row)),
  }
}

function isSame(one: FoundTransaction, other: FoundTransaction): boolean {
  return one.kind === other.kind && one.status === other.status && one.amount === other.amount
}
