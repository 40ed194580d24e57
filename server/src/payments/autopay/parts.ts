import { type CalendarDate, type Instant, dateIn } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import { startOfDay } from '../../database/sql.ts'
import type { PlannedState } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import { type NewEmail, emailWork, queueEmail } from '../../foundation/messages/outbox.ts'
import type { Engine } from '../engine.ts'
import {
  type PlannedChange,
  type PlannedCharge,
  changePlanned,
  lockAgreement,
  recordAutopayEvent,
} from '../records/planned-charges.ts'

/** What AutoPay works with. */
export interface AutopayParts {
  deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>
  engine: Engine
  /** Whether System Maintenance has stopped the run. */
  isStopped: () => Promise<boolean>
}

/** To change agreements. */
export type AgreementParts = Pick<AutopayParts, 'deps' | 'engine'>

/** By which to wake it. */
export const autopayWork = 'autopay'

export const planningWork = 'autopay-plans'

/** Of the utility, not of the server. */
export function today({ deps }: AutopayParts): CalendarDate {
  return dateIn(deps.profile.timeZone, deps.clock.now())
}

export function beginningOf({ deps }: AutopayParts, day: CalendarDate): RawBuilder<Instant> {
  return startOfDay(day, deps.profile.timeZone)
}

/** Null when the person has none: then nobody can be told, and nothing is charged. */
export async function addressOf({ deps }: AgreementParts, personId: PersonId): Promise<string | null> {
  const person = await deps.billing.findPerson(personId)
  return person?.emailAddress ?? null
}

/** When the words of an agreement are mailed again. */
export function yearAfter(at: Instant): RawBuilder<Instant> {
  return sql<Instant>`${at}::timestamptz + interval '12 months'`
}

/**
 * Moves a charge, or has it wait, with the emails about it, in one transaction; `tells` is the version of the agreement's
 * words among them. Nothing when others have it by now.
 */
export async function moveCharge(
  { engine }: AutopayParts,
  charge: PlannedCharge,
  to: PlannedState,
  { emails = [], tells, ...change }: PlannedChange & { emails?: readonly NewEmail[]; tells?: string },
): Promise<boolean> {
  const at = engine.clock.now()
  const moved = await engine.db.transaction().execute(async (tx) => {
    if (tells !== undefined && charge.agreementId !== null) await lockAgreement(tx, charge.agreementId)
    if (!(await changePlanned(tx, charge, to, change))) return false
    const why = change.reason ?? change.held_for ?? null
    if (to !== charge.state || why !== charge.heldFor) {
      await recordAutopayEvent(tx, { chargeId: charge.id, from: charge.state, to, detail: { why } }, at)
    }
    for (const email of emails) await queueEmail(tx, email, at)
    if (tells !== undefined) {
      const told = { told_version: tells, tell_at: yearAfter(at) }
      await tx.updateTable('autopay_agreement').set(told).where('id', '=', charge.agreementId).execute()
    }
    return true
  })
  if (moved && emails.length > 0) engine.wake(emailWork)
  return moved
}
