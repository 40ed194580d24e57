import type { StopReason } from '@portal/contract/autopay-reasons'
import { daysAfter } from '@portal/contract/dates'
import type { BankEvidence } from '../../adapters/card-gateway/port.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { byPortal, moveLocked } from '../agreements/moves.ts'
import type { Engine } from '../engine.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import { openingOf, today } from '../planned/day.ts'
import { movePlanned } from '../planned/moves.ts'
import type { About } from '../planned/partners.ts'
import { afterDecline } from '../planned/rules.ts'
import { lockAgreement } from '../planned/standing.ts'
import { financeEmail } from '../planned/write-email.ts'
import { chargeEmails } from './charge-emails.ts'
import { moveCharge, notifyOwner } from './move-charge.ts'

/** The customer hears of a decline at once: one more try, or a pause. @param about null without an address */
export async function decideDecline(engine: Engine, charge: PlannedCharge, about: About | null): Promise<void> {
  const advice = engine.gateway.secondTry(await evidenceOf(engine, charge.id))
  const next = afterDecline(advice, charge.tries, engine.profile.autoPay.retryDays)
  if ('stop' in next) return await giveUp(engine, charge, about, next.stop)
  const again = daysAfter(today(engine), next.retryDays)
  await moveCharge(engine, charge, 'NOTIFIED', {
    charge_on: again,
    mailed_on: again,
    next_step_at: openingOf(engine, again),
    emails: about ? [chargeEmails(about, charge).declined(again)] : [],
    notification: { kind: 'chargeFailed', ...failed(charge) },
  })
}

async function giveUp(engine: Engine, charge: PlannedCharge, about: About | null, reason: StopReason): Promise<void> {
  const at = engine.clock.now()
  const { of, accountId, id } = charge
  await engine.db.transaction().execute(async (tx) => {
    const agreement = of.kind === 'agreement' ? await lockAgreement(tx, of.id) : null
    const declined = { ...charge, state: 'DECLINED' } as const
    if (!(await movePlanned(tx, declined, 'FAILED', { reason, next_step_at: null }, { why: reason }, at))) return
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

const none: BankEvidence = {
  declineCode: null,
  adviceCode: null,
  networkDeclineCode: null,
  networkAdviceCode: null,
  networkTransactionId: null,
}

/** Of the newest try. */
async function evidenceOf(engine: Engine, chargeId: number): Promise<BankEvidence> {
  const row = await engine.db
    .selectFrom('checkout')
    .innerJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([
      'attempt.decline_code as declineCode',
      'attempt.advice_code as adviceCode',
      'attempt.network_decline_code as networkDeclineCode',
      'attempt.network_advice_code as networkAdviceCode',
      'attempt.network_transaction_id as networkTransactionId',
    ])
    .where('checkout.planned_charge_id', '=', chargeId)
    .orderBy('checkout.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? none
}
