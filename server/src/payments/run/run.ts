import type { EndReason, HoldReason } from '@portal/contract/autopay-reasons'
import { later } from '@portal/contract/dates'
import { bankPaymentsOf } from '../../adapters/payment-gateway/port.ts'
import { type Work, inLanes, leaseMilliseconds } from '../../foundation/work/loop.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { endAgreement, stopAgreement } from '../agreements/agreements.ts'
import { pauseWork } from '../agreements/pause-blocked.ts'
import { planWork } from '../agreements/plan.ts'
import { reminderWork } from '../agreements/reminders.ts'
import { resumeWork } from '../agreements/resume.ts'
import { autopayWork, type Engine } from '../engine.ts'
import { type PlannedCharge, leasePlanned } from '../planned/charge.ts'
import { today } from '../planned/day.ts'
import { type About, aboutPerson } from '../planned/partners.ts'
import { type Held, type Skipped, isLate, lateFor } from '../planned/rules.ts'
import { financeEmail } from '../planned/write-email.ts'
import { restAt } from '../schedule.ts'
import { expiryWork } from './card-expiry.ts'
import { chargeEmails } from './charge-emails.ts'
import { decideDecline, failed, lastEmail } from './declined.ts'
import { moveCharge } from './move-charge.ts'
import { amountNow, checkNotice, planNotice } from './notice.ts'
import { sendCharge } from './send.ts'
import { watchWork } from './watch.ts'

const lanes = 5
/** Customers who pay come first: charges are spread over the hour, at most a second after one another in each lane. */
const longestRest = 1000
const hour = 3_600_000

/** Nothing without a gateway that keeps cards. */
export function autopayLoops(engine: Engine): Work[] {
  if (!engine.gateway.savedMethods) return []
  const charges = [planWork(engine), chargeWork(engine), watchWork(engine)]
  return [...charges, reminderWork(engine), resumeWork(engine), expiryWork(engine), pauseWork(engine)]
}

/** Takes planned charges one step further: a notice, a charge, what follows a decline. */
export function chargeWork(engine: Engine): Work {
  return {
    name: autopayWork,
    restMilliseconds: restAt(engine.pace),
    async run(signal) {
      const due = async (most: number) => {
        const now = engine.clock.now()
        const until = later(now, leaseMilliseconds(engine.pace) + engine.gateway.limits.charge)
        return await leasePlanned(engine.db, now, until, most)
      }
      return await inLanes(lanes, signal, due, async (charge) => {
        await step(engine, charge)
        if (charge.state === 'NOTIFIED') await engine.clock.sleep(restOf(engine), signal)
      })
    },
  }
}

/** From the end of a charge, so that lanes that started together drift apart. */
function restOf(engine: Engine): number {
  const even = (lanes * hour) / engine.profile.autoPay.mostPerHour
  return Math.min(even, longestRest) * engine.pace
}

async function step(engine: Engine, charge: PlannedCharge): Promise<void> {
  const about = await aboutPerson(engine, charge.personId, [charge.accountId])
  if (charge.of.kind === 'agreement' && charge.of.state === 'ENDED') return await close(engine, charge, about)
  if (charge.state === 'DECLINED') return await decideDecline(engine, charge, about)
  const result = about ? await stopOrStep(engine, charge, about) : hold('no_email', 6 * 60)
  if (result === 'moved' || result === 'gone') return
  if ('skip' in result) {
    // Only a customer who counts on a charge has to hear that there is none.
    const hasNotice = charge.notices > 0 || charge.mailed !== null || result.skip !== 'nothing_owed'
    const emails = hasNotice && about ? [chargeEmails(about, charge).skipped(result.skip)] : []
    await moveCharge(engine, charge, 'SKIPPED', { reason: result.skip, held_for: null, next_step_at: null, emails })
    return
  }
  await moveCharge(engine, charge, charge.state, {
    held_for: result.hold,
    next_step_at: later(engine.clock.now(), result.minutes * 60_000),
    emails: [
      ...(about ? await toLate(engine, charge, about, result.hold) : []),
      ...toFinance(engine, charge, result.hold),
    ],
  })
}

/** Its agreement ended while it was sent, and nothing was charged. Its customer heard that it was still going through. */
async function close(engine: Engine, charge: PlannedCharge, about: About | null): Promise<void> {
  const emails = about && chargeEmails(about, charge)
  const isDeclined = charge.state === 'DECLINED'
  const result = emails && (isDeclined ? await lastEmail(engine, charge, emails) : emails.skipped('ended'))
  await moveCharge(engine, charge, 'SKIPPED', {
    reason: 'ended',
    held_for: null,
    next_step_at: null,
    emails: result ? [result] : [],
    ...(isDeclined && { notification: { kind: 'chargeFailed', ...failed(charge) } }),
  })
}

/** For a customer who counts on the charge, and owes something. */
async function toLate(engine: Engine, charge: PlannedCharge, about: About, why: HoldReason): Promise<NewEmail[]> {
  const reason = lateFor(why)
  if (reason === null || !isLate(charge, why, today(engine))) return []
  return 'skip' in (await amountNow(engine, charge)) ? [] : [chargeEmails(about, charge).late(reason)]
}

/** Once for each charge whose customer cannot be told. */
function toFinance(engine: Engine, charge: PlannedCharge, why: HoldReason): NewEmail[] {
  const isUnreachable = why === 'no_email' || why === 'notice_refused'
  if (!isUnreachable) return []
  const { id, accountId, of } = charge
  return [financeEmail(engine.profile, of.kind, `held-${id}-${why}`, accountId, why)]
}

async function stopOrStep(engine: Engine, charge: PlannedCharge, about: About) {
  const stopped = await whatStops(engine, charge)
  if (stopped) return stopped
  if (charge.state === 'NOTIFIED') return await sendCharge(engine, charge, about)
  return charge.noticeKey === null ? await planNotice(engine, charge, about) : await checkNotice(engine, charge)
}

function hold(why: HoldReason, minutes: number): Held {
  return { hold: why, minutes }
}

/** Ends or pauses what no longer stands, and `gone` the charge is with it. Null when nothing stops the charge. */
async function whatStops(engine: Engine, charge: PlannedCharge): Promise<Held | Skipped | 'gone' | null> {
  const { of, card } = charge
  const end = async (why: Exclude<EndReason, 'customer'>) => {
    if (of.kind === 'schedule') return { skip: why === 'account_left' ? why : 'ended' } as const
    await endAgreement(engine, of.id, why)
    return 'gone' as const
  }
  if (charge.webUserId === null) return await end('deleted')
  const holders = await engine.billing.holdersOf(charge.accountId)
  if (!holders.some((holder) => holder.personId === charge.personId && holder.mayUseWeb))
    return await end('account_left')
  if (of.kind === 'agreement') {
    if (of.endsOn !== null && today(engine) > of.endsOn) return await end('end_date')
    if (of.state === 'PAUSED') return hold('paused', 24 * 60)
  }
  const isGone = card.removedAt !== null || card.ownerId !== charge.webUserId
  const stopped = isGone ? 'card_removed' : card.blockedFor
  if (stopped !== null) {
    if (of.kind === 'schedule') return { skip: isGone ? 'card_removed' : 'bank_blocked' }
    await stopAgreement(engine, of.id, stopped)
    return hold('paused', 24 * 60)
  }
  if (card.bankAccount !== null && bankPaymentsOf(engine.profile, engine.gateway) === null)
    return hold('other_gateway', 60)
  const isChargeable = card.gateway === engine.gateway.name && card.isLive === engine.gateway.savedMethods?.isLive
  return isChargeable ? null : hold('other_gateway', 60)
}
