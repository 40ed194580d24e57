import { BlockReason } from '@portal/contract/autopay'
import type { StopReason } from '@portal/contract/autopay-reasons'
import type { ReturnReason } from '@portal/contract/bank-accounts'
import { daysAfter } from '@portal/contract/dates'
import { type BankEvidence, noEvidence } from '../../adapters/payment-gateway/port.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { byPortal, moveLocked } from '../agreements/moves.ts'
import type { Engine } from '../engine.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import { openingOf, today } from '../planned/day.ts'
import { blockAccount } from '../planned/methods.ts'
import { movePlanned } from '../planned/moves.ts'
import type { About } from '../planned/partners.ts'
import { afterDecline, afterReturn } from '../planned/rules.ts'
import { lockAgreement } from '../planned/standing.ts'
import { type ChargeEmails, financeEmail } from '../planned/write-email.ts'
import { chargeEmails } from './charge-emails.ts'
import { moveCharge, notifyOwner } from './move-charge.ts'

/** The customer hears of a decline at once: one more try, or a pause. @param about null without an address */
export async function decideDecline(engine: Engine, charge: PlannedCharge, about: About | null): Promise<void> {
  const { returned, ...evidence } = await evidenceOf(engine, charge.id)
  const next = whatNext(engine, charge, returned, evidence)
  if ('stop' in next) return await giveUp(engine, charge, about, next.stop)
  if ('noticeAgain' in next) return await noticeAnew(engine, charge, about)
  const again = daysAfter(today(engine), next.retryDays)
  await moveCharge(engine, charge, 'NOTIFIED', {
    charge_on: again,
    mailed_on: again,
    next_step_at: openingOf(engine, again),
    emails: about ? [chargeEmails(about, charge).declined(again)] : [],
    notification: { kind: 'chargeFailed', ...failed(charge) },
  })
}

function whatNext(
  { gateway, profile }: Engine,
  { card, tries }: PlannedCharge,
  returned: ReturnReason | null,
  evidence: BankEvidence,
) {
  if (returned !== null) return afterReturn(returned, tries)
  if (card.bankAccount === null) return afterDecline(gateway.secondTry(evidence), tries, profile.autoPay.retryDays)
  return { stop: gateway.bankAccounts?.refusedFor(evidence.declineCode) ?? 'bank_refused' }
}

/** Not enough money: once more, with a notice of its own, which says amount and day (`planNotice`). */
async function noticeAnew(engine: Engine, charge: PlannedCharge, about: About | null): Promise<void> {
  await moveCharge(engine, charge, 'PLANNED', {
    notice_key: null,
    held_for: null,
    next_step_at: engine.clock.now(),
    emails: about ? [chargeEmails(about, charge).returned(true)] : [],
    notification: { kind: 'chargeFailed', ...failed(charge) },
  })
}

/** With no agreement left, there is no more try. */
export async function lastEmail(engine: Engine, charge: PlannedCharge, emails: ChargeEmails): Promise<NewEmail> {
  const { returned } = await evidenceOf(engine, charge.id)
  return returned === null ? emails.declined(null) : emails.returned(false)
}

async function giveUp(engine: Engine, charge: PlannedCharge, about: About | null, reason: StopReason): Promise<void> {
  const at = engine.clock.now()
  const { of, accountId, id } = charge
  await engine.db.transaction().execute(async (tx) => {
    const agreement = of.kind === 'agreement' ? await lockAgreement(tx, of.id) : null
    const declined = { ...charge, state: 'DECLINED' } as const
    if (!(await movePlanned(tx, declined, 'FAILED', { reason, next_step_at: null }, { why: reason }, at))) return
    const block = BlockReason.safeParse(reason).data
    if (block && charge.card.bankAccount) await blockAccount(tx, charge.card.fingerprint, block, at)
    const tell = async () => {
      if (about) await queueEmail(tx, chargeEmails(about, charge).stopped(reason), at)
      if (agreement) await notifyOwner(tx, charge, { kind: 'autopayPaused', ...failed(charge) }, at)
      await notifyOwner(tx, charge, { kind: 'chargeFailed', ...failed(charge), unless: 'autopayPaused' }, at)
      await queueEmail(tx, financeEmail(engine.profile, of.kind, `charge-${id}`, accountId, reason), at)
    }
    if (agreement?.state === 'ACTIVE')
      await moveLocked(tx, agreement, 'PAUSED', { reason, by: byPortal, also: tell }, at)
    else await tell()
  })
  engine.wake(emailWork)
}

/** For texts about it. */
export function failed({ tries, noticed, chargeOn }: PlannedCharge) {
  return { nth: tries, amount: noticed, on: chargeOn }
}

/** Of the newest try. */
async function evidenceOf(engine: Engine, chargeId: number): Promise<BankEvidence & { returned: ReturnReason | null }> {
  const row = await engine.db
    .selectFrom('checkout')
    .innerJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([
      'attempt.decline_code as declineCode',
      'attempt.advice_code as adviceCode',
      'attempt.network_decline_code as networkDeclineCode',
      'attempt.network_advice_code as networkAdviceCode',
      'attempt.network_transaction_id as networkTransactionId',
      'attempt.return_reason as returned',
    ])
    .where('checkout.planned_charge_id', '=', chargeId)
    .orderBy('checkout.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { ...noEvidence, returned: null }
}
