import { type Instant, dateIn, later } from '@portal/contract/dates'
import { type GatewayReply, type InquiryAnswer, emptyReply } from '../../adapters/payment-gateway/port.ts'
import { CommitUnanswered } from '../../database/transactions.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { reversalOf } from '../charge/late-charge.ts'
import { composeOutcome } from '../charge/outcome.ts'
import { recordOutcome } from '../charge/record-outcome.ts'
import { bankEmail } from '../emails.ts'
import { type Engine, inquiryWork, postingWork, reversalWork } from '../engine.ts'
import { type InquiryResult, evaluateInquiry } from '../inquiry/evaluate-inquiry.ts'
import { type SearchResult, actOnAnswer, searchBesideCanary, replyOf, inquiryAbout } from '../inquiry/search-gateway.ts'
import { alarmOnceRecorded } from '../monitoring.ts'
import { countUndecided, leaseInquiries, recordInquiry } from '../records/attempts.ts'
import { receiptsBefore } from '../records/hand-resolutions.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import {
  depositsEndAt,
  depositsReminderAt,
  escalationAge,
  hasAge,
  inquiryLease,
  nextInquiryAfterMiss,
  nextInquiryAt,
  nextInquiryOfBank,
  nextInquiryOfDeposits,
  nextInquiryOfListed,
  restAt,
  retryAt,
} from '../schedule.ts'
import { isOpen, isRunning } from '../states.ts'
import { recheckUnpaid } from './recheck-unpaid.ts'

const most = 10

const unknownForADayAlarm = 'A payment is unconfirmed for 24 hours. Resolve it manually'

/** Searches the gateway for our reference (P3). The card is gone, so nothing can be charged again. */
export function resolveLoop(engine: Engine): Work {
  return {
    name: inquiryWork,
    restMilliseconds: restAt(engine.pace),
    async run(signal) {
      const now = engine.clock.now()
      const asked = { gateway: engine.gateway.name, abandonedBy: later(now, -escalationAge * engine.pace) }
      const until = later(now, inquiryLease(engine.gateway.limits.inquiry, engine.pace))
      const leased = await leaseInquiries(engine.db, asked, now, until, most)
      const failures: unknown[] = []
      for (const checkout of leased) {
        // When the gateway barely answers, the lease may end, and another worker may hold the rest by then.
        if (signal.aborted || engine.clock.now() >= until) break
        // An inquiry that fails, for instance because the billing system is down, is due again when its lease ends.
        await resolveOne(engine, checkout).catch(async (error: unknown) => {
          failures.push(error)
          // What it found may be recorded already, and if it is not, the next inquiry finds it again.
          if (error instanceof CommitUnanswered) return
          await escalateFailed(engine, checkout).catch((again: unknown) => failures.push(again))
        })
      }
      engine.monitoring.undecided(await countUndecided(engine.db))
      if (failures.length > 0) throw new AggregateError(failures, 'Gateway checks failed')
      return leased.length
    },
  }
}

/** After a day of failures, a person must resolve it: the accounts stay held. The inquiries continue. */
async function escalateFailed(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { state, sentAt, epoch, reference } = checkout.attempt
  const now = engine.clock.now()
  if (state !== 'UNKNOWN' || !hasAge(sentAt, now, escalationAge, engine.pace)) return
  const reason = 'gateway checks keep failing'
  const given = composeOutcome(engine, checkout, { to: 'ESCALATED', reply: null, detail: { reason }, epoch })
  const recording = recordOutcome(engine.db, { ...given, nextInquiryAt: retryAt(null, now, engine.pace) })
  await alarmOnceRecorded(engine, recording, { alarm: unknownForADayAlarm, facts: { reference, reason } })
}

async function resolveOne(engine: Engine, checkout: StoredCheckout): Promise<void> {
  if (checkout.attempt.state === 'INTENT') return giveUpWaiting(engine, checkout)
  if (!isOpen(checkout.attempt.state)) return recheckUnpaid(engine, checkout)
  // A result counts from the request on, because this process may stand still before it evaluates the answer.
  const lookedAt = engine.clock.now()
  const { attempt } = checkout
  const isGivenUp = attempt.state === 'VERIFYING' && lookedAt >= depositsEndAt(attempt.sentAt)
  const inquiry = { ...inquiryAbout(attempt), ...(isGivenUp && { isGivenUp }) }
  const sighting = await searchBesideCanary(engine, inquiry, attempt.id)
  await actOnAnswer(engine, checkout, sighting.found, async (found) => {
    await actOn(engine, checkout, { ...sighting, found }, lookedAt)
  })
}

async function actOn(
  engine: Engine,
  checkout: StoredCheckout,
  { found, isAbsenceProven }: SearchResult,
  lookedAt: Instant,
): Promise<void> {
  const result = evaluateInquiry({ checkout, found, isAbsenceProven, now: lookedAt, pace: engine.pace })
  if (result.alarm) engine.monitoring.alarm(result.alarm, { reference: checkout.attempt.reference })
  if (result.to) await settle(engine, checkout, result, found)
  else await inquireAgain(engine, checkout, result, found)
}

