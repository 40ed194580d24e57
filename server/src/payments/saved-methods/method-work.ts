import { type Instant, epochOf, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { SetupRead } from '../../adapters/payment-gateway/port-saved-methods.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import type { Engine } from '../engine.ts'
import { isOpen, isRunning } from '../states.ts'
import { detachmentWork } from './change-method.ts'
import { methodReads } from './method-reads.ts'
import { type MethodGone, type Keeping, keepingOf, savingWork } from './methods.ts'
import { type Saving, endSaving, settleSaving } from './save-method.ts'

const second = 1000
const minute = 60 * second
const batchSize = 10

/** How long a payer may take to confirm a card with the bank. */
const payerPatience = 20 * minute

/** After the first, second, … failed try; the last wait repeats. */
const waits: readonly number[] = [10 * second, minute, 10 * minute, 60 * minute]

/** What goes on with saved cards when no page waits for it. Nothing where the gateway keeps no cards. */
export function methodWork(anyEngine: Engine, whenGone: MethodGone): Work[] {
  const engine = keepingOf(anyEngine)
  if (!engine) return []
  return [
    { name: detachmentWork, restMilliseconds: 5 * second, run: async () => await detachDue(engine) },
    { name: savingWork, restMilliseconds: 5 * second, run: async () => await saveDue(engine) },
    methodReads(engine, whenGone),
  ]
}

function waitAfter(tries: number, pace: number): number {
  return (waits[Math.min(tries, waits.length) - 1] ?? minute) * pace
}

interface DueDetachment {
  method: string
  epoch: number
  tries: number
}

/** Counts those that are done; failures wait. */
async function detachDue(engine: Keeping): Promise<number> {
  const now = engine.clock.now()
  const { rows } = await sql<DueDetachment>`
    with due as materialized (
      select method from card_detachment detachment
      join gateway_customer owner on owner.id = detachment.gateway_customer_id
      where next_try_at <= ${now}::timestamptz and (lease_until is null or lease_until <= ${now}::timestamptz)
        and owner.gateway = ${engine.gateway.name} and owner.is_live = ${engine.savedMethods.isLive}
      order by next_try_at limit ${batchSize} for update of detachment skip locked)
    update card_detachment set lease_until = ${leaseEnd(engine, now)}::timestamptz, epoch = epoch + 1, tries = tries + 1
    from due where card_detachment.method = due.method
    returning card_detachment.method, epoch, tries`.execute(engine.db)
  const done = await Promise.all(rows.map(async (due) => await detachOne(engine, due)))
  return done.filter(Boolean).length
}

async function detachOne(engine: Keeping, { method, epoch, tries }: DueDetachment): Promise<boolean> {
  const detached = await engine.savedMethods.detach(method)
  const now = engine.clock.now()
  const isDone = detached.outcome === 'detached'
  await engine.db
    .updateTable('card_detachment')
    .set({
      lease_until: null,
      ...(isDone
        ? { detached_at: now, next_try_at: null, last_error: null }
        : { next_try_at: later(now, waitAfter(tries, engine.pace)), last_error: detached.reason }),
    })
    .where('method', '=', method)
    .where('epoch', '=', epoch)
    .execute()
  if (!isDone) engine.monitoring.cardUnclear(detached.reason)
  return isDone
}

interface DueSaving {
  id: number
  epoch: number
  tries: number
  setup: string | null
  name: string
  begunAt: Instant
  savedBy: string
  keptFor: number
  customer: string
  webUserId: number | null
  personId: PersonId | null
  attemptState: AttemptState | null
  tag: string | null
}

/** Setups whose page is gone, and payments that were to save their card. */
async function saveDue(engine: Keeping): Promise<number> {
  const now = engine.clock.now()
  const { rows } = await sql<DueSaving>`
    with due as materialized (
      select saving.id from card_saving saving
      join gateway_customer owner on owner.id = saving.gateway_customer_id
      where next_try_at <= ${now}::timestamptz and (lease_until is null or lease_until <= ${now}::timestamptz)
        and owner.gateway = ${engine.gateway.name} and owner.is_live = ${engine.savedMethods.isLive}
      order by next_try_at limit ${batchSize} for update of saving skip locked),
    leased as (
      update card_saving set lease_until = ${leaseEnd(engine, now)}::timestamptz, epoch = epoch + 1, tries = tries + 1
      from due where card_saving.id = due.id
      returning card_saving.id, gateway_customer_id, attempt_id, setup, name, saved_by, begun_at, epoch, tries)
    select leased.id, leased.epoch, leased.tries, leased.setup, leased.name, leased.begun_at as "begunAt",
      saved_by as "savedBy", owner.id as "keptFor", owner.customer, web_user.id as "webUserId",
      web_user.person_id as "personId", attempt.state as "attemptState", attempt.transaction_tag as tag
    from leased join gateway_customer owner on owner.id = leased.gateway_customer_id
    left join web_user on web_user.id = owner.web_user_id
    left join charge_attempt attempt on attempt.id = leased.attempt_id`.execute(engine.db)
  const ended = await Promise.all(rows.map(async (due) => await goOn(engine, due)))
  return ended.filter(Boolean).length
}

/** False when it waits on. */
async function goOn(engine: Keeping, due: DueSaving): Promise<boolean> {
  const read = await readDueSaving(engine, due)
  const now = engine.clock.now()
  if (read.outcome === 'unavailable' || read.outcome === 'awaitsPayer') {
    const wait = due.attemptState === null ? waitAfter(due.tries, engine.pace) : waitOf(due.attemptState) * engine.pace
    await engine.db
      .updateTable('card_saving')
      .set({ lease_until: null, next_try_at: later(now, wait) })
      .where('id', '=', due.id)
      .where('epoch', '=', due.epoch)
      .where('ended_at', 'is', null)
      .execute()
    return false
  }
  if (due.webUserId === null || due.personId === null) {
    // The registration has ended: nobody is left who could use the card.
    await engine.db.transaction().execute(async (tx) => endSaving(tx, due.id, now))
    if (read.outcome === 'saved') await engine.savedMethods.detach(read.card.method)
    return true
  }
  const person = await engine.billing.findPerson(due.personId)
  const saving: Saving = {
    id: due.id,
    keptFor: { id: due.keptFor, customer: due.customer },
    webUserId: due.webUserId,
    savedBy: due.savedBy,
    name: due.name,
  }
  const origin = { clientAddress: '', requestId: '' }
  await settleSaving(engine, saving, read, { recipient: person?.emailAddress ?? null, origin })
  return true
}

async function readDueSaving(engine: Keeping, due: DueSaving): Promise<SetupRead> {
  const { attemptState, tag, setup, begunAt } = due
  if (attemptState !== null) {
    if (isOpen(attemptState)) return { outcome: 'unavailable', reason: 'the payment is not decided' }
    const isCharged = !unpaidStates.some((state) => state === attemptState)
    return isCharged && tag !== null
      ? await engine.savedMethods.readSetup(tag)
      : { outcome: 'refused', reason: 'unsaid' }
  }
  // Nothing was confirmed, and nothing will be: its id was never recorded.
  if (setup === null) return { outcome: 'refused', reason: 'unsaid' }
  const read = await engine.savedMethods.readSetup(setup)
  const isOver = epochOf(engine.clock.now()) - epochOf(begunAt) > payerPatience * engine.pace
  const isGivenUp = isOver && read.outcome !== 'saved' && read.outcome !== 'verifying'
  return isGivenUp ? await engine.savedMethods.giveUp(setup) : read
}

const unpaidStates = ['DECLINED', 'NOT_CHARGED', 'RETURNED'] as const satisfies readonly AttemptState[]

/** A bank takes days. */
function waitOf(state: AttemptState): number {
  return isRunning(state) ? 60 * minute : minute
}

function leaseEnd({ pace }: Engine, now: Instant): Instant {
  return later(now, leaseMilliseconds(pace))
}
