import { later } from '@portal/contract/dates'
import {
  type Inquiry,
  type InquiryAnswer,
  type FoundTransaction,
  type GatewayReply,
  emptyReply,
} from '../../adapters/payment-gateway/port.ts'
import type { Engine } from '../engine.ts'
import { tagOfAnotherAlarm } from '../monitoring.ts'
import { newestListed, TagOfAnother } from '../records/attempts.ts'
import type { StoredAttempt, StoredCheckout } from '../records/stored-checkout.ts'
import { listingAge, longestProof } from '../schedule.ts'

type InquiryAt = Inquiry & { gateway: string }

export function inquiryAbout({ gateway, reference, transactionTag, sentAt }: StoredAttempt): InquiryAt {
  return { subject: 'charge', gateway, reference, tag: transactionTag, sentAt }
}

export interface SearchResult {
  found: InquiryAnswer
  /** The search found nothing, and it is proven that it would have found a transaction. */
  isAbsenceProven: boolean
}

/** Silence counts only if a canary is found before and after (docs/payments.md). No attempt id for a void or refund. */
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
    canary !== null && (await engine.gateway.inquire({ ...canary, subject: 'charge' })).outcome === 'found'
  const until = later(engine.clock.now(), longestProof)
  const wasFoundBefore = await canaryIsFound()
  const found = await engine.gateway.inquire(inquiry)
  if (found.outcome === 'nothing' && found.isProof) return { found, isAbsenceProven: true }
  const isAbsenceProven =
    found.outcome === 'nothing' && wasFoundBefore && (await canaryIsFound()) && engine.clock.now() <= until
  return { found, isAbsenceProven }
}

/** A transaction with the tag of another payment counts as a failed search, with an alarm. */
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

/** The gateway's list says no more; the rest was lost with the original reply. */
export function replyOf({ tag, authorization, evidence }: FoundTransaction): GatewayReply {
  return { ...emptyReply, tag, authorization, ...(evidence && { evidence }) }
}

/** The gateway's transactions of one reference, each list with the oldest first. */
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

/** The gateway's list has the oldest first and may repeat a row. Each tag is one transaction. */
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
