import type { AuditAction } from '@portal/contract/audit-log'
import { type ActionRequest, actOnPayment } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { wholeReceipt } from '@portal/contract/payments'
import type { z } from 'zod'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import type { Engine } from '../../payments/engine.ts'
import {
  type FindingCheck,
  type ManualFinding,
  checkExternalRefund,
  checkFinding,
  checkResolution,
} from '../../payments/manual/compare-finding.ts'
import {
  closeDisputes,
  closeRefund,
  closeReturn,
  inquireNow,
  keepResolution,
  postAgain,
  sendAgain,
  wakeEngine,
} from '../../payments/manual/manual-actions.ts'
import { resolveEscalated } from '../../payments/manual/resolve-escalated.ts'
import { lockCheckout } from '../../payments/records/checkouts.ts'
import { receiptTagOf } from '../../payments/records/stored-checkout.ts'
import type { ManualAction } from '../../payments/reversals/request-refund.ts'
import { refuse, refuseField } from '../../refusal.ts'
import { emailApprovers } from './approval-emails.ts'
import {
  hasOpenExternalRefund,
  hasOpenRequest,
  openExternalRefund,
  openRefundRequest,
  openResolution,
  openUndo,
} from './approval-requests.ts'
import { allowBank, requireNoBank } from './bank-actions.ts'

export type ExceptionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'profile' | 'wake'> & { engine: Engine }

/** The others ask the gateway first. */
type Wanted = Exclude<
  z.output<typeof ActionRequest>,
  { action: 'resolveCharged' | 'resolveNotCharged' | 'undoResolution' }
>

const actionOf = {
  inquire: 'payment-look-asked',
  retryPosting: 'billing-told-again',
  retryReversal: 'give-back-sent-again',
  closeRefund: 'payment-settled',
  closeDispute: 'payment-settled',
  closeReturn: 'payment-settled',
  requestRefund: 'give-back-asked',
  reportExternalRefund: 'give-back-asked',
  keepResolution: 'settlement-kept',
  allowBank: 'bank-payments-allowed',
} as const satisfies Record<Wanted['action'], AuditAction>

/** Commits with history and audit. @throws Refusal `payment-not-found`, `state-changed`, `no-refused-reversal` */
export async function actOnException(
  deps: ExceptionDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Wanted },
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock, engine, wake } = deps
  const at = clock.now()
  const manual = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(actOnPayment, 'payment-not-found')
    const made = await perform(tx, { engine, caller }, manual, wanted)
    if (made === 'nothingRefused') throw refuse(actOnPayment, 'no-refused-reversal')
    if (!made) throw refuse(actOnPayment, 'state-changed')
    const { action: name, why, ...facts } = wanted
    if (needsApproval(name)) await emailApprovers(tx, deps, { checkoutId: id, by: caller, at })
    const event = { actor: actorOf(caller), action: actionOf[name], subject, after: { did: name, why, ...facts } }
    await recordAudit(tx, event, origin, at)
  })
  wakeEngine(engine)
  wake(emailWork)
}

function needsApproval(action: Wanted['action']): boolean {
  return action === 'requestRefund' || action === 'reportExternalRefund'
}

async function perform(
  tx: Tx,
  { engine, caller }: { engine: Engine; caller: AdminCaller },
  manual: ManualAction,
  wanted: Wanted,
): Promise<boolean | 'nothingRefused'> {
  switch (wanted.action) {
    case 'requestRefund':
      if (!wanted.bankNotAsked) await requireNoBank(tx, manual)
      return await openRefundRequest(tx, manual, caller)
    case 'reportExternalRefund':
      return await openExternalRefund(tx, manual, { tag: wanted.tag, adminUserId: caller.adminUserId })
    case 'retryReversal':
      return !(await hasOpenExternalRefund(tx, manual.checkoutId)) && (await sendAgain(engine, tx, manual))
    case 'closeRefund':
      return !(await hasOpenExternalRefund(tx, manual.checkoutId)) && (await closeRefund(tx, manual))
    case 'closeDispute':
      return await closeDisputes(tx, manual)
    case 'closeReturn':
      return await closeReturn(tx, manual)
    case 'inquire':
      return await inquireNow(tx, manual)
    case 'retryPosting':
      return await postAgain(tx, manual)
    case 'keepResolution':
      return await keepResolution(tx, manual)
    case 'allowBank':
      return await allowBank(engine, tx, manual)
  }
}

