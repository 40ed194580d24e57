import { type MoveOfPayment, movePayment as movePaymentCall } from '@portal/contract/money-desk'
import type { z } from 'zod'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { lockCheckout } from '../../foundation/payment-moves/lock-checkout.ts'
import type { Finding, GatewayAnswer, HandMove, PaymentMoves } from '../../foundation/payment-moves/payment-moves.ts'
import { refuse } from '../../http/problem.ts'
import { askSettlement, isAsked } from './give-back.ts'
import { type DeskDeps, nameOf } from './move-payment.ts'

/** What a person says about an escalated payment. */
type Settlement = Extract<z.output<typeof MoveOfPayment>, { move: 'settleCharged' | 'settleNotCharged' }>

/**
 * Settles an escalated payment as one person says, if the gateway's own list agrees. If that contradicts, the payment
 * stays as it is, and the attempt is in the audit log. If it cannot say, a second person has to agree (docs/payments.md).
 * @throws Refusal `no-such-payment`, `not-now`, `gateway-disagrees`, `tag-taken`
 */
export async function settlePayment(
  { db, clock, moves }: DeskDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Settlement },
  origin: AuditOrigin,
): Promise<void> {
  const finding = findingOf(wanted)
  const answer = await moves.askGateway(id, finding)
  const at = clock.now()
  const move = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(movePaymentCall, 'no-such-payment')
    if (!answer) throw refuse(movePaymentCall, 'not-now')
    const made = await make(tx, moves, move, { finding, answer, adminUserId: caller.adminUserId })
    if (made === 'tagTaken') throw refuse(movePaymentCall, 'tag-taken')
    if (!made) throw refuse(movePaymentCall, 'not-now')
    const { move: did, ...facts } = wanted
    const after = { did, ...facts, gateway: answer.said }
    await recordAudit(tx, { actor: actorOf(caller), subject, after, ...auditOf[answer.verdict] }, origin, at)
  })
  if (answer?.verdict === 'contradicts') throw refuse(movePaymentCall, 'gateway-disagrees', { detail: answer.said })
  moves.wake()
}

function findingOf(wanted: Settlement): Finding {
  if (wanted.move === 'settleNotCharged') return { outcome: 'notCharged' }
  return { outcome: 'charged', tag: wanted.tag, authorization: wanted.authorization }
}

const auditOf = {
  agrees: { action: 'payment-settled' },
  contradicts: { action: 'payment-settled', outcome: 'refused' },
  unclear: { action: 'settlement-asked' },
} as const satisfies Record<GatewayAnswer['verdict'], object>

async function make(
  tx: Tx,
  moves: PaymentMoves,
  move: HandMove,
  { finding, answer, adminUserId }: { finding: Finding; answer: GatewayAnswer; adminUserId: number },
): Promise<boolean | 'tagTaken'> {
  switch (answer.verdict) {
    case 'contradicts':
      return true
    case 'unclear':
      return await askSettlement(tx, moves, move, { finding, said: answer.said, adminUserId })
    case 'agrees':
      await lockCheckout(tx, move.checkoutId)
      return !(await isAsked(tx, move.checkoutId)) && (await moves.settle(tx, move, finding, answer))
  }
}
