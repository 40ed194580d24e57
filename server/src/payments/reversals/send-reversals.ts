import { type Instant, later } from '@portal/contract/dates'
import { type ReversalResult, emptyReply } from '../../adapters/payment-gateway/port.ts'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type Engine, cancellationWork, reversalWork } from '../engine.ts'
import { searchBesideCanary, listedTransactions } from '../inquiry/search-gateway.ts'
import { alarmOnceRecorded, contradictionAlarm, unknownKindAlarm } from '../monitoring.ts'
import { readById } from '../records/checkouts.ts'
import { type LeasedReversal, abandonedReversals, leaseReversals } from '../records/reversals.ts'
import {
  abandonedAge,
  absenceAge,
  absenceMisses,
  escalationAge,
  hasAge,
  nextInquiryAfterMiss,
  nextInquiryAt,
  nextInquiryOfBank,
  restAt,
  retryAt,
  settledAge,
} from '../schedule.ts'
import { reversalEmail } from './emails.ts'
import { type ReversalOutcome, recordReversal } from './record-reversal.ts'

const most = 10

/** Sends each void or refund once. If the answer is lost, it searches for the reference and never repeats by guess. */
export function reversalLoop(engine: Engine): Work {
  return {
    name: reversalWork,
    restMilliseconds: restAt(engine.pace),
    async run() {
      const now = engine.clock.now()
      // A request under way keeps its lease, however long the gateway takes to answer.
      const lease = leaseMilliseconds(engine.pace) + engine.gateway.limits.charge
      const leased = await leaseReversals(engine.db, engine.gateway.name, now, later(now, lease), most)
      // In parallel: one that waited until its lease ended would count as sent, and need inquiries for an hour.
      await Promise.all(leased.map((reversal) => sendOrInquire(engine, reversal)))
      await giveUpElsewhere(engine, now)
      return leased.length
    },
  }
}

/** Another process may still use their gateway, so they get its time. After that, only a person can refund. */
async function giveUpElsewhere(engine: Engine, now: Instant): Promise<void> {
  const since = {
    unsentSince: later(now, -abandonedAge * engine.pace),
    unknownSince: later(now, -escalationAge * engine.pace),
  }
  for (const { tag, reference, ...abandoned } of await abandonedReversals(
    engine.db,
    engine.gateway.name,
    since,
    most,
  )) {
    const given = { ...nothingMore, ...abandoned, to: 'REFUSED', at: now, email: null } as const
    await alarmOnceRecorded(engine, recordReversal(engine.db, { ...given, detail: { reason: 'gatewayNotUsed' } }), {
      alarm: 'A refund can’t be sent: its gateway is no longer in use',
      facts: { tag, reference },
    })
  }
}

type Result = Omit<ReversalOutcome, 'id' | 'checkoutId' | 'epoch' | 'at' | 'email'>

async function sendOrInquire(engine: Engine, reversal: LeasedReversal): Promise<void> {
  const outcome = reversal.state === 'SENT' ? await send(engine, reversal) : await inquire(engine, reversal)
  if (!outcome) return
  const email = outcome.to === 'DONE' ? await emailFor(engine, reversal) : null
  const { id, checkoutId, epoch, tag, reference } = reversal
  const at = engine.clock.now()
  const needsPerson = outcome.to === 'REFUSED' && outcome.refundReference === null
  const recorded = await alarmOnceRecorded(
    engine,
    recordReversal(engine.db, { ...outcome, id, checkoutId, epoch, at, email }),
    needsPerson ? { alarm: 'Reversal rejected by the gateway', facts: { tag, reference } } : null,
  )
  if (recorded && email) engine.wake(emailWork)
  if (recorded && outcome.to === 'DONE') engine.wake(cancellationWork)
  if (!recorded && outcome.to === 'DONE') {
    engine.monitoring.alarm('A charge was reversed by a request marked as failed', { tag })
  }
}

/** Null when the lease may end before the gateway answers: others might find the request absent and repeat it. */
async function send(engine: Engine, reversal: LeasedReversal): Promise<Result | null> {
  if (later(engine.clock.now(), engine.gateway.limits.charge) > reversal.leaseUntil) return null
  const { kind, reference, tag, authorization, amount } = reversal
  const verdict = await engine.gateway.reverse({ kind, reference, tag, authorization, amount })
  return afterSending(engine, reversal, verdict)
}

type Refused = Pick<Extract<ReversalResult, { outcome: 'refused' }>, 'reason' | 'reply'>

