import { payMethodOf } from '@portal/contract/bank-accounts'
import { later } from '@portal/contract/dates'
import { type Cents, sumCents } from '@portal/contract/money'
import { isDue } from '@portal/contract/owed'
import { sql } from 'kysely'
import type { PlannedState } from '../../database/tables/autopay.ts'
import { agreementEmail } from '../agreements/emails.ts'
import { versionOfWords, wordsOf } from '../agreements/words.ts'
import { accountRows, readPortalPayments } from '../balances.ts'
import type { Engine } from '../engine.ts'
import type { PlannedCharge, PlannedMethod } from '../planned/charge.ts'
import { leadOf, noticeWait, placeInDayNow, today } from '../planned/day.ts'
import type { About } from '../planned/partners.ts'
import { type Held, type Skipped, amountToTake, plannedFee, soonestDay } from '../planned/rules.ts'
import { chargeEmails } from './charge-emails.ts'
import { moveCharge } from './move-charge.ts'

/** What may be taken now. @throws BillingSystemDown */
export async function amountNow(
  engine: Engine,
  charge: Pick<PlannedCharge, 'accountId' | 'of' | 'billId' | 'noticed'> & { card: Pick<PlannedMethod, 'bankAccount'> },
): Promise<{ take: Cents; fee: Cents; serviceLocation: string; newestPaid: number } | Skipped | Held> {
  const { accountId, of, card } = charge
  const known = await readPortalPayments(engine, [accountId])
  const [row] = await accountRows(engine, [accountId], known)
  if (!row) return { skip: 'closed' }
  if (row.isBeingPaid) return { hold: 'account_held', minutes: 15 }
  // Only what no bank payment is about to pay: that may come back, so the charge waits for it instead of being skipped.
  const { pendingPayment } = row
  if (pendingPayment && (pendingPayment.answersBy === null || !isDue(row.amount)))
    return { hold: 'account_held', minutes: 60 }
  const isCashOnly = row.cashOnlyFlag === 'Y'
  const isBankBlocked = row.isBankBlocked && card.bankAccount !== null
  const { amount: owed, isActive } = row
  const atMost = of.kind === 'agreement' ? { asked: await mostOfBill(engine, charge) } : {}
  const amount = amountToTake({ owed, isActive, isCashOnly, isBankBlocked, ...atMost, ...of })
  if ('skip' in amount) return amount
  const fee = plannedFee(engine.profile.serviceFees, payMethodOf(card), of, amount.take)
  return { ...amount, fee, serviceLocation: row.serviceLocation, newestPaid: known.get(accountId)?.newestPaid ?? 0 }
}

/**
 * Where a payment made elsewhere is seen in the balance alone: no more than the bill, or than was noticed before the bill was
 * gone from the data. Null: no limit.
 */
async function mostOfBill(
  { billing }: Engine,
  { billId, noticed }: Pick<PlannedCharge, 'billId' | 'noticed'>,
): Promise<Cents | null> {
  const data = await billing.newestData()
  if (data === null || data.listsPayments || billId === null) return null
  const bill = await billing.findBill(billId)
  return bill?.ending ?? noticed
}

/** Tells the customer the amount and the day. The charge waits until a mail server has taken the email. */
export async function planNotice(
  engine: Engine,
  charge: PlannedCharge,
  about: About,
): Promise<Held | Skipped | 'moved'> {
  const { place, minutesToOpen } = placeInDayNow(engine)
  if (place !== 'open') return { hold: 'after_hours', minutes: minutesToOpen }
  const before = await chargedBefore(engine, charge)
  if (before === 'open') return { hold: 'earlier_bill', minutes: 60 }
  if (before === 'paid') return { skip: 'already_charged' }
  const amount = await amountNow(engine, charge)
  if (!('take' in amount)) return amount
  const day = today(engine)
  const on = soonestDay(charge.chargeOn, day, leadOf(engine, charge, amount.take))
  const email = chargeEmails(about, charge).notice({ amount: amount.take, fee: amount.fee, on, today: day })
  const words = await newWords(engine, charge)
  await moveCharge(engine, charge, 'PLANNED', {
    held_for: null,
    charge_on: on,
    noticed_cents: amount.take,
    noticed_fee_cents: amount.fee,
    notices: charge.notices + 1,
    notice_key: email.dedupeKey,
    next_step_at: later(engine.clock.now(), noticeWait),
    emails: words
      ? [agreementEmail(about, 'words', `${words.id}-${words.version}`, charge.accountId, { text: words.words }), email]
      : [email],
    notification: { kind: 'chargeUpcoming', nth: charge.notices + 1, amount: sumCents([amount.take, amount.fee]), on },
    ...(words && { mailedWords: words }),
  })
  return 'moved'
}

/** Where the words have changed since the customer last read them; they are mailed before the first charge under them. */
async function newWords(engine: Engine, { of, card }: PlannedCharge) {
  if (of.kind === 'schedule' || of.mailedVersion === versionOfWords(engine.profile, payMethodOf(card))) return null
  return { id: of.id, ...(await wordsOf(engine.db, engine.profile, of.id)) }
}

/**
 * Goes on once the mail server has the notice. One that it refused is held, for people to act on; one that was withdrawn
 * (`still-stands.ts`) is written anew.
 */
export async function checkNotice(engine: Engine, charge: PlannedCharge): Promise<Held | 'moved'> {
  const email = await engine.db
    .selectFrom('email')
    .select(['delivered_at', 'refused_at'])
    .where('dedupe_key', '=', charge.noticeKey ?? '')
    .executeTakeFirst()
  if (email?.delivered_at) {
    await moveCharge(engine, charge, 'NOTIFIED', {
      held_for: null,
      noticed_at: email.delivered_at,
      mailed_on: charge.chargeOn,
      ...(charge.noticed !== null && { mailed_cents: sumCents([charge.noticed, charge.noticedFee]) }),
      next_step_at: engine.clock.now(),
    })
    return 'moved'
  }
  if (email)
    return email.refused_at ? { hold: 'notice_refused', minutes: 24 * 60 } : { hold: 'notice_waits', minutes: 5 }
  await moveCharge(engine, charge, 'PLANNED', { notice_key: null, next_step_at: engine.clock.now() })
  return 'moved'
}

/**
 * `open`: an earlier bill of the agreement is not done yet, and each has its charge and notice after the other. `paid`:
 * the bill that this one was issued again for was charged.
 */
async function chargedBefore(engine: Engine, { id, of, chainId }: PlannedCharge): Promise<'open' | 'paid' | null> {
  if (of.kind === 'schedule') return null
  const { rows } = await sql<{ state: PlannedState }>`
    select state from planned_charge
    where id <> ${id} and (
      (agreement_id = ${of.id} and id < ${id} and state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED'))
      or (coalesce(chain_id, id) = ${chainId} and state = 'PAID'))
    order by state = 'PAID' limit 1`.execute(engine.db)
  const [earlier] = rows
  if (!earlier) return null
  return earlier.state === 'PAID' ? 'paid' : 'open'
}
