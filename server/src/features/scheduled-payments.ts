import { type PaidWith, payMethodOf } from '@portal/contract/bank-accounts'
import type { ParsedBodyOf } from '@portal/contract/call'
import { bankLimit, onlyAbout } from '@portal/contract/checkout-problems'
import { dateIn, daysAfter } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { languageOf } from '@portal/contract/language'
import { type Cents, cents, sumCents } from '@portal/contract/money'
import { scheduleAuthorization } from '@portal/contract/scheduled-debits'
import {
  type ScheduledItem,
  type ScheduledPayment,
  type ScheduledPayments,
  cancelScheduledPayment as cancelCall,
  changeScheduledPayment as changeCall,
  listScheduledPayments as listCall,
  furthestSchedule,
  schedulePayment as scheduleCall,
  scheduledDateError,
} from '@portal/contract/scheduled-payments'
import type { FastifyInstance } from 'fastify'
import { bankPaymentsOf } from '../adapters/payment-gateway/port.ts'
import type { CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AuditOrigin } from '../foundation/audit.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { customerRoute } from '../http/route.ts'
import { readPortalPayments } from '../payments/balances.ts'
import type { Engine } from '../payments/engine.ts'
import { answeredOn, today } from '../payments/planned/day.ts'
import { usableMethod } from '../payments/planned/methods.ts'
import type { Authorization } from '../payments/records/accepted-words.ts'
import { mayCancel, mayChange, openItems, type PaymentSchedule } from '../payments/schedules/records.ts'
import {
  type ScheduleOrder,
  cancelSchedule,
  changeSchedule,
  listSchedules,
  makeSchedule,
  withFees,
} from '../payments/schedules/schedules.ts'
import { refuse, refuseCommonly, refuseField } from '../refusal.ts'

/** R40. Where the gateway keeps no cards, there is nothing here. */
export function scheduledPaymentRoutes(app: FastifyInstance, deps: Deps, known: Engine): void {
  const there = (): Engine => {
    if (!known.gateway.savedMethods) throw refuseCommonly('not-found')
    return known
  }
  const change = async (
    { session: customer, clientAddress, requestId, userAgent }: Asking,
    work: (engine: Engine, asker: Asker) => Promise<void>,
  ) => {
    await consume(deps, 'scheduleChangesPerCustomer', customer.personId)
    const engine = there()
    await work(engine, { customer, origin: { clientAddress, requestId }, browser: userAgent ?? '' })
    return await list(engine, customer)
  }
  customerRoute(app, listCall, async ({ session }) => await list(there(), session))
  customerRoute(app, scheduleCall, async (request) =>
    change(request, async (engine, asker) => {
      const order = await checkOrder(engine, asker, request.body)
      const made = await makeSchedule(engine, asker, { ...order, key: request.body.key })
      if (made !== 'scheduled') throw refuse(scheduleCall, refusalOf[made])
    }),
  )
  customerRoute(app, changeCall, async (request) =>
    change(request, async (engine, asker) => {
      const order = await checkOrder(engine, asker, request.body)
      const changed = await changeSchedule(engine, asker, request.params.id, order)
      if (changed !== 'changed') throw refuse(changeCall, refusalOf[changed])
    }),
  )
  customerRoute(app, cancelCall, async (request) =>
    change(request, async (engine, asker) => {
      const canceled = await cancelSchedule(engine, asker, request.params.id)
      if (canceled === 'tooLate') throw refuse(cancelCall, 'too-late-to-cancel')
      if (canceled === 'notThere') throw refuse(cancelCall, refusalOf.notThere)
    }),
  )
}

type Asking = AuditOrigin & { session: CustomerCaller; userAgent: string | undefined }

interface Asker {
  customer: CustomerCaller
  origin: AuditOrigin
  browser: string
}

const refusalOf = {
  noAddress: 'no-email',
  cardUnusable: 'no-such-card',
  tooMany: 'too-many-schedules',
  keyReused: 'key-reused',
  notThere: 'no-such-schedule',
  tooLate: 'too-late-to-change',
  otherAccounts: 'other-accounts',
} as const

type Order = ParsedBodyOf<typeof changeCall>

/** @throws Refusal for what can't be; BillingSystemDown */
async function checkOrder(engine: Engine, asker: Asker, order: Order): Promise<ScheduleOrder> {
  const { personId, webUserId } = asker.customer
  const { payOn, savedMethod, fee: shown, accounts } = order
  const wrongDay = scheduledDateError(payOn, today(engine))
  if (wrongDay !== null) throw refuseField('payOn', wrongDay)
  const { billing } = engine
  const numbers = accounts.map(({ accountId }) => accountId)
  const own = new Set((await billing.accountsOfPerson(personId)).map(({ accountId }) => accountId))
  refuseSome('account-not-yours', numbers, (account) => !own.has(account))
  const found = new Map((await billing.findAccounts(numbers)).map((account) => [account.accountId, account]))
  refuseSome('account-not-payable', numbers, (account) => found.get(account)?.isCashOnly !== false)
  refuseSome('account-closed', numbers, (account) => found.get(account)?.isActive !== true)
  const paidWith = await usableMethod(engine, engine.db, webUserId, savedMethod)
  if (paidWith === null) throw refuse(scheduleCall, 'no-such-card')
  const items = withFees(engine, payMethodOf(paidWith), accounts)
  const fee = sumCents(items.map((item) => item.fee))
  if (fee !== shown) throw refuse(scheduleCall, 'fee-changed', { fee, serviceFees: engine.profile.serviceFees })
  const checked = { payOn, savedCardId: savedMethod, items }
  if (paidWith.bankAccount === null) return { ...checked, authorization: null }
  await checkDebits(engine, accounts)
  return { ...checked, authorization: acceptedOf(engine, asker, paidWith, { ...order, fee }) }
}

