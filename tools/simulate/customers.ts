import { type AccountNumber, PersonId } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import type { CustomerCaller } from '@portal/server/caller.ts'
import {
  acceptAgreement,
  changeAgreement,
  endAgreement,
  stopAgreement,
} from '@portal/server/payments/agreements/agreements.ts'
import { resumeAgreement } from '@portal/server/payments/agreements/resume.ts'
import {
  cancelSchedule,
  changeSchedule,
  listSchedules,
  makeSchedule,
} from '@portal/server/payments/schedules/schedules.ts'
import { sql } from 'kysely'
import { dayOf } from './partners/bills.ts'
import { look, press } from './payers.ts'
import type { Random } from './random.ts'
import { saveMethods } from './saved-methods.ts'
import { world } from './scheduler.ts'
import type { Server } from './servers.ts'
import { shownOwed } from './shown-owed.ts'
import { billMonthly, type Life } from './utility.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const origin = { clientAddress: '203.0.113.7', requestId: 'simulated' }

interface Customer extends Life {
  caller: CustomerCaller
  account: AccountNumber
  /** A credit card, a debit card and a bank account. */
  cards: number[]
  agreement: number | null
}

/** A customer with an account, bills, two saved cards and a bank account. */
export async function live(life: Life, nth: number): Promise<void> {
  const { simulated, random, end } = life
  const { scheduler, bills } = simulated
  const account = simulated.accounts[nth - 1]
  if (!account) throw new Error('There is no such account')
  const personId = PersonId.parse(account)
  bills.holders.set(account, personId)
  const caller: CustomerCaller = {
    id: 100 + nth,
    kind: 'customer',
    webUserId: nth,
    personId,
    username: `customer ${nth}`,
    mustChangePassword: false,
    endsAt: scheduler.now(),
  }
  const cards = await saveMethods(life, caller)
  const customer: Customer = { ...life, caller, account, cards, agreement: null }
  bills.issue(account, random.between(2_000, 20_000), dayOf(scheduler.epoch()))
  void billMonthly({ ...life, account })
  await scheduler.sleep(world, random.between(0, 50) * hour)
  await atSomeServer(customer, accept)
  while (scheduler.epoch() < end) {
    await scheduler.sleep(world, random.between(6, 120) * hour)
    await doSomething(customer)
  }
}

/** At the bank. */
async function revoke({ simulated, cards: [, , id = 0] }: Customer): Promise<void> {
  const { gateway, database, scheduler } = simulated
  const saved = database.db.selectFrom('saved_card').select('mandate').where('id', '=', id)
  const mandate = (await scheduler.outside(saved.executeTakeFirst()))?.mandate
  if (mandate) await gateway.revoke?.(mandate)
}

/** A request that may find no server, and whose answer may be lost; people try again another day. */
async function atSomeServer(
  customer: Customer,
  act: (customer: Customer, server: Server) => Promise<unknown>,
): Promise<void> {
  const { simulated, servers } = customer
  const server = servers.any()
  if (!server) return
  const patience = simulated.scheduler.sleep(world, 2 * minute)
  await Promise.race([act(customer, server).catch(() => undefined), patience])
}

async function doSomething(customer: Customer): Promise<void> {
  const { simulated, random } = customer
  const happens = (name: Parameters<typeof simulated.dice.happensToPeople>[0]): boolean =>
    simulated.dice.happensToPeople(name, random)
  if (happens('paysByHand')) return await payByHand(customer)
  if (happens('paysBillAtOffice')) return payAtOffice(customer)
  if (happens('feeAdded')) return simulated.bills.add(customer.account, random.between(100, 5_000))
  if (happens('dueDateMoved')) return simulated.bills.moveDueDate(customer.account, random.pick([-5, 7, 14]))
  if (happens('agreementPaused')) return await atSomeServer(customer, pause)
  if (happens('methodRemoved')) return await atSomeServer(customer, removeMethod)
  if (happens('agreementChanged')) return await atSomeServer(customer, change)
  if (happens('paymentScheduled')) return await atSomeServer(customer, schedule)
  if (happens('scheduleChanged')) return await atSomeServer(customer, changeScheduled)
  if (happens('scheduleCanceled')) return await atSomeServer(customer, cancelScheduled)
  if (happens('mandateEnded')) return await revoke(customer)
  if (happens('registrationEnded')) return await endRegistration(customer)
  if (happens('agreementEnded')) return await atSomeServer(customer, endIt)
  if (happens('accountLeft')) simulated.bills.holders.delete(customer.account)
  await atSomeServer(customer, random.chance(0.7) ? resume : accept)
}

function payAtOffice({ simulated, account, random }: Customer): void {
  const { billing, bills } = simulated
  const owed = Math.max(0, bills.owedNow(account))
  const amount = cents(random.chance(0.6) ? owed : Math.floor(owed / 2))
  if (amount > 0) billing.paidAtOffice.push({ accountId: account, amount })
}

/** What is shown as owed, or a part of it. */
async function payByHand({ simulated, servers, account, caller, random }: Customer): Promise<void> {
  const sight = await look(simulated, [account])
  const owed = Math.max(0, await shownOwed(simulated, account))
  const amount = cents(random.chance(0.6) ? owed : Math.floor(owed / 3))
  if (amount < 100) return
  const idempotencyKey = simulated.newUuid()
  const wish = { sessionId: caller.id, idempotencyKey, accounts: [account], sight, amount }
  simulated.told.push(await press(simulated, servers, wish))
}

function pickOf(random: Random, [credit = 0, debit = 0, account = 0]: readonly number[]): number {
  return random.chance(0.5) ? account : random.pick([credit, debit])
}

const words = { version: '2', text: 'We charge your card for each bill.' }

