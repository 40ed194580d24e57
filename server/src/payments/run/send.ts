import { payMethodOf } from '@portal/contract/bank-accounts'
import { sourceCodeOf } from '@portal/contract/card'
import { type CalendarDate, dateIn, daysAfter, epochOf, later } from '@portal/contract/dates'
import { feeRuleOf } from '@portal/contract/fees'
import { type Cents, sumCents } from '@portal/contract/money'
import type { NewEmail } from '../../wording/customer-email.ts'
import type { PlannedIntent } from '../charge/intent.ts'
import { takePlanned } from '../charge/take-payment.ts'
import type { Engine } from '../engine.ts'
import type { PlannedCharge, PlannedOf } from '../planned/charge.ts'
import { leadOf, openingOf, placeInDayNow, today } from '../planned/day.ts'
import type { About } from '../planned/partners.ts'
import { type Held, type Skipped, feeChannelOf, isCovered, laterOf, noticeGoodDays } from '../planned/rules.ts'
import { staleAt } from '../schedule.ts'
import { reminderEmail } from '../schedules/emails.ts'
import { readSchedule } from '../schedules/records.ts'
import { chargeEmails } from './charge-emails.ts'
import { moveCharge } from './move-charge.ts'
import { amountNow } from './notice.ts'

/** Sends the charge once its day has come, if the notice still covers what is owed then. */
export async function sendCharge(
  engine: Engine,
  charge: PlannedCharge,
  about: About,
): Promise<Held | Skipped | 'moved'> {
  const day = earliestDay(engine, charge, charge.noticed)
  const { place, minutesToOpen } = placeInDayNow(engine)
  if (today(engine) < day || place === 'early') {
    const changed = await changedSince(engine, charge)
    if (changed) return changed
    // The customer is told another day, unless it is that of the payment's own email.
    if (day > charge.chargeOn && charge.noticed !== null && leadOf(engine, charge, charge.noticed) > 0)
      await waitLonger(engine, charge, about, { amount: charge.noticed, fee: charge.noticedFee, on: day })
    else await waitForDay(engine, charge, about, today(engine) < day ? day : today(engine))
    return 'moved'
  }
  if (place === 'over') return { hold: 'after_hours', minutes: minutesToOpen }
  const stopped = await whyNotNow(engine, charge)
  if (stopped) return stopped
  const amount = await amountNow(engine, charge)
  if (!('take' in amount)) return amount
  if (!isCovered(charge, amount) || daysAfter(day, noticeGoodDays) < today(engine)) {
    await noticeAgain(engine, charge)
    return 'moved'
  }
  const ripe = earliestDay(engine, charge, amount.take)
  if (today(engine) < ripe) {
    await waitLonger(engine, charge, about, { amount: amount.take, fee: amount.fee, on: ripe })
    return 'moved'
  }
  return await send(engine, charge, about, amount)
}

/**
 * Not before the day that the customer was told, nor before the notice is old enough for the amount: a payment since may
 * have taken it below the customer's range.
 */
function earliestDay(engine: Engine, charge: PlannedCharge, amount: Cents | null): CalendarDate {
  if (amount === null || charge.noticedAt === null) throw new Error('A charge without a notice')
  const noticedOn = dateIn(engine.profile.timeZone, charge.noticedAt)
  return laterOf(charge.chargeOn, daysAfter(noticedOn, leadOf(engine, charge, amount)))
}

/** Before the day: what a customer has to hear of in time, because more is owed than noticed, or nothing can be charged. */
async function changedSince(engine: Engine, charge: PlannedCharge): Promise<Skipped | 'moved' | null> {
  if (charge.of.kind === 'schedule') return null
  const amount = await amountNow(engine, charge)
  if ('hold' in amount || isCovered(charge, amount)) return null
  if ('skip' in amount) return amount
  await noticeAgain(engine, charge)
  return 'moved'
}

async function noticeAgain(engine: Engine, charge: PlannedCharge): Promise<void> {
  const change = { held_for: null, notice_key: null, next_step_at: engine.clock.now() }
  await moveCharge(engine, charge, 'PLANNED', change)
}

/** The notice is not old enough for what is left, or for the card as it is now: the customer is told the later day. */
async function waitLonger(
  engine: Engine,
  charge: PlannedCharge,
  about: About,
  next: { amount: Cents; fee: Cents; on: CalendarDate },
): Promise<void> {
  const email = chargeEmails(about, charge).notice({ ...next, today: today(engine) })
  const told = sumCents([next.amount, next.fee])
  await moveCharge(engine, charge, 'NOTIFIED', {
    held_for: null,
    charge_on: next.on,
    noticed_cents: next.amount,
    noticed_fee_cents: next.fee,
    mailed_cents: told,
    mailed_on: next.on,
    notices: charge.notices + 1,
    notice_key: email.dedupeKey,
    next_step_at: openingOf(engine, next.on),
    emails: [email],
    notification: { kind: 'chargeUpcoming', nth: charge.notices + 1, amount: told, on: next.on },
  })
}

