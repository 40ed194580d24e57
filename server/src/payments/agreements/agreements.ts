import type { PauseReason } from '@portal/contract/autopay'
import type { EndReason } from '@portal/contract/autopay-reasons'
import { methodName } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { wakeAutopay, type Engine } from '../engine.ts'
import { hasSentCharge } from '../planned/charge.ts'
import { usableMethod } from '../planned/methods.ts'
import { moveAllPlanned, unsentStates } from '../planned/moves.ts'
import { aboutPerson } from '../planned/partners.ts'
import { lockAgreement } from '../planned/standing.ts'
import { financeEmail } from '../planned/write-email.ts'
import type { MethodGone } from '../saved-methods/methods.ts'
import { agreementEmail, endedEmail, pausedEmail } from './emails.ts'
import {
  type ChangedBy,
  auditAutopay,
  byPortal,
  inWords,
  insertAgreement,
  moveAgreement,
  moveLocked,
  notifyOfPause,
} from './moves.ts'
import { planAgain } from './plan-again.ts'
import { closeFailed } from './resume.ts'
import { keepWords } from './words.ts'

/** What a customer chooses and accepts. That the account is theirs, the caller has checked. */
export interface Acceptance {
  accountId: AccountNumber
  savedCardId: number
  day: { rule: DayRule; number: number }
  /** A bill above it is not taken at all; null for no limit. */
  most: Cents | null
  /** Amounts for which the short notice is enough, whatever the card; null for none. */
  range: { low: Cents; high: Cents } | null
  endsOn: CalendarDate | null
  words: { version: string; text: string }
  /** Whether the card expires before the next charge. */
  cardEnds?: boolean
}

export type Accepted = { outcome: 'accepted'; id: number } | { outcome: 'alreadyOn' | 'cardUnusable' | 'noAddress' }

/** Of two at once, one is accepted. The copy of the words leaves with the same transaction. */
export async function acceptAgreement(
  engine: Engine,
  customer: CustomerCaller,
  asked: Acceptance,
  origin: AuditOrigin,
): Promise<Accepted> {
  const about = await aboutPerson(engine, customer.personId)
  if (about === null) return { outcome: 'noAddress' }
  const at = engine.clock.now()
  const accepted = await engine.db.transaction().execute(async (tx): Promise<Accepted> => {
    const card = await usableMethod(engine, tx, customer.webUserId, asked.savedCardId)
    if (card === null) return { outcome: 'cardUnusable' }
    const id = await insertAgreement(tx, await termsOf(tx, customer, asked, { at, from: origin.clientAddress }), at)
    if (id === null) return { outcome: 'alreadyOn' }
    const { accountId, words, cardEnds = false } = asked
    await queueEmail(tx, agreementEmail(about, 'agreed', String(id), accountId, { ...words, cardEnds }), at)
    await auditAutopay(
      tx,
      { actor: actorOf(customer), origin },
      asked.accountId,
      { state: 'ACTIVE', words: asked.words.version, ...inWords(asked, methodName(card)) },
      at,
    )
    return { outcome: 'accepted', id }
  })
  if (accepted.outcome === 'accepted') wakeAutopay(engine)
  return accepted
}

async function termsOf(
  tx: Tx,
  { webUserId, personId, id: session_id }: CustomerCaller,
  asked: Acceptance,
  { at, from }: { at: Instant; from: string },
) {
  return {
    account_id: asked.accountId,
    person_id: personId,
    web_user_id: webUserId,
    ...chosenTerms(asked),
    ends_on: asked.endsOn,
    ...(await keepWords(tx, asked.words, { at, from, session_id })),
  }
}

function chosenTerms({ savedCardId, day, most, range }: Pick<Acceptance, 'savedCardId' | 'day' | 'most' | 'range'>) {
  return {
    saved_card_id: savedCardId,
    day_rule: day.rule,
    day_number: day.number,
    most_cents: most,
    range_low_cents: range?.low ?? null,
    range_high_cents: range?.high ?? null,
  }
}