function termsOf({ random, cards }: Customer) {
  const rule = random.pick(['dueDate', 'daysBefore', 'dayOfMonth'] as const)
  const number = { dueDate: 0, daysBefore: random.between(1, 10), dayOfMonth: random.between(1, 31) }[rule]
  return {
    savedCardId: pickOf(random, cards),
    day: { rule, number },
    most: random.chance(0.3) ? cents(random.between(5_000, 25_000)) : null,
    range: random.chance(0.3) ? { low: cents(1_000), high: cents(random.between(5_000, 25_000)) } : null,
  }
}

async function accept(customer: Customer, { autopay }: Server): Promise<void> {
  const { caller, account, simulated, random } = customer
  if (!simulated.bills.holders.has(account) || !autopay) return
  const endsOn = random.chance(0.1) ? dayOf(simulated.scheduler.epoch() + random.between(10, 40) * day) : null
  const asked = { ...termsOf(customer), accountId: account, endsOn, words }
  const accepted = await acceptAgreement(autopay, caller, asked, origin)
  if (accepted.outcome !== 'accepted') return
  customer.agreement = accepted.id
  note(customer, asked)
}

/** What the customer may have agreed to: the answer can be lost. */
function note(
  { simulated, agreement }: Customer,
  { most, range }: Pick<ReturnType<typeof termsOf>, 'most' | 'range'>,
): void {
  const id = agreement ?? 0
  const { agreedMost, agreedRanges } = simulated
  agreedMost.set(id, [...(agreedMost.get(id) ?? []), most ?? Infinity])
  if (range) agreedRanges.set(id, [...(agreedRanges.get(id) ?? []), range])
}

const byCustomer = ({ caller }: Customer) => ({
  actor: { kind: 'customer', id: caller.webUserId, name: caller.username } as const,
  origin,
})

const byClerk = { actor: { kind: 'admin', id: 1, name: 'a clerk' } as const, origin }

async function change(customer: Customer, { autopay }: Server): Promise<void> {
  const { agreement, caller } = customer
  if (agreement === null || !autopay) return
  const terms = termsOf(customer)
  note(customer, terms)
  await changeAgreement(autopay, caller, agreement, terms, origin)
}

async function pause(customer: Customer, { autopay }: Server): Promise<void> {
  if (customer.agreement !== null && autopay) await stopAgreement(autopay, customer.agreement, 'staff')
}

/** By the customer, or a clerk for a caller. */
async function resume(customer: Customer, { autopay }: Server): Promise<void> {
  const by = customer.random.chance(0.5) ? byCustomer(customer) : byClerk
  if (customer.agreement !== null && autopay) await resumeAgreement(autopay, customer.agreement, by)
}

async function endIt(customer: Customer, { autopay }: Server): Promise<void> {
  if (customer.agreement !== null && autopay)
    await endAgreement(autopay, customer.agreement, 'customer', byCustomer(customer))
}

/** Notes the last event of AutoPay before it took effect: whatever is sent after that may not use the card. */
async function removeMethod({ simulated, random, cards, caller }: Customer, server: Server): Promise<void> {
  const { database, scheduler, removedMethods } = simulated
  const id = pickOf(random, cards)
  let last = 0
  const removing = server.inTransaction(async (tx) => {
    const now = server.engine.clock.now()
    await sql`update saved_card set removed_at = ${now}::timestamptz, removed_by = ${caller.username}
      where id = ${id} and removed_at is null`.execute(tx)
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from plan_event`.execute(tx)
    last = rows[0]?.last ?? 0
  })
  await removing.catch(() => undefined)
  const removed = database.db
    .selectFrom('saved_card')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
  const isRemoved = (await scheduler.outside(removed.execute())).length > 0
  if (isRemoved && !removedMethods.has(id)) removedMethods.set(id, last)
}

/** A payment for a later day, of an amount that the customer has chosen. */
async function schedule(customer: Customer, { autopay }: Server): Promise<void> {
  if (autopay)
    await makeSchedule(autopay, askerOf(customer), { ...orderOf(customer), key: customer.simulated.newUuid() })
}

function orderOf({ simulated, random, cards, account }: Customer) {
  return {
    payOn: dayOf(simulated.scheduler.epoch() + random.between(1, 15) * day),
    // Payments are scheduled by card alone.
    savedCardId: random.pick([cards[0] ?? 0, cards[1] ?? 0]),
    items: [{ accountId: account, amount: cents(random.between(500, 15_000)), fee: noCents }],
    authorization: null,
  }
}

const askerOf = ({ caller: customer }: Customer) => ({ customer, origin })

async function changeScheduled(customer: Customer, { autopay }: Server): Promise<void> {
  if (!autopay) return
  const id = (await listSchedules(autopay, customer.caller.webUserId))[0]?.id
  if (id !== undefined) await changeSchedule(autopay, askerOf(customer), id, orderOf(customer))
}

async function cancelScheduled(customer: Customer, { autopay }: Server): Promise<void> {
  if (!autopay) return
  const id = (await listSchedules(autopay, customer.caller.webUserId))[0]?.id
  if (id !== undefined) await cancelSchedule(autopay, askerOf(customer), id)
}

/** Staff deletes the login, as docs/operations.md says. No card of it may be charged from then on. */
async function endRegistration({ simulated, cards, caller }: Customer): Promise<void> {
  const { database, scheduler, removedMethods } = simulated
  const ending = database.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('web_user').where('id', '=', caller.webUserId).execute()
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from plan_event`.execute(tx)
    return rows[0]?.last ?? 0
  })
  const last = await scheduler.outside(ending)
  for (const card of cards) if (!removedMethods.has(card)) removedMethods.set(card, last)
  simulated.changed()
}