/** Its receipt, or the reference under which it was sent. */
export async function nameOf(tx: Tx, id: number): Promise<string | null> {
  const payment = await tx
    .selectFrom('charge_attempt')
    .select(['transaction_tag', 'short_number', 'reference'])
    .where('checkout_id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const { transaction_tag, short_number, reference } = payment
  const tag = receiptTagOf({ shortNumber: short_number }, transaction_tag)
  return `payment ${tag === null ? reference : wholeReceipt(tag)}`
}

type Resolution = Extract<z.output<typeof ActionRequest>, { action: 'resolveCharged' | 'resolveNotCharged' }>

/** If the gateway agrees; if it cannot say, a second person approves (docs/payments.md). @throws Refusal */
export async function resolveEscalatedPayment(
  deps: ExceptionDeps,
  caller: AdminCaller,
  { id, wanted }: { id: number; wanted: Resolution },
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock, engine, wake } = deps
  const finding = findingOf(wanted)
  if (finding.outcome === 'charged' && !(await mayBeTag({ db, engine }, id, finding.tag))) {
    throw refuseField('tag', exceptionsTexts.tag)
  }
  const answer = await checkFinding(engine, id, finding)
  const at = clock.now()
  const manual = { checkoutId: id, by: caller.username, reason: wanted.why, at }
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(actOnPayment, 'payment-not-found')
    if (!answer) throw refuse(actOnPayment, 'state-changed')
    const made = await resolveOrRequest(tx, engine, manual, { finding, answer, adminUserId: caller.adminUserId })
    if (made === 'tagTaken') throw refuse(actOnPayment, 'duplicate-tag', await otherWith(db, finding))
    if (!made) throw refuse(actOnPayment, 'state-changed')
    if (answer.verdict === 'unclear') await emailApprovers(tx, deps, { checkoutId: id, by: caller, at })
    const { action: did, ...facts } = wanted
    const after = { did, ...facts, gateway: answer.said }
    await recordAudit(tx, { actor: actorOf(caller), subject, after, ...auditOfResolution[answer.verdict] }, origin, at)
  })
  if (answer?.verdict === 'contradicts') throw refuse(actOnPayment, 'gateway-disagrees', { detail: answer.said })
  wakeEngine(engine)
  wake(emailWork)
}

/** Which payment has the tag: it may be the one that was resolved wrongly. */
export async function otherWith(db: Db, finding: ManualFinding): Promise<{ detail: string } | undefined> {
  if (finding.outcome !== 'charged') return undefined
  // Not in the transaction, which may have failed.
  const other = await db
    .selectFrom('charge_attempt as attempt')
    .innerJoin('hand_resolution as resolution', 'resolution.checkout_id', 'attempt.checkout_id')
    .select('attempt.transaction_tag')
    .where('attempt.transaction_tag', '=', finding.tag)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!other) return undefined
  const receipt = wholeReceipt(finding.tag)
  return {
    detail: `Payment ${receipt} was resolved manually with it. If that was a mistake, find ${receipt} under Refund a payment and undo its resolution first.`,
  }
}

/** Asks the gateway; a second person has to approve. @throws Refusal `gateway-silent`, `gateway-disagrees` */
export async function requestUndo(
  { db, clock, engine }: ExceptionDeps,
  caller: AdminCaller,
  { id, why }: { id: number; why: string },
  origin: AuditOrigin,
): Promise<void> {
  const answer = (await checkResolution(engine, id)) ?? (await checkExternalRefund(engine, id))
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const subject = await nameOf(tx, id)
    if (!subject) throw refuse(actOnPayment, 'payment-not-found')
    if (!answer) throw refuse(actOnPayment, 'state-changed')
    if (answer.verdict === 'agrees') throw refuse(actOnPayment, 'gateway-disagrees', { detail: answer.said })
    if (answer.verdict !== 'contradicts') throw refuse(actOnPayment, 'gateway-silent', { detail: answer.said })
    const manual = { checkoutId: id, by: caller.username, reason: why, at }
    const { said } = answer
    if (!(await openUndo(tx, manual, { said, adminUserId: caller.adminUserId }))) {
      throw refuse(actOnPayment, 'state-changed')
    }
    const event = {
      actor: actorOf(caller),
      action: 'settlement-undo-asked',
      subject,
      after: { why, gateway: said },
    } as const
    await recordAudit(tx, event, origin, at)
  })
}

/** Only the form of the gateway in use is known. */
async function mayBeTag({ db, engine }: Pick<ExceptionDeps, 'db' | 'engine'>, id: number, tag: string) {
  const { name } = engine.gateway
  const own = db.selectFrom('charge_attempt').select('id').where('checkout_id', '=', id).where('gateway', '=', name)
  return engine.gateway.isTag(tag) || !(await own.executeTakeFirst())
}

function findingOf(wanted: Resolution): ManualFinding {
  if (wanted.action === 'resolveNotCharged') return { outcome: 'notCharged' }
  return { outcome: 'charged', tag: wanted.tag, authorization: wanted.authorization }
}

const auditOfResolution = {
  agrees: { action: 'payment-settled' },
  contradicts: { action: 'payment-settled', outcome: 'refused' },
  unclear: { action: 'settlement-asked' },
} as const satisfies Record<FindingCheck['verdict'], object>

async function resolveOrRequest(
  tx: Tx,
  engine: Engine,
  manual: ManualAction,
  { finding, answer, adminUserId }: { finding: ManualFinding; answer: FindingCheck; adminUserId: number },
): Promise<boolean | 'tagTaken'> {
  switch (answer.verdict) {
    case 'contradicts':
      return true
    case 'unclear':
      return await openResolution(tx, manual, { finding, said: answer.said, adminUserId })
    case 'agrees':
      await lockCheckout(tx, manual.checkoutId)
      return (
        !(await hasOpenRequest(tx, manual.checkoutId)) && (await resolveEscalated(engine, tx, manual, finding, answer))
      )
  }
}
