import type { PaidWith } from '@portal/contract/bank-accounts'
import type { CalendarDate } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import type { Engine } from '../engine.ts'
import { chargeDayOf, today } from '../planned/day.ts'
import { bankAccountOf } from '../planned/methods.ts'
import { moveAllPlanned } from '../planned/moves.ts'
import { soonestDay } from '../planned/rules.ts'

/** By the agreement's rule, or the first day that leaves time for the notice. */
export function plannedDay(engine: Engine, day: Day, dueOn: CalendarDate): CalendarDate {
  return soonestDay(dayIn(engine, day, dueOn), today(engine), engine.profile.autoPay.noticeDays)
}

/** By the agreement's rule. */
export function dayIn({ profile, gateway }: Engine, day: Day, dueOn: CalendarDate): CalendarDate {
  return chargeDayOf({ profile, bankAccounts: gateway.bankAccounts }, day, dueOn)
}

/**
 * What is not sent is noticed again, with its day, whatever was noticed before. Workers that have read it can no longer
 * move it. The caller has locked the agreement.
 */
export async function planAgain(
  engine: Engine,
  tx: Tx,
  agreementId: number,
  why: 'changed' | 'resumed' | 'due_date',
): Promise<void> {
  const at = engine.clock.now()
  const { rows: open } = await sql<{ id: number; dueOn: CalendarDate } & Day & Mailed>`
    select charge.id, due_on as "dueOn", day_rule as rule, day_number as number,
      ${bankAccountOf} as "bankAccount",
      coalesce(noticed_cents + coalesce(noticed_fee_cents, 0), mailed_cents) as amount, charge_on as "on", exists (
        select from email where dedupe_key = notice_key and delivered_at is not null) as "hasLeft"
    from planned_charge charge join autopay_agreement agreement on agreement.id = agreement_id
    join saved_card card on card.id = saved_card_id
    where agreement_id = ${agreementId} and charge.state in ('PLANNED', 'NOTIFIED')
    for update of charge`.execute(tx)
  for (const { id, dueOn, amount, on, hasLeft, ...day } of open) {
    const unsent = { from: ['PLANNED', 'NOTIFIED'], to: 'PLANNED', where: sql`id = ${id}` } as const
    const mailed = hasLeft && { mailed_cents: amount, mailed_on: on }
    const change = { notice_key: null, held_for: null, charge_on: plannedDay(engine, day, dueOn), next_step_at: at }
    await moveAllPlanned(tx, unsent, { ...change, ...mailed }, { why }, at)
  }
}

export type Day = { rule: DayRule; number: number; bankAccount: PaidWith['bankAccount'] }

interface Mailed {
  amount: Cents | null
  on: CalendarDate
  /** The notice of them, though nobody has looked since. */
  hasLeft: boolean
}
