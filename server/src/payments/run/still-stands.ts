import type { HoldReason } from '@portal/contract/autopay-reasons'
import { CalendarDate, daysAfter } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { AgreementState } from '../../database/tables/autopay.ts'
import type { QueuedEmail } from '../../messages/outbox/queue-email.ts'
import type { TemplateName } from '../../wording/templates.ts'
import { type PlannedMethod, type PlannedCharge, ofPlanned, plannedWith } from '../planned/charge.ts'
import { type Days, leadOf, today } from '../planned/day.ts'
import { lateFor } from '../planned/rules.ts'

/**
 * Whether what an email promises is still so, asked just before it leaves. What has changed since it was written has an
 * email of its own, or the run writes another one.
 */
export async function stillStands(engine: Days, { kind, dedupeKey: key }: QueuedEmail): Promise<boolean> {
  const check = checks.get(kind)
  const [, ofCharge, id, rest = ''] = /^-(charge-)?(\d+)-(.+)$/.exec(key.slice(kind.length)) ?? []
  if (!check || id === undefined) return true
  return await check(engine, { id: Number(id), key, rest, isOfCharge: ofCharge !== undefined })
}

interface Subject {
  id: number
  key: string
  /** Of the key, after the id. */
  rest: string
  isOfCharge: boolean
}

type Check = (engine: Days, subject: Subject) => Promise<boolean>

const checks: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    'autopay-notice': noticeStands,
    'autopay-late': waits,
    'autopay-reminder': async (engine, { id }) => await isAgreement(engine, id, ['ACTIVE']),
    'autopay-resumed': async (engine, { id }) => await isAgreement(engine, id, ['ACTIVE']),
    'autopay-words': async (engine, { id }) => await isAgreement(engine, id, ['ACTIVE', 'PAUSED']),
    'schedule-changed': scheduleStands,
    'schedule-late': waits,
    'schedule-reminder': async (engine, subject) =>
      await (subject.isOfCharge ? noticeStands(engine, subject) : isTomorrow(engine, subject)),
    'schedule-set': scheduleStands,
  } satisfies Partial<Record<TemplateName, Check>>),
)

interface Standing extends Pick<PlannedCharge, 'of' | 'state' | 'noticeKey' | 'chargeOn' | 'dueOn' | 'tries'> {
  heldFor: HoldReason | null
  noticed: Cents
  card: Pick<PlannedMethod, 'funding'>
}

/** Null when it is not to be charged now. */
async function standingOf(engine: Days, id: number): Promise<Standing | null> {
  const { rows } = await sql<Standing>`
    select ${ofPlanned} as of, charge.state, notice_key as "noticeKey", held_for as "heldFor", charge_on as "chargeOn", due_on as "dueOn", tries,
      noticed_cents as noticed, json_build_object('funding', funding) as card
    from planned_charge charge ${plannedWith}
    where charge.id = ${id} and charge.state in ('PLANNED', 'NOTIFIED') and removed_at is null and blocked_for is null
      and (agreement.id is null or agreement.state = 'ACTIVE')`.execute(engine.db)
  return rows[0] ?? null
}

/** The newest notice, which still leaves its days before the charge. */
async function noticeStands(engine: Days, { id, key }: Subject): Promise<boolean> {
  const charge = await standingOf(engine, id)
  if (charge?.noticeKey !== key) return false
  const lead = charge.state === 'NOTIFIED' ? 0 : leadOf(engine, charge, charge.noticed)
  return daysAfter(today(engine), lead) <= charge.chargeOn
}

async function waits(engine: Days, { id, rest }: Subject): Promise<boolean> {
  const charge = await standingOf(engine, id)
  const { heldFor = null } = charge ?? {}
  return heldFor !== null && lateFor(heldFor) === rest
}

async function isAgreement(engine: Days, id: number, states: readonly AgreementState[]): Promise<boolean> {
  const agreement = engine.db.selectFrom('autopay_agreement').select('id').where('id', '=', id)
  return (await agreement.where('state', 'in', states).executeTakeFirst()) !== undefined
}

/** As it was set or changed then, with its day to come. */
async function scheduleStands(engine: Days, { id, rest }: Subject): Promise<boolean> {
  const schedule = ofSchedule(engine, id).where('changes', '=', Number(rest)).where('pay_on', '>=', today(engine))
  return (await schedule.executeTakeFirst()) !== undefined
}

/** Some of it is charged on the day that it names, which is tomorrow. */
async function isTomorrow(engine: Days, { id, rest }: Subject): Promise<boolean> {
  const day = CalendarDate.parse(rest)
  const charged = ofSchedule(engine, id)
    .innerJoin('planned_charge as charge', 'charge.schedule_id', 'schedule.id')
    .where('charge.state', '=', 'NOTIFIED')
    .where('charge_on', '=', day)
  return daysAfter(today(engine), 1) === day && (await charged.executeTakeFirst()) !== undefined
}

function ofSchedule(engine: Days, id: number) {
  return engine.db
    .selectFrom('payment_schedule as schedule')
    .innerJoin('saved_card as card', 'card.id', 'saved_card_id')
    .select('schedule.id')
    .where('schedule.id', '=', id)
    .where('canceled_at', 'is', null)
    .where('removed_at', 'is', null)
}