/** The process that sent this charge is gone. From here on, only the gateway's books show the outcome. */
async function giveUpWaiting(engine: Engine, checkout: StoredCheckout): Promise<void> {
  const { epoch } = checkout.attempt
  const reason = 'no gateway answer was recorded'
  const given = composeOutcome(engine, checkout, { to: 'UNKNOWN', reply: null, detail: { reason }, epoch })
  if (!(await recordOutcome(engine.db, given))) return
  engine.monitoring.outcomeFound({ reference: checkout.attempt.reference, to: 'UNKNOWN', reason })
}

async function settle(
  engine: Engine,
  checkout: StoredCheckout,
  result: InquiryResult,
  found: InquiryAnswer,
): Promise<void> {
  const { transaction, reason } = result
  // A bank payment runs in plain sight: whoever pays elsewhere meanwhile pays more on purpose.
  const mayReverse = result.to === 'CHARGED' && !isRunning(checkout.attempt.state)
  const to = mayReverse && (await wasPaidMeanwhile(engine, checkout)) ? 'REVERSING' : result.to
  if (!to) return
  const settled = composeOutcome(engine, checkout, {
    to,
    reply: transaction ? replyOf(transaction) : tagAlone(found),
    ...(found.outcome === 'verifying' && { deposits: found.deposits }),
    ...(transaction?.bankReturn && { returned: transaction.bankReturn }),
    detail: { reason, looks: checkout.attempt.inquiries + 1 },
    epoch: checkout.attempt.epoch,
    receiptsBefore: transaction ? await receiptsBefore(engine.db, transaction.tag) : 0,
    reversals: [
      ...(to === 'REVERSING' && transaction
        ? [reversalOf(engine, transaction, 'paidOtherwise', 'paid another way in the meantime')]
        : []),
      ...result.surplus.map((second) => reversalOf(engine, second, 'secondCharge', 'duplicate charge')),
    ],
  })
  const { reference } = checkout.attempt
  const call = to === 'ESCALATED' ? { alarm: unknownForADayAlarm, facts: { reference, reason } } : null
  if (!(await alarmOnceRecorded(engine, recordOutcome(engine.db, settled), call))) return
  engine.monitoring.outcomeFound({ reference, to, reason })
  if (settled.receipts.length > 0) engine.wake(postingWork)
  if (settled.reversals.length > 0) engine.wake(reversalWork)
  if (settled.email) engine.wake(emailWork)
}

/** What is known of a payment that runs. */
function tagAlone(found: InquiryAnswer): GatewayReply | null {
  return 'tag' in found ? { ...emptyReply, tag: found.tag } : null
}

/** A payer who had to wait may have paid at an office. Then the charge is reversed (docs/payments.md). */
async function wasPaidMeanwhile(engine: Engine, { attempt, items }: StoredCheckout): Promise<boolean> {
  const since = dateIn(engine.profile.timeZone, attempt.sentAt)
  for (const { accountId, amount } of items) {
    if (await engine.billing.wasPaidOtherwise(accountId, amount, since)) return true
  }
  return false
}

async function inquireAgain(
  engine: Engine,
  checkout: StoredCheckout,
  result: InquiryResult,
  found: InquiryAnswer,
): Promise<void> {
  const { attempt } = checkout
  const now = engine.clock.now()
  const isListed = found.outcome === 'found'
  const email = reminderOf(engine, checkout, found, now)
  await recordInquiry(engine.db, {
    checkoutId: checkout.id,
    attemptId: attempt.id,
    epoch: attempt.epoch,
    at: now,
    isMiss: result.isMiss,
    isListed,
    nextInquiryAt: nextInquiryAfter(engine, attempt, { isListed, isMiss: result.isMiss }, now),
    detail: { look: attempt.inquiries + 1, found: found.outcome, isMiss: result.isMiss, reason: result.reason },
    email,
  })
  if (email) engine.wake(emailWork)
}

/** Once, some days before it is over. */
function reminderOf(engine: Engine, checkout: StoredCheckout, found: InquiryAnswer, now: Instant): NewEmail | null {
  const { state, sentAt } = checkout.attempt
  const isDue = state === 'VERIFYING' && found.outcome === 'verifying' && now >= depositsReminderAt(sentAt)
  if (!isDue) return null
  const { kind: deposits } = found.deposits
  return bankEmail(engine, checkout, 'bank-reminder', { by: depositsEndAt(sentAt), deposits })
}

function nextInquiryAfter(
  { pace }: Engine,
  { state, sentAt, inquiries, listedAt, bank }: StoredCheckout['attempt'],
  { isListed, isMiss }: { isListed: boolean; isMiss: boolean },
  now: Instant,
): Instant {
  if (state === 'VERIFYING') return nextInquiryOfDeposits(sentAt, now, pace)
  if (isRunning(state)) return nextInquiryOfBank(bank?.answersBy ?? null, now, pace)
  const planned = nextInquiryAt(sentAt, inquiries + 1, now, pace)
  if (isListed) return nextInquiryOfListed(listedAt ?? now, planned, now, pace)
  return isMiss ? nextInquiryAfterMiss(planned, now, pace) : retryAt(planned, now, pace)
}
