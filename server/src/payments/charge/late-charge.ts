import type { FoundTransaction, GatewayReply } from '../../adapters/payment-gateway/port.ts'
import { type Engine, reversalWork, startReversal } from '../engine.ts'
import { alarmOnceRecorded } from '../monitoring.ts'
import type { NewReversal } from '../records/reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { composeOutcome } from './outcome.ts'
import { recordOutcome } from './record-outcome.ts'

type Charge = Pick<FoundTransaction, 'tag' | 'authorization' | 'amount'>

/** Reverses charges made after the payer read that there were none (docs/payments.md). False when nothing changed. */
export async function reverseLateCharge(
  engine: Engine,
  checkout: StoredCheckout,
  late: { charges: Charge[]; reply: GatewayReply; epoch: number | null },
): Promise<boolean> {
  const reason = 'charged after the payer was told it was not'
  const given = composeOutcome(engine, checkout, {
    to: 'REVERSING',
    from: ['NOT_CHARGED', 'DECLINED', 'RETURNED'],
    reply: late.reply,
    detail: { reason },
    epoch: late.epoch,
    reversals: late.charges.map((charge) => reversalOf(engine, charge, 'lateCharge', reason)),
  })
  const alarm = 'A card was charged after the payer was told it was not. The charge is being reversed'
  const facts = { reference: checkout.attempt.reference, tag: late.reply.tag }
  const decided = await alarmOnceRecorded(engine, recordOutcome(engine.db, given), { alarm, facts })
  if (decided) engine.wake(reversalWork)
  return decided !== null
}

export function reversalOf(engine: Engine, charge: Charge, cause: NewReversal['cause'], reason: string): NewReversal {
  const { tag, amount } = charge
  const authorization = charge.authorization ?? ''
  return { ...startReversal(engine), tag, authorization, amount, cause, reason, requestedBy: 'look-ups' }
}
