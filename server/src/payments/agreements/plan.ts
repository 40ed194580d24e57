import { balanceOf } from '@portal/contract/aged-debt'
import { payMethodOf } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import { type Cents, noCents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { AccountBalance, BillingData } from '../../adapters/billing-system/port-bills.ts'
import type { Tx } from '../../database/connect.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { autopayWork, planningWork, type Engine } from '../engine.ts'
import { bankAccountOf } from '../planned/methods.ts'
import { insertPlanned, moveAllPlanned, unsentStates } from '../planned/moves.ts'
import { amountToTake, isCovered, plannedFee } from '../planned/rules.ts'
import { lockAgreement } from '../planned/standing.ts'
import { restAt } from '../schedule.ts'
import { endAgreement } from './agreements.ts'
import { type Day, dayIn, planAgain, plannedDay } from './plan-again.ts'

const batch = 200

/**
 * After each import, plans a charge for every agreement's newest bill: one row per bill, whoever plans it and how often.
 * A charge whose notice no longer holds is looked at right away, so that its customer hears of it in time.
 */
export function planWork(engine: Engine): Work {
  return {
    name: planningWork,
    restMilliseconds: 12 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      const data = await engine.billing.newestData()
      if (data === null) return 0
      const unseen = await unseenAgreements(engine, data.id)
      if (unseen.length === 0) return 0
      const accounts = unseen.map(({ accountId }) => accountId)
      const balances = new Map((await engine.billing.balances(accounts)).map((each) => [each.accountId, each]))
      for (const agreement of unseen) await planFor(engine, agreement, balances.get(agreement.accountId), data)
      engine.wake(autopayWork)
      return unseen.length
    },
  }
}

interface UnseenAgreement extends Day {
  id: number
  accountId: AccountNumber
  personId: PersonId
  most: Cents | null
}

async function unseenAgreements(engine: Engine, importId: number): Promise<UnseenAgreement[]> {
  const { rows } = await sql<UnseenAgreement>`
    select agreement.id, account_id as "accountId", person_id as "personId", day_rule as rule, day_number as number, most_cents as most,
      ${bankAccountOf} as "bankAccount"
    from autopay_agreement agreement join saved_card card on card.id = saved_card_id
    where state <> 'ENDED' and seen_import < ${importId}
    order by seen_import, agreement.id limit ${batch}`.execute(engine.db)
  return rows
}

/** What is taken is decided later, on the day. */
async function planFor(
  engine: Engine,
  agreement: UnseenAgreement,
  balance: AccountBalance | undefined,
  data: BillingData,
): Promise<void> {
  // The account has a new holder: AutoPay of the old one ends now, and not with the next bill.
  const holders = await engine.billing.holdersOf(agreement.accountId)
  if (!holders.some(({ personId, mayUseWeb }) => personId === agreement.personId && mayUseWeb)) {
    await endAgreement(engine, agreement.id, 'account_left')
    return
  }
  const bill = balance?.latestBill ?? null
  // Data that list no payments may have no older bills either: one that is gone was not issued again.
  const gone = bill && data.listsPayments ? await replacedBill(engine, agreement.accountId, bill.billId) : null
  const now = engine.clock.now()
  await engine.db.transaction().execute(async (tx) => {
    const locked = await lockAgreement(tx, agreement.id)
    if (locked === null || locked.state === 'ENDED') return
    if (bill) await planBill(engine, tx, agreement, { ...bill, replaces: gone })
    if (balance) await wakeUncovered(engine, tx, agreement, balance, now)
    await tx.updateTable('autopay_agreement').set({ seen_import: data.id }).where('id', '=', agreement.id).execute()
  })
}

/** Payments that the billing system has not heard of may be the difference: the look finds that out. */
async function wakeUncovered(
  { profile }: Engine,
  tx: Tx,
  { id, most, bankAccount }: UnseenAgreement,
  { debt, isActive, isCashOnly }: AccountBalance,
  now: Instant,
): Promise<void> {
  const amount = amountToTake({ owed: balanceOf(debt), isActive, isCashOnly, most, asked: null })
  const payable =
    'take' in amount
      ? {
          ...amount,
          fee: plannedFee(profile.serviceFees, payMethodOf({ bankAccount }), { kind: 'agreement' }, amount.take),
        }
      : amount
  const noticed = await tx
    .selectFrom('planned_charge')
    .select((eb) => [
      'id',
      'noticed_cents as noticed',
      eb.fn.coalesce('noticed_fee_cents', eb.val(noCents)).as('noticedFee'),
    ])
    .where('agreement_id', '=', id)
    .where('state', '=', 'NOTIFIED')
    .where('next_step_at', '>', now)
    .forUpdate()
    .execute()
  const woken = noticed.filter((charge) => !isCovered(charge, payable)).map((charge) => charge.id)
  if (woken.length === 0) return
  await tx
    .updateTable('planned_charge')
    .set({ next_step_at: now, lease_until: null, epoch: sql`epoch + 1` })
    .where('id', 'in', woken)
    .execute()
}

