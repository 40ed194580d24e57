import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import { dollars } from '@portal/contract/money'
import type { GatewayEvents } from '../../adapters/payment-gateway/port-events.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import type { Engine } from '../engine.ts'
import type { EventResult } from '../records/gateway-events.ts'
import { findCharge, findReversals } from '../records/named-charges.ts'
import { isUndecided, wasCharged } from '../states.ts'
import { accountsInWords, tellNotRecorded } from './not-recorded.ts'

/** Of a charge whose tag no payment has, as when two people resolved one with a wrong tag. */
export async function recordUnknownCharge(engine: Engine, events: GatewayEvents, tag: string): Promise<EventResult> {
  const found = await events.readCharge(tag)
  if (found.outcome !== 'found') return found.outcome === 'nothing' ? 'done' : 'notYet'
  const { name } = engine.gateway
  const { live } = await findReversals(engine.db, name, { chargeTag: tag, reference: null })
  if (found.charged === 0 || live) return 'done'
  const payment = await findCharge(engine.db, name, found)
  const accounts = payment ? '' : accountsInWords(found.accounts)
  await tellNotRecorded(engine, {
    kind: payment ? kindOf(payment.state) : 'chargedButNotRecorded',
    subject: payment?.reference ?? tag,
    reference: payment?.reference ?? found.chargeReference,
    tag,
    gateway: found.charged,
    detail: `Gateway: ${dollars(found.charged)} charged. Portal: transaction tag #${payment?.tag ?? 'none'}.${accounts}`,
  })
  return 'done'
}

function kindOf(state: AttemptState): DiscrepancyKind {
  if (wasCharged(state)) return 'recordedWithOtherNumbers'
  return isUndecided(state) ? 'chargedButUndecided' : 'declinedButChargedAtGateway'
}
