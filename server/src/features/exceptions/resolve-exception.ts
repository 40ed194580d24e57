import type { AuditAction } from '@portal/contract/audit-log'
import { type MoveOfPayment, movePayment as movePaymentCall } from '@portal/contract/money-desk'
import { wholeReceipt } from '@portal/contract/payments'
import type { z } from 'zod'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { refuse } from '../../http/problem.ts'
import type { Finding, GatewayAnswer, HandMove } from '../../payments/checkout.ts'
import type { PaymentMoves } from '../../payments/manual/payment-moves.ts'
import { lockCheckout } from '../../payments/records/checkouts.ts'
import { askGiveBack, askSettlement, askWasGivenBack, isAsked, isSaidGivenBack } from './refund-requests.ts'

/** What the desk needs: parts of the portal, and the payment moves that `app.ts` passes in. */
export type DeskDeps = Pick<Deps, 'db' | 'clock' | 'config'> & { moves: PaymentMoves }

type Wanted = Exclude<z.output<typeof MoveOfPayment>, { move: 'settleCharged' | 'settleNotCharged' }>

const actionOf = {
  lookAgain: 'payment-look-asked',
  retryBilling: 'billing-told-again',
  sendAgain: 'give-back-sent-again',
  closeGiveBack: 'payment-settled',
  askGiveBack: 'give-back-asked',
  askWasGivenBack: 'give-back-asked',
} as const satisfies Record<Wanted['move'], AuditAction>

/**
 * Makes a move on a payment that its state allows, other than settling it (`settlePayment`). The move, its entry in the payment's history and the one in the
 * audit log commit together.
 * @throws Refusal `no-such-payment`, `not-now`, `nothing-refused`
 */
export async function movePayment(
  { db, clock, moves }: DeskDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Wanted },
  origin: AuditOrigin,
): Promise<void> {
  const at = clock.now()
  const move = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(movePaymentCall, 'no-such-payment')
    const made = await make(tx, { moves, caller }, move, wanted)
    if (made === 'nothingRefused') throw refuse(movePaymentCall, 'nothing-refused')
    if (!made) throw refuse(movePaymentCall, 'not-now')
    const { move: name, why, ...facts } = wanted
    const event = { actor: actorOf(caller), action: actionOf[name], subject, after: { did: name, why, ...facts } }
    await recordAudit(tx, event, origin, at)
  })
  moves.wake()
}

async function make(
  tx: Tx,
  { moves, caller }: { moves: PaymentMoves; caller: AdminCaller },
  move: HandMove,
  wanted: Wanted,
): Promise<boolean | 'nothingRefused'> {
  switch (wanted.move) {
    case 'askGiveBack':
      return await askGiveBack(tx, moves, move, caller)
    case 'askWasGivenBack':
      return await askWasGivenBack(tx, moves, move, { tag: wanted.tag, adminUserId: caller.adminUserId })
    case 'sendAgain':
    case 'closeGiveBack':
      return !(await isSaidGivenBack(tx, move.checkoutId)) && (await moves[wanted.move](tx, move))
    case 'lookAgain':
    case 'retryBilling':
      return await moves[wanted.move](tx, move)
  }
}

/** The name of a payment in the audit log: its receipt, or the reference under which it was sent. */
export async function nameOf(tx: Tx, id: number): Promise<string | null> {
  const payment = await tx
    .selectFrom('charge_attempt')
    .select(['transaction_tag', 'reference'])
    .where('checkout_id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const { transaction_tag: tag, reference } = payment
  return `payment ${tag === null ? reference : wholeReceipt(tag)}`
}

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
    const made = await makeSettlement(tx, moves, move, { finding, answer, adminUserId: caller.adminUserId })
    if (made === 'tagTaken') throw refuse(movePaymentCall, 'tag-taken')
    if (!made) throw refuse(movePaymentCall, 'not-now')
    const { move: did, ...facts } = wanted
    const after = { did, ...facts, gateway: answer.said }
    await recordAudit(tx, { actor: actorOf(caller), subject, after, ...auditOfSettlement[answer.verdict] }, origin, at)
  })
  if (answer?.verdict === 'contradicts') throw refuse(movePaymentCall, 'gateway-disagrees', { detail: answer.said })
  moves.wake()
}

function findingOf(wanted: Settlement): Finding {
  if (wanted.move === 'settleNotCharged') return { outcome: 'notCharged' }
  return { outcome: 'charged', tag: wanted.tag, authorization: wanted.authorization }
}

const auditOfSettlement = {
  agrees: { action: 'payment-settled' },
  contradicts: { action: 'payment-settled', outcome: 'refused' },
  unclear: { action: 'settlement-asked' },
} as const satisfies Record<GatewayAnswer['verdict'], object>

async function makeSettlement(
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
