import type { PauseReason } from '@portal/contract/autopay'
import type { EndReason } from '@portal/contract/autopay-reasons'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { type SqlBool, sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { DayRule, PlannedState } from '../../database/tables/autopay.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { usableCard } from '../records/planned-cards.ts'
import { type LockedAgreement, hasSentCharge, lockAgreement, recordAutopayEvent } from '../records/planned-charges.ts'
import { agreementEmail, endedEmail, financeEmail, pausedEmail } from './emails.ts'
import { type ChangedBy, auditAutopay, byPortal, chosen, moveAgreement, wakeAutopay } from './move-agreement.ts'
import { type AgreementParts, aboutPerson, addressOf, tellOfPause } from './parts.ts'
import { planAgain } from './plan-again.ts'
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
  parts: AgreementParts,
  customer: CustomerCaller,
  asked: Acceptance,
  origin: AuditOrigin,
): Promise<Accepted> {
  const { engine } = parts
  const recipient = await addressOf(parts, customer.personId)
  if (recipient === null) return { outcome: 'noAddress' }
  const at = engine.clock.now()
  const accepted = await engine.db.transaction().execute(async (tx): Promise<Accepted> => {
    const card = await usableCard(parts.engine, tx, customer.webUserId, asked.savedCardId)
    if (card === null) return { outcome: 'cardUnusable' }
    const id = await insertAgreement(tx, customer, asked, { at, from: origin.clientAddress })
    if (id === null) return { outcome: 'alreadyOn' }
    await recordAutopayEvent(tx, { agreementId: id, from: null, to: 'ACTIVE' }, at)
    const about = await aboutPerson(parts, customer.personId, recipient, tx)
    const { accountId, words, cardEnds = false } = asked
    await queueEmail(tx, agreementEmail(about, 'agreed', String(id), accountId, { ...words, cardEnds }), at)
    await auditAutopay(
      tx,
      { actor: actorOf(customer), origin },
      asked.accountId,
      { state: 'ACTIVE', words: asked.words.version, ...chosen(asked, card) },
      at,
    )
    return { outcome: 'accepted', id }
  })
  if (accepted.outcome === 'accepted') wakeAutopay(parts)
  return accepted
}

/** Written out: PostgreSQL finds no partial index by a parameter. */
const notEnded = sql<SqlBool>`state <> 'ENDED'`

