import type { AuditAction } from '@portal/contract/audit-log'
import { type MoveOfPayment, movePayment as movePaymentCall } from '@portal/contract/money-desk'
import { wholeReceipt } from '@portal/contract/payments'
import type { z } from 'zod'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { refuse } from '../../http/problem.ts'
import type { ManualFinding, FindingCheck, ManualAction } from '../../payments/checkout.ts'
import type { Engine } from '../../payments/engine.ts'
import { checkFinding } from '../../payments/manual/compare-finding.ts'
import { closeRefund, inquireNow, postAgain, sendAgain, wakeEngine } from '../../payments/manual/manual-actions.ts'
import { resolveEscalated } from '../../payments/manual/resolve-escalated.ts'
import { lockCheckout } from '../../payments/records/checkouts.ts'
import {
  openRefundRequest,
  openResolution,
  openExternalRefund,
  hasOpenRequest,
  hasOpenExternalRefund,
} from './refund-requests.ts'

/** What acting on an exception works with. */
export type ExceptionDeps = Pick<Deps, 'db' | 'clock' | 'config'> & { engine: Engine }

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
 * Takes an action that the payment's state allows, other than resolving it (`resolveEscalatedPayment`). The action, its
 * entry in the payment's history and the one in the audit log commit together.
 * @throws Refusal `no-such-payment`, `not-now`, `nothing-refused`
 */
export async function resolveException(
  { db, clock, engine }: ExceptionDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Wanted },
  origin: AuditOrigin,
): Promise<void> {
  const at = clock.now()
  const move = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(movePaymentCall, 'no-such-payment')
    const made = await make(tx, { engine, caller }, move, wanted)
    if (made === 'nothingRefused') throw refuse(movePaymentCall, 'nothing-refused')
    if (!made) throw refuse(movePaymentCall, 'not-now')
    const { move: name, why, ...facts } = wanted
    const event = { actor: actorOf(caller), action: actionOf[name], subject, after: { did: name, why, ...facts } }
    await recordAudit(tx, event, origin, at)
  })
  wakeEngine(engine)
}

async function make(
  tx: Tx,
  { engine, caller }: { engine: Engine; caller: AdminCaller },
  move: ManualAction,
  wanted: Wanted,
): Promise<boolean | 'nothingRefused'> {
  switch (wanted.move) {
    case 'askGiveBack':
      return await openRefundRequest(tx, move, caller)
    case 'askWasGivenBack':
      return await openExternalRefund(tx, move, { tag: wanted.tag, adminUserId: caller.adminUserId })
    case 'sendAgain':
      return !(await hasOpenExternalRefund(tx, move.checkoutId)) && (await sendAgain(engine, tx, move))
    case 'closeGiveBack':
      return !(await hasOpenExternalRefund(tx, move.checkoutId)) && (await closeRefund(tx, move))
    case 'lookAgain':
      return await inquireNow(tx, move)
    case 'retryBilling':
      return await postAgain(tx, move)
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
 * Resolves an escalated payment as one person says, if the gateway's own list agrees. If that contradicts, the payment
 * stays as it is, and the attempt is in the audit log. If it cannot say, a second person has to approve
 * (docs/payments.md).
 * @throws Refusal `no-such-payment`, `not-now`, `gateway-disagrees`, `tag-taken`
 */
export async function resolveEscalatedPayment(
  { db, clock, engine }: ExceptionDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Settlement },
  origin: AuditOrigin,
): Promise<void> {
  const finding = findingOf(wanted)
  const answer = await checkFinding(engine, id, finding)
  const at = clock.now()
  const move = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(movePaymentCall, 'no-such-payment')
    if (!answer) throw refuse(movePaymentCall, 'not-now')
    const made = await makeSettlement(tx, engine, move, { finding, answer, adminUserId: caller.adminUserId })
    if (made === 'tagTaken') throw refuse(movePaymentCall, 'tag-taken')
    if (!made) throw refuse(movePaymentCall, 'not-now')
    const { move: did, ...facts } = wanted
    const after = { did, ...facts, gateway: answer.said }
    await recordAudit(tx, { actor: actorOf(caller), subject, after, ...auditOfSettlement[answer.verdict] }, origin, at)
  })
  if (answer?.verdict === 'contradicts') throw refuse(movePaymentCall, 'gateway-disagrees', { detail: answer.said })
  wakeEngine(engine)
}

function findingOf(wanted: Settlement): ManualFinding {
  if (wanted.move === 'settleNotCharged') return { outcome: 'notCharged' }
  return { outcome: 'charged', tag: wanted.tag, authorization: wanted.authorization }
}

const auditOfSettlement = {
  agrees: { action: 'payment-settled' },
  contradicts: { action: 'payment-settled', outcome: 'refused' },
  unclear: { action: 'settlement-asked' },
} as const satisfies Record<FindingCheck['verdict'], object>

async function makeSettlement(
  tx: Tx,
  engine: Engine,
  move: ManualAction,
  { finding, answer, adminUserId }: { finding: ManualFinding; answer: FindingCheck; adminUserId: number },
): Promise<boolean | 'tagTaken'> {
  switch (answer.verdict) {
    case 'contradicts':
      return true
    case 'unclear':
      return await openResolution(tx, move, { finding, said: answer.said, adminUserId })
    case 'agrees':
      await lockCheckout(tx, move.checkoutId)
      return !(await hasOpenRequest(tx, move.checkoutId)) && (await resolveEscalated(engine, tx, move, finding, answer))
  }
}