/** Takes effect at once: what was not sent by then is never sent. False when it had ended. */
export async function endAgreement(
  engine: Engine,
  id: number,
  reason: EndReason,
  by: ChangedBy = byPortal,
): Promise<boolean> {
  return await moveAgreement(engine, id, { to: 'ENDED', reason, by }, async (tx, account, at) => {
    const open = { from: unsentStates, to: 'SKIPPED', where: sql`agreement_id = ${id}` } as const
    const change = { reason: 'ended', held_for: null, next_step_at: null } as const
    await moveAllPlanned(tx, open, change, { why: 'ended' }, at)
    const isCharging = await hasSentCharge(tx, id)
    return (about) => [
      ...(about ? [endedEmail(about, id, account, isCharging)] : []),
      ...(reason === 'customer' ? [] : [financeEmail(engine.profile, 'agreement', `ended-${id}`, account, reason)]),
    ]
  })
}

/** By staff, or because nothing can be charged until the customer acts. Nothing is lost: charges wait. */
export async function stopAgreement(
  engine: Engine,
  id: number,
  reason: PauseReason,
  by: ChangedBy = byPortal,
): Promise<boolean> {
  return await moveAgreement(engine, id, { to: 'PAUSED', reason, by }, async (tx, account, at) => {
    await notifyOfPause(tx, id, at)
    const isCharging = await hasSentCharge(tx, id)
    return (toCustomer) => [
      ...(toCustomer ? [pausedEmail(toCustomer, `${id}-${at}`, { why: reason, isCharging }, { account })] : []),
      financeEmail(engine.profile, 'agreement', `paused-${id}-${at}`, account, reason),
    ]
  })
}

/**
 * Once the card can't be charged anymore: the customer is told right away, and not at the next bill. What this leaves,
 * because a process ended, the run pauses when a charge is due.
 */
export function pausingAgreements(engine: Engine): MethodGone {
  return async (savedCardId, by) => {
    const { rows } = await sql<{ id: number }>`
      select id from autopay_agreement where saved_card_id = ${savedCardId} and state = 'ACTIVE' order by id`.execute(
      engine.db,
    )
    for (const { id } of rows) await stopAgreement(engine, id, 'card_removed', by)
  }
}

/**
 * Another card, day, limit or end, and the words that say so. What was noticed is noticed again. With another card, a
 * pause that the card had caused is over. False when it has ended, or the card is no use.
 */
export async function changeAgreement(
  engine: Engine,
  customer: CustomerCaller,
  id: number,
  { words, cardEnds = false, ...chosen }: ChangedTerms,
  origin: AuditOrigin,
): Promise<boolean> {
  const at = engine.clock.now()
  const about = await aboutPerson(engine, customer.personId)
  const changed = await engine.db.transaction().execute(async (tx) => {
    const agreement = await lockAgreement(tx, id)
    if (agreement === null || agreement.state === 'ENDED' || agreement.webUserId !== customer.webUserId) return false
    const { savedCardId, endsOn } = chosen
    const card = await usableMethod(engine, tx, customer.webUserId, savedCardId)
    if (card === null) return false
    const { account, state: from, reason } = agreement
    const isResumed = from === 'PAUSED' && reason !== 'staff' && agreement.savedCardId !== savedCardId
    const change = {
      reason: null,
      by: { actor: actorOf(customer), origin },
      terms: {
        ...chosenTerms(chosen),
        ...(endsOn !== undefined && { ends_on: endsOn }),
        ...(words && (await keepWords(tx, words, { at, from: origin.clientAddress, session_id: customer.id }))),
      },
      detail: { savedCardId },
      after: { ...(words && { words: words.version }), ...inWords(chosen, methodName(card)) },
      also: async () => {
        await planAgain(engine, tx, id, 'changed')
        if (isResumed) await closeFailed(tx, id, at)
        if (about && words) {
          await queueEmail(tx, agreementEmail(about, 'changed', `${id}-${at}`, account, { ...words, cardEnds }), at)
        }
        if (about && isResumed) await queueEmail(tx, agreementEmail(about, 'resumed', `${id}-${at}`, account), at)
      },
    }
    await moveLocked(tx, agreement, isResumed ? 'ACTIVE' : from, change, at)
    return true
  })
  if (changed) wakeAutopay(engine)
  return changed
}

/** What is left out stays as it is. */
type ChangedTerms = Pick<Acceptance, 'savedCardId' | 'day' | 'most' | 'range'> &
  Partial<Pick<Acceptance, 'endsOn' | 'words' | 'cardEnds'>>