/** Null when the account has one that has not ended. */
async function insertAgreement(
  tx: Tx,
  { webUserId, personId, id: session_id }: CustomerCaller,
  asked: Acceptance,
  { at, from }: { at: Instant; from: string },
): Promise<number | null> {
  const accepted = await keepWords(tx, asked.words, { at, from, session_id })
  const inserted = await tx
    .insertInto('autopay_agreement')
    .values({
      account_id: asked.accountId,
      person_id: personId,
      web_user_id: webUserId,
      saved_card_id: asked.savedCardId,
      state: 'ACTIVE',
      reason: null,
      day_rule: asked.day.rule,
      day_number: asked.day.number,
      most_cents: asked.most,
      range_low_cents: asked.range?.low ?? null,
      range_high_cents: asked.range?.high ?? null,
      ends_on: asked.endsOn,
      ...accepted,
      changed_at: at,
    })
    .onConflict((taken) => taken.column('account_id').where(notEnded).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Takes effect at once: what was not sent by then is never sent. False when it had ended. */
export async function endAgreement(
  parts: AgreementParts,
  id: number,
  reason: EndReason,
  by: ChangedBy = byPortal,
): Promise<boolean> {
  return await moveAgreement(parts, id, { to: 'ENDED', reason, by }, async (tx, account, at) => {
    const skipped = await sql<{ id: number; from: PlannedState }>`
      update planned_charge set state = 'SKIPPED', reason = 'ended', held_for = null, next_step_at = null,
        epoch = epoch + 1
      from (select id, state as "from" from planned_charge
        where agreement_id = ${id} and state in ('PLANNED', 'NOTIFIED', 'DECLINED') for update) as open
      where planned_charge.id = open.id
      returning open.id, open."from"`.execute(tx)
    for (const { id: chargeId, from } of skipped.rows) {
      await recordAutopayEvent(tx, { chargeId, from, to: 'SKIPPED', detail: { why: 'ended' } }, at)
    }
    const isCharging = await hasSentCharge(tx, id)
    return (about) => [
      ...(about ? [endedEmail(about, id, account, isCharging)] : []),
      ...(reason === 'customer' ? [] : [financeEmail(parts.deps.profile, `ended-${id}`, account, reason)]),
    ]
  })
}

/** By staff, or because nothing can be charged until the customer acts. Nothing is lost: charges wait. */
export async function stopAgreement(
  parts: AgreementParts,
  id: number,
  reason: PauseReason,
  by: ChangedBy = byPortal,
): Promise<boolean> {
  return await moveAgreement(parts, id, { to: 'PAUSED', reason, by }, async (tx, account, at) => {
    await tellOfPause(tx, id, at)
    const isCharging = await hasSentCharge(tx, id)
    return (toCustomer) => [
      ...(toCustomer ? [pausedEmail(toCustomer, `${id}-${at}`, { why: reason, isCharging }, { account })] : []),
      financeEmail(parts.deps.profile, `paused-${id}-${at}`, account, reason),
    ]
  })
}

/** In the transaction of what causes it, which also tells the customer. The agreement is locked. */
export async function pauseWithin(tx: Tx, id: number, reason: PauseReason, at: Instant): Promise<void> {
  await tx
    .updateTable('autopay_agreement')
    .set({ state: 'PAUSED', reason, changed_at: at, confirmed_at: null })
    .where('id', '=', id)
    .execute()
  await recordAutopayEvent(tx, { agreementId: id, from: 'ACTIVE', to: 'PAUSED', detail: { why: reason } }, at)
}

/**
 * Only staff takes back a pause by staff, and no other one; nobody with a card that can't be charged. What waits is
 * noticed again before it is charged.
 */
export async function resumeAgreement(parts: AgreementParts, id: number, by: ChangedBy): Promise<boolean> {
  const { kind } = by.actor
  return await resume(parts, id, by, (reason) => kind === 'system' || (reason === 'staff') === (kind === 'admin'))
}

/** The bank wanted its customer, who has paid with this card on the page since. */
export async function resumeConfirmed(parts: AgreementParts, id: number): Promise<boolean> {
  return await resume(parts, id, byPortal, (reason) => reason === 'payer_asked')
}

async function resume(
  parts: AgreementParts,
  id: number,
  by: ChangedBy,
  isFor: (reason: string | null) => boolean,
): Promise<boolean> {
  const mayLeave = async ({ reason, webUserId, savedCardId }: LockedAgreement, tx: Tx) =>
    isFor(reason) && webUserId !== null && (await usableCard(parts.engine, tx, webUserId, savedCardId)) !== null
  return await moveAgreement(parts, id, { to: 'ACTIVE', reason: null, by, mayLeave }, async (tx, account, at) => {
    await planAgain(parts, tx, id, 'resumed')
    await closeFailed(tx, id, at)
    return (about) => (about ? [agreementEmail(about, 'resumed', `${id}-${at}`, account)] : [])
  })
}

/** What failed before no longer waits for a person. */
async function closeFailed(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx
    .updateTable('planned_charge')
    .set({ seen_at: at })
    .where('agreement_id', '=', id)
    .where('state', '=', 'FAILED')
    .where('seen_at', 'is', null)
    .execute()
}

/**
 * Another card, day, limit or end, and the words that say so. What was noticed is noticed again. With another card, a
 * pause that the card had caused is over. False when it has ended, or the card is no use.
 */
export async function changeAgreement(
  parts: AgreementParts,
  customer: CustomerCaller,
  id: number,
  { savedCardId, day, most, range, endsOn, words, cardEnds = false }: ChangedTerms,
  origin: AuditOrigin,
): Promise<boolean> {
  const at = parts.engine.clock.now()
  const recipient = await addressOf(parts, customer.personId)
  const changed = await parts.engine.db.transaction().execute(async (tx) => {
    const agreement = await lockAgreement(tx, id)
    if (agreement === null || agreement.state === 'ENDED' || agreement.webUserId !== customer.webUserId) return false
    const card = await usableCard(parts.engine, tx, customer.webUserId, savedCardId)
    if (card === null) return false
    const { state: from, reason } = agreement
    const isResumed = from === 'PAUSED' && reason !== 'staff' && agreement.savedCardId !== savedCardId
    const state = isResumed ? 'ACTIVE' : from
    await tx
      .updateTable('autopay_agreement')
      .set(isResumed ? { state, reason: null, confirmed_at: null } : {})
      .set({ saved_card_id: savedCardId, day_rule: day.rule, day_number: day.number, most_cents: most, changed_at: at })
      .set({ range_low_cents: range?.low ?? null, range_high_cents: range?.high ?? null })
      .set(endsOn === undefined ? {} : { ends_on: endsOn })
      .set(words ? await keepWords(tx, words, { at, from: origin.clientAddress, session_id: customer.id }) : {})
      .where('id', '=', id)
      .execute()
    await planAgain(parts, tx, id, 'changed')
    if (isResumed) await closeFailed(tx, id, at)
    await recordAutopayEvent(tx, { agreementId: id, from, to: state, detail: { savedCardId } }, at)
    const about = recipient && (await aboutPerson(parts, customer.personId, recipient, tx))
    const { account } = agreement
    if (about && words) {
      await queueEmail(tx, agreementEmail(about, 'changed', `${id}-${at}`, account, { ...words, cardEnds }), at)
    }
    if (about && isResumed) await queueEmail(tx, agreementEmail(about, 'resumed', `${id}-${at}`, account), at)
    await auditAutopay(
      tx,
      { actor: actorOf(customer), origin },
      account,
      { state, ...(words && { words: words.version }), ...chosen({ day, most }, card) },
      at,
    )
    return true
  })
  if (changed) wakeAutopay(parts)
  return changed
}

/** What is left out stays as it is. */
type ChangedTerms = Pick<Acceptance, 'savedCardId' | 'day' | 'most' | 'range'> &
  Partial<Pick<Acceptance, 'endsOn' | 'words' | 'cardEnds'>>