interface Replaced {
  id: number
  agreementId: number | null
  chainId: number
}

/** The account's last planned bill, when the billing system no longer has it: then the new one was issued instead. */
async function replacedBill(engine: Engine, accountId: AccountNumber, billId: BillId): Promise<Replaced | null> {
  const last = await engine.db
    .selectFrom('planned_charge')
    .select([
      'id',
      'agreement_id as agreementId',
      'bill_id as billId',
      sql<number>`coalesce(chain_id, id)`.as('chainId'),
    ])
    .where('account_id', '=', accountId)
    .where('bill_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.billId || last.billId === billId) return null
  return (await engine.billing.findBill(last.billId)) === null ? last : null
}

async function planBill(
  engine: Engine,
  tx: Tx,
  agreement: UnseenAgreement,
  bill: { billId: BillId; dueDate: CalendarDate; replaces: Replaced | null },
): Promise<void> {
  const now = engine.clock.now()
  const charge = {
    account_id: agreement.accountId,
    agreement_id: agreement.id,
    bill_id: bill.billId,
    replaces: bill.replaces?.id ?? null,
    chain_id: bill.replaces?.chainId ?? null,
    due_on: bill.dueDate,
    charge_on: plannedDay(engine, agreement, bill.dueDate),
  }
  const [planned] = await insertPlanned(tx, [charge], { bill: bill.billId }, now)
  if (planned === undefined) {
    await takeOver(engine, tx, agreement, bill)
    return await followDueDate(engine, tx, agreement, bill)
  }
  if (!bill.replaces) return
  if (bill.replaces.agreementId === agreement.id) await keepMailed(tx, planned, bill.replaces.id)
  await skipReplaced(tx, bill.replaces.id, now)
}

interface SeenBill {
  billId: BillId
  dueDate: CalendarDate
}

/** A bill that an earlier agreement left when it ended. What its customer was told is no matter of this one's. */
async function takeOver(
  engine: Engine,
  tx: Tx,
  agreement: UnseenAgreement,
  { billId, dueDate }: SeenBill,
): Promise<void> {
  const now = engine.clock.now()
  const left = sql`
    account_id = ${agreement.accountId} and bill_id = ${billId} and reason = 'ended' and agreement_id <> ${agreement.id}`
  const own = { reason: null, agreement_id: agreement.id, notice_key: null, mailed_cents: null, mailed_on: null }
  const day = { due_on: dueDate, charge_on: plannedDay(engine, agreement, dueDate), next_step_at: now }
  await moveAllPlanned(tx, { from: ['SKIPPED'], to: 'PLANNED', where: left }, { ...own, ...day }, {}, now)
}

/** The billing system may move the due date of a bill, and with it the day of a charge that is not on its second try. */
async function followDueDate(
  engine: Engine,
  tx: Tx,
  agreement: UnseenAgreement,
  { billId, dueDate }: SeenBill,
): Promise<void> {
  const { rows } = await sql<{ id: number; dueOn: CalendarDate; tries: number }>`
    update planned_charge charge set due_on = ${dueDate} from planned_charge before
    where charge.account_id = ${agreement.accountId} and charge.bill_id = ${billId}
      and charge.agreement_id = ${agreement.id} and charge.state in ('PLANNED', 'NOTIFIED', 'DECLINED')
      and charge.due_on <> ${dueDate}::date and before.id = charge.id
    returning charge.id, before.due_on as "dueOn", charge.tries`.execute(tx)
  const [moved] = rows
  if (!moved || moved.tries > 0 || dayIn(engine, agreement, dueDate) === dayIn(engine, agreement, moved.dueOn)) return
  await planAgain(engine, tx, agreement.id, 'due_date')
}

/** What the customer was told of the first bill, the notice of the new one replaces. */
async function keepMailed(tx: Tx, id: number, from: number): Promise<void> {
  await sql`
    update planned_charge charge set mailed_cents = replaced.mailed_cents, mailed_on = replaced.mailed_on
    from planned_charge replaced where charge.id = ${id} and replaced.id = ${from}`.execute(tx)
}

/** One that was sent stays: whether it was paid decides about the new one. */
async function skipReplaced(tx: Tx, id: number, now: Instant): Promise<void> {
  const open = { from: unsentStates, to: 'SKIPPED', where: sql`id = ${id}` } as const
  const change = { reason: 'bill_replaced', held_for: null, next_step_at: null } as const
  await moveAllPlanned(tx, open, change, { why: 'bill_replaced' }, now)
}