/** About a void or refund that was not approved, the list says no more than that. */
const listedAsRefused: Refused = { reason: 'tooLate', reply: emptyReply }

const nothingMore: Omit<Result, 'to'> = {
  nextTryAt: null,
  isMiss: false,
  newReference: null,
  refundReference: null,
  detail: {},
}

function afterSending(engine: Engine, reversal: LeasedReversal, verdict: ReversalResult): Result {
  const now = engine.clock.now()
  const dueAgain = (to: 'REQUESTED' | 'UNKNOWN', reason: string): Result => {
    return { ...nothingMore, to, nextTryAt: dueAgainAt(engine, reversal, now), detail: { reason } }
  }
  switch (verdict.outcome) {
    case 'reversed':
      return { ...nothingMore, to: 'DONE', detail: { tag: verdict.reply.tag } }
    case 'refused':
      if (!verdict.operatorAlarm) return afterRefusal(engine, reversal, verdict)
      // The gateway refuses everything until an operator acts, and processed nothing, so the request is repeated later.
      engine.monitoring.alarm('Gateway problem: reversals are rejected', {
        tag: reversal.tag,
      })
      return dueAgain('REQUESTED', 'the gateway rejects our credentials')
    case 'notSent':
      return dueAgain('REQUESTED', verdict.reason)
    case 'unknown':
      return dueAgain('UNKNOWN', verdict.reason)
  }
}

/** The gateway's own words are kept, because the person who has to remove the cause needs them. */
function afterRefusal(engine: Engine, { kind }: LeasedReversal, { reason, reply }: Refused): Result {
  const { bankMessage, message } = reply
  const detail = { reason, bankMessage, message }
  if (reason === 'alreadyReversed') return { ...nothingMore, to: 'DONE', detail }
  const canRefund = kind === 'void' && reason === 'tooLate' && engine.gateway.reversalKinds.includes('refund')
  const refundReference = canRefund ? engine.newReference() : null
  return { ...nothingMore, to: 'REFUSED', refundReference, detail }
}

/** The same rules as for a charge (docs/payments.md): presence counts when it lasts, absence when it is proven. */
async function inquire(engine: Engine, reversal: LeasedReversal): Promise<Result> {
  // A result counts from the request on, because this process may stand still before it evaluates the answer.
  const now = engine.clock.now()
  const { gateway, reference, sentAt } = reversal
  const { found, isAbsenceProven } = await searchBesideCanary(
    engine,
    { subject: 'reversal', gateway, reference, tag: null, sentAt },
    null,
  )
  const notYet: Result = { ...nothingMore, to: 'UNKNOWN', nextTryAt: dueAgainAt(engine, reversal, now) }
  if (found.outcome === 'found') {
    const { charges, reversals, unknownKind: unheardOf, isContradictory } = listedTransactions(found.transactions)
    const unexpected = charges.length + unheardOf.length > 0 ? unknownKindAlarm : null
    const alarm = isContradictory ? contradictionAlarm : unexpected
    if (alarm) engine.monitoring.alarm(alarm, { reference, tag: reversal.tag })
    // A bank has it for days. The gateway tells the end; if that is lost, a day is soon enough.
    if (found.transactions.some(({ status }) => status === 'pending'))
      return { ...notYet, nextTryAt: nextInquiryOfBank(null, now, engine.pace) }
    if (alarm || !(found.isFinal || hasAge(sentAt, now, settledAge, engine.pace))) return notYet
    return reversals.length > 0 ? { ...nothingMore, to: 'DONE' } : afterRefusal(engine, reversal, listedAsRefused)
  }
  if (!isAbsenceProven) return notYet
  const isAbsent = reversal.misses + 1 >= absenceMisses && hasAge(sentAt, now, absenceAge, engine.pace)
  if (isAbsent) return { ...nothingMore, to: 'REQUESTED', nextTryAt: now, newReference: engine.newReference() }
  return {
    ...notYet,
    isMiss: true,
    nextTryAt: nextInquiryAfterMiss(dueAgainAt(engine, reversal, now), now, engine.pace),
  }
}

function dueAgainAt(engine: Engine, { sentAt, tries }: LeasedReversal, now: Instant): Instant {
  return retryAt(nextInquiryAt(sentAt, tries - 1, now, engine.pace), now, engine.pace)
}

async function emailFor(engine: Engine, reversal: LeasedReversal): Promise<ReversalOutcome['email']> {
  const checkout = await readById(engine.db, reversal.checkoutId)
  return checkout && reversalEmail(engine, checkout, reversal)
}
