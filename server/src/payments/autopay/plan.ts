import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId } from '@portal/contract/ids'
import { type SqlBool, sql } from 'kysely'
import type { AccountBalance } from '../../adapters/billing-system/port-bills.ts'
import type { Tx } from '../../database/connect.ts'
import type { DayRule, PlannedState } from '../../database/tables/autopay.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { lockAgreement, recordAutopayEvent } from '../records/planned-charges.ts'
import { restAt } from '../schedule.ts'
import { type AutopayParts, autopayWork, planningWork } from './parts.ts'
import { dayOf } from './rules.ts'

const batch = 200

/** After each import, plans a charge for every agreement's newest bill: one row per bill, whoever plans it and how often. */
export function planWork(parts: AutopayParts): Work {
  const { deps, engine } = parts
  return {
    name: planningWork,
    restMilliseconds: 12 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      const data = await deps.billing.newestData()
      if (data === null) return 0
      const unseen = await unseenAgreements(parts, data.id)
      if (unseen.length === 0) return 0
      const accounts = unseen.map(({ accountId }) => accountId)
      const balances = new Map((await deps.billing.balances(accounts)).map((each) => [each.accountId, each]))
      for (const agreement of unseen) await planFor(parts, agreement, balances.get(agreement.accountId), data.id)
      engine.wake(autopayWork)
      return unseen.length
    },
  }
}

interface UnseenAgreement {
  id: number
  accountId: AccountNumber
  rule: DayRule
  number: number
}

async function unseenAgreements({ deps }: AutopayParts, importId: number): Promise<UnseenAgreement[]> {
  return await deps.db
    .selectFrom('autopay_agreement')
    .select(['id', 'account_id as accountId', 'day_rule as rule', 'day_number as number'])
    // Written out: PostgreSQL finds no partial index by a parameter.
    .where(sql<SqlBool>`state <> 'ENDED'`)
    .where('seen_import', '<', importId)
    .orderBy('seen_import')
    .orderBy('id')
    .limit(batch)
    .execute()
}

/** What the account owes decides later, on the day. Here only that there is a bill. */
async function planFor(
  parts: AutopayParts,
  agreement: UnseenAgreement,
  balance: AccountBalance | undefined,
  importId: number,
): Promise<void> {
  const bill = balance?.latestBill ?? null
  const gone = bill ? await replacedBill(parts, agreement.accountId, bill.billId) : null
  const now = parts.engine.clock.now()
  await parts.deps.db.transaction().execute(async (tx) => {
    const locked = await lockAgreement(tx, agreement.id)
    if (locked === null || locked.state === 'ENDED') return
    if (bill) await planBill(tx, agreement, { ...bill, replaces: gone }, now)
    await tx.updateTable('autopay_agreement').set({ seen_import: importId }).where('id', '=', agreement.id).execute()
  })
}

interface Replaced {
  id: number
  chainId: number
  state: PlannedState
}

/** The account's last planned bill, when the billing system no longer has it: then the new one was issued instead. */
async function replacedBill(
  { deps }: AutopayParts,
  accountId: AccountNumber,
  billId: BillId,
): Promise<Replaced | null> {
  const last = await deps.db
    .selectFrom('planned_charge')
    .select(['id', 'bill_id as billId', 'state', sql<number>`coalesce(chain_id, id)`.as('chainId')])
    .where('account_id', '=', accountId)
    .where('bill_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.billId || last.billId === billId) return null
  return (await deps.billing.findBill(last.billId)) === null ? last : null
}

async function planBill(
  tx: Tx,
  agreement: UnseenAgreement,
  bill: { billId: BillId; dueDate: CalendarDate; replaces: Replaced | null },
  now: Instant,
): Promise<void> {
  const planned = await tx
    .insertInto('planned_charge')
    .values({
      account_id: agreement.accountId,
      agreement_id: agreement.id,
      bill_id: bill.billId,
      replaces: bill.replaces?.id ?? null,
      chain_id: bill.replaces?.chainId ?? null,
      state: 'PLANNED',
      due_on: bill.dueDate,
      charge_on: dayOf(agreement, bill.dueDate),
      made_at: now,
      next_step_at: now,
    })
    .onConflict((known) => known.columns(['account_id', 'bill_id']).where('bill_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!planned) return await takeOver(tx, agreement, bill.billId, now)
  await recordAutopayEvent(tx, { chargeId: planned.id, from: null, to: 'PLANNED', detail: { bill: bill.billId } }, now)
  if (bill.replaces) await skipReplaced(tx, bill.replaces, now)
}

/** A bill that an earlier agreement left when it ended. */
async function takeOver(tx: Tx, agreement: UnseenAgreement, billId: BillId, now: Instant): Promise<void> {
  const taken = await tx
    .updateTable('planned_charge')
    .set({ state: 'PLANNED', reason: null, agreement_id: agreement.id, notice_key: null, next_step_at: now })
    .where('account_id', '=', agreement.accountId)
    .where('bill_id', '=', billId)
    .where('state', '=', 'SKIPPED')
    .where('reason', '=', 'ended')
    .where('agreement_id', '<>', agreement.id)
    .returning('id')
    .executeTakeFirst()
  if (taken) await recordAutopayEvent(tx, { chargeId: taken.id, from: 'SKIPPED', to: 'PLANNED' }, now)
}

/** One that was sent stays: whether it was paid decides about the new one. */
async function skipReplaced(tx: Tx, { id, state }: Replaced, now: Instant): Promise<void> {
  const skipped = await tx
    .updateTable('planned_charge')
    .set({ state: 'SKIPPED', reason: 'bill_replaced', held_for: null, next_step_at: null, epoch: sql`epoch + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['PLANNED', 'NOTIFIED', 'DECLINED'])
    .returning('id')
    .executeTakeFirst()
  const detail = { why: 'bill_replaced' }
  if (skipped) await recordAutopayEvent(tx, { chargeId: id, from: state, to: 'SKIPPED', detail }, now)
}