/** What the utility takes from a bank account. @throws Refusal, BillingSystemDown */
async function checkDebits(engine: Engine, accounts: Order['accounts']): Promise<void> {
  const bankPayments = bankPaymentsOf(engine.profile, engine.gateway)
  if (!bankPayments) throw refuse(scheduleCall, 'no-such-card')
  const numbers = accounts.map(({ accountId }) => accountId)
  const known = await readPortalPayments(engine, numbers)
  refuseSome('bank-blocked', numbers, (account) => known.get(account)?.isBankBlocked === true)
  const { mostPerPayment, mostPerDay } = bankPayments
  const amounts = accounts.map(({ amount }) => amount)
  refuseAbove(mostPerPayment, 'payment', cents(Math.max(...amounts)))
  refuseAbove(mostPerDay, 'day', sumCents(amounts))
}

function refuseAbove(most: number | undefined, per: 'payment' | 'day', amount: Cents): void {
  if (most === undefined || amount <= most) return
  throw refuse(scheduleCall, 'bank-limit', { detail: bankLimit(cents(most), per) })
}

/** The customer must have read what is true now. @throws Refusal `authorization-changed` */
function acceptedOf(
  { profile, clock }: Engine,
  { origin, browser }: Asker,
  paidWith: PaidWith,
  { payOn: on, accounts, fee, authorization: words }: Order,
): Authorization {
  const { name: utility, catalog, locale } = profile
  const amount = sumCents([...accounts.map((item) => item.amount), fee])
  const facts = { utility, paidWith, on, accounts: accounts.length, amount, fee, locale }
  if (words === undefined || words !== scheduleAuthorization(languageOf(catalog, locale), facts)) {
    throw refuse(scheduleCall, 'authorization-changed')
  }
  return { words, acceptedAt: clock.now(), from: origin.clientAddress, browser }
}

function refuseSome(
  why: 'account-not-yours' | 'account-not-payable' | 'account-closed' | 'bank-blocked',
  accounts: readonly AccountNumber[],
  isRefused: (account: AccountNumber) => boolean,
): void {
  const some = accounts.filter(isRefused)
  if (some.length === 0) return
  throw refuse(scheduleCall, why, some.length < accounts.length ? { detail: onlyAbout(some) } : {})
}

async function list(engine: Engine, { webUserId }: CustomerCaller): Promise<ScheduledPayments> {
  const schedules = await listSchedules(engine, webUserId)
  const day = today(engine)
  const { bankAccounts } = engine.gateway
  return {
    today: day,
    payments: schedules.map((schedule) => viewOf(engine, schedule)),
    ...(bankAccounts &&
      bankPaymentsOf(engine.profile, engine.gateway) && {
        bankAnswers: Array.from({ length: furthestSchedule }, (_, index) =>
          answeredOn(engine.profile, bankAccounts, daysAfter(day, index + 1)),
        ),
      }),
  }
}

function viewOf(engine: Engine, schedule: PaymentSchedule): ScheduledPayment {
  const { id, payOn, savedCardId, brand, bankAccount, lastFour, expires, isMethodRemoved, items } = schedule
  const open = openItems(items)
  return {
    id,
    payOn,
    total: sumCents(items.flatMap(({ amount, fee }) => [amount, fee])),
    card: { id: savedCardId, brand, bankAccount, lastFour, expires, isRemoved: isMethodRemoved },
    items: items.map((item) => ({
      accountId: item.accountId,
      amount: item.amount,
      fee: item.fee,
      state: shownStateOf(item),
      chargeOn: item.chargeOn,
      answersBy: item.answersBy && dateIn(engine.profile.timeZone, item.answersBy),
      paid: item.paid,
    })),
    canChange: mayChange(open, today(engine)),
    canCancel: mayCancel(open, today(engine)),
  }
}

function shownStateOf({ state, heldFor, tries, answersBy, paid }: PaymentSchedule['items'][number]) {
  const onTime = tries > 0 ? 'retry' : 'planned'
  const waiting = heldFor === null ? onTime : 'late'
  const shown = {
    PLANNED: waiting,
    NOTIFIED: waiting,
    SENT: answersBy === null ? 'sending' : 'submitted',
    DECLINED: 'sending',
    PAID: paid === null ? 'reversed' : 'paid',
    FAILED: 'failed',
    SKIPPED: 'notCharged',
  } as const satisfies Record<typeof state, ScheduledItem['state']>
  return shown[state]
}