/** On the day before, the customer is reminded of a payment that was set earlier than that. */
async function waitForDay(engine: Engine, charge: PlannedCharge, about: About, day: CalendarDate): Promise<void> {
  const eve = daysAfter(day, -1)
  const noticedOn = charge.noticedAt === null ? eve : dateIn(engine.profile.timeZone, charge.noticedAt)
  const isToRemind = charge.of.kind === 'schedule' && noticedOn < eve && today(engine) <= eve
  const isEve = today(engine) === eve
  const { place } = placeInDayNow(engine)
  const isNow = isToRemind && isEve && place === 'open'
  await moveCharge(engine, charge, 'NOTIFIED', {
    held_for: null,
    next_step_at: openingOf(engine, isToRemind && (!isEve || place === 'early') ? eve : day),
    ...(isNow
      ? {
          emails: await reminderOf(engine, charge.of.id, about, day),
          notification: { kind: 'chargeUpcoming', nth: charge.notices, amount: toldOf(charge), on: day },
        }
      : {}),
  })
}

/** With the fee. */
function toldOf({ noticed, noticedFee }: PlannedCharge): Cents | null {
  return noticed === null ? null : sumCents([noticed, noticedFee])
}

async function reminderOf(engine: Engine, scheduleId: number, about: About, day: CalendarDate): Promise<NewEmail[]> {
  const schedule = await readSchedule(engine.db, scheduleId)
  const items = schedule?.items.filter(({ state, chargeOn }) => state === 'NOTIFIED' && chargeOn === day) ?? []
  return schedule && items.length > 0 ? [reminderEmail(about, { ...schedule, items }, day)] : []
}

const day = 24 * 60 * 60_000

/**
 * Balances of an old import may lack payments that were made since at an office. Where no payments are listed, only balances that
 * are newer than the notice show one.
 */
async function whyNotNow(engine: Engine, { of, noticedAt }: PlannedCharge): Promise<Held | null> {
  if (await engine.isRunStopped()) return { hold: 'run_stopped', minutes: 5 }
  const data = await engine.billing.newestData()
  const age = data === null ? Infinity : epochOf(engine.clock.now()) - epochOf(data.extractedAt)
  const isOlderThanNotice =
    of.kind === 'agreement' && data?.listsPayments === false && noticedAt !== null && data.extractedAt <= noticedAt
  const isStale = isOlderThanNotice || age > engine.profile.autoPay.oldestImportDays * day
  return isStale ? { hold: 'stale_import', minutes: 60 } : null
}

/** What the bank of a card is told. */
const payers = { agreement: 'recurring', schedule: 'unscheduled' } as const satisfies Record<PlannedOf['kind'], unknown>

async function send(
  engine: Engine,
  charge: PlannedCharge,
  { recipient }: About,
  payable: { take: Cents; fee: Cents; serviceLocation: string; newestPaid: number },
): Promise<Held | 'moved'> {
  const { method, customer, mandate, bankAccount } = charge.card
  const card = { method, customer, mandate, isBankAccount: bankAccount !== null, payer: payers[charge.of.kind] }
  const taken = await takePlanned(engine, intentOf(engine, charge, recipient, payable), card)
  switch (taken.outcome) {
    case 'taken':
      return 'moved'
    case 'accountHeld':
      return { hold: 'account_held', minutes: 15 }
    case 'bankPaymentUnderWay':
      return { hold: 'bank_payment', minutes: 60 }
    case 'agreementBusy':
      return { hold: 'agreement_busy', minutes: 15 }
    case 'hourFull':
      return { hold: 'hour_full', minutes: minutesToNextHour(epochOf(engine.clock.now())) }
    case 'paidMeanwhile':
    case 'planChanged':
      // What changed decides at the next look.
      await moveCharge(engine, charge, 'NOTIFIED', { next_step_at: later(engine.clock.now(), minute) })
      return 'moved'
  }
}

const minute = 60_000

function minutesToNextHour(now: number): number {
  return 60 - Math.floor((now % (60 * minute)) / minute)
}

function intentOf(
  engine: Engine,
  charge: PlannedCharge,
  recipient: string,
  { take, fee, serviceLocation, newestPaid }: { take: Cents; fee: Cents; serviceLocation: string; newestPaid: number },
): PlannedIntent {
  const at = engine.clock.now()
  const { accountId, of, card, id, epoch } = charge
  // Where the profile has none, `whatStops` holds what a bank account would pay.
  const bankPayments = engine.profile.bankPayments ?? { sourceCode: '', credit: 'settlement' as const }
  const rule = feeRuleOf(engine.profile.serviceFees, payMethodOf(card), feeChannelOf[of.kind])
  return {
    paidBy: charge.username,
    publicId: engine.newPublicId(),
    mode: 'Online',
    sourceCode: card.brand ? sourceCodeOf[card.brand] : bankPayments.sourceCode,
    amount: take,
    fee: rule && { amount: fee, rule },
    confirmationEmail: recipient,
    items: [{ accountId, amount: take, serviceLocation, newestPaid }],
    gateway: engine.gateway.name,
    reference: engine.newReference(),
    brand: card.brand,
    ...(card.bankAccount && {
      bank: { ...card.bankAccount, fingerprint: card.fingerprint, credit: bankPayments.credit },
    }),
    lastFour: card.lastFour,
    cardHolder: card.cardHolder,
    planned: { id, epoch, of, savedCardId: card.id, method: card.method },
    mostPerHour: engine.profile.autoPay.mostPerHour,
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
  }
}
