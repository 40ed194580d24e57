import type { BillingSystem } from '../../adapters/billing-system/port.ts'
import type { PaymentGateway, FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { Db } from '../../database/connect.ts'
import type { GatewayMatch, RecordedRequest } from './books.ts'
import type { Completion } from './compare-books.ts'
import { beliefOf } from './gateway-discrepancies.ts'
import { findPosting, findRequest } from './our-records.ts'

/** Proves nothing about the gateway's books. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

interface Partners {
  db: Db
  paymentGateway: Pick<PaymentGateway, 'inquire'>
  billing: Pick<BillingSystem, 'findPayment'>
}

/** Looks by key before anything is reported missing. Throws `GatewayUnavailable` and `BillingSystemDown`. */
export function completion({ db, paymentGateway, billing }: Partners): Completion {
  return {
    async gateway(match) {
      if (match.request) return await completeTransactions(paymentGateway, match, match.request)
      const request = await findRequest(db, match.reference)
      // Sent on another day: this day's list has only part of it, such as the reversal without the charge.
      return request ? { ...match, request, transactions: await search(paymentGateway, match, request) } : match
    },
    async otherDays(match) {
      const { request } = match
      return request ? { ...match, transactions: await search(paymentGateway, match, request) } : match
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
  gateway: Partners['paymentGateway'],
  match: GatewayMatch,
  request: RecordedRequest,
): Promise<GatewayMatch> {
  const isMissing = match.transactions.length === 0 && isExpected(request)
  return isMissing ? { ...match, transactions: await search(gateway, match, request) } : match
}

/** According to our records. */
function isExpected(request: RecordedRequest): boolean {
  return request.kind === 'charge' ? beliefOf[request.state] !== 'not charged' : request.state === 'DONE'
}

/** On all days, with this day's list. */
async function search(
  gateway: Partners['paymentGateway'],
  { reference, transactions }: GatewayMatch,
  request: RecordedRequest,
): Promise<readonly FoundTransaction[]> {
  const { kind, sentAt } = request
  const sent = [{ reference, sentAt }, ...(kind === 'reversal' ? (request.earlier ?? []) : [])]
  const listed: FoundTransaction[] = []
  for (const each of sent) {
    const found = await gateway.inquire({ ...each, subject: kind, tag: kind === 'charge' ? request.tag : null })
    if (found.outcome === 'unavailable') throw new GatewayUnavailable(found.reason)
    if (found.outcome === 'found') listed.push(...found.transactions)
  }
  return [...listed, ...transactions]
}
