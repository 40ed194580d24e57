import type { BillingSystem } from '../../adapters/billing-system/port.ts'
import type { CardGateway, FoundTransaction } from '../../adapters/card-gateway/port.ts'
import type { Db } from '../../database/connect.ts'
import type { GatewayMatch, RecordedRequest } from './books.ts'
import type { Completion } from './compare-books.ts'
import { beliefOf } from './judge-gateway.ts'
import { findPosting, findRequest } from './our-records.ts'

/** Thrown when the gateway could not be searched, which proves nothing about its books. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

/** The partners that are searched for whatever is missing. */
interface Partners {
  db: Db
  cardGateway: Pick<CardGateway, 'inquire'>
  billing: Pick<BillingSystem, 'findPayment'>
}

/**
 * Searches by its key for whatever is missing on one side of a match, before it is reported as missing. Its methods
 * throw `GatewayUnavailable` and `BillingSystemDown`.
 */
export function completion({ db, cardGateway, billing }: Partners): Completion {
  return {
    async gateway(match) {
      if (match.request) return await completeTransactions(cardGateway, match, match.request)
      const request = await findRequest(db, match.reference)
      // It was sent on another day, so this day's list has only part of it, such as the reversal without the charge.
      return request ? { ...match, request, transactions: await search(cardGateway, match, request) } : match
    },
    async otherDays(match) {
      const { request } = match
      return request ? { ...match, transactions: await search(cardGateway, match, request) } : match
    },
    async billing(match) {
      const posting = match.posting ?? (await findPosting(db, match.receipt))
      if (match.payments.length > 0 || posting?.state !== 'POSTED') return { ...match, posting }
      const found = await billing.findPayment(match.receipt)
      return {
        ...match,
        posting,
        payments: found && !found.isCancelled ? [{ amount: found.amount, accountId: null }] : [],
      }
    },
  }
}

async function completeTransactions(
  gateway: Partners['cardGateway'],
  match: GatewayMatch,
  request: RecordedRequest,
): Promise<GatewayMatch> {
  const isMissing = match.transactions.length === 0 && isExpected(request)
  return isMissing ? { ...match, transactions: await search(gateway, match, request) } : match
}

/** Whether the gateway must have it, according to our records. */
function isExpected(request: RecordedRequest): boolean {
  return request.kind === 'charge' ? beliefOf[request.state] !== 'not charged' : request.state === 'DONE'
}

/** Everything that the gateway lists for a reference on all days, including this day's list. */
async function search(
  gateway: Partners['cardGateway'],
  { reference, transactions }: GatewayMatch,
  { sentAt }: RecordedRequest,
): Promise<readonly FoundTransaction[]> {
  const found = await gateway.inquire({ reference, tag: null, sentAt })
  if (found.outcome === 'unavailable') throw new GatewayUnavailable(found.reason)
  return found.outcome === 'nothing' ? transactions : [...found.transactions, ...transactions]
}
