import type { ParsedBodyOf } from '@portal/contract/call'
import { onlyAbout } from '@portal/contract/checkout-problems'
import type { AccountNumber } from '@portal/contract/ids'
import { sumCents } from '@portal/contract/money'
import {
  type ScheduledItem,
  type ScheduledPayment,
  type ScheduledPayments,
  cancelScheduledPayment as cancelCall,
  changeScheduledPayment as changeCall,
  listScheduledPayments as listCall,
  schedulePayment as scheduleCall,
  scheduledDateError,
} from '@portal/contract/scheduled-payments'
import type { FastifyInstance } from 'fastify'
import type { CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AuditOrigin } from '../foundation/audit.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { customerRoute } from '../http/route.ts'
import type { Engine } from '../payments/engine.ts'
import { today } from '../payments/planned/day.ts'
import { mayCancel, mayChange, openItems, type PaymentSchedule } from '../payments/schedules/records.ts'
import {
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
    { session: customer, clientAddress, requestId }: AuditOrigin & { session: CustomerCaller },
    work: (engine: Engine, asker: { customer: CustomerCaller; origin: AuditOrigin }) => Promise<void>,
  ) => {
    await consume(deps, 'scheduleChangesPerCustomer', customer.personId)
    const engine = there()
    await work(engine, { customer, origin: { clientAddress, requestId } })
    return await list(engine, customer)
  }
  customerRoute(app, listCall, async ({ session }) => await list(there(), session))
  customerRoute(app, scheduleCall, async (request) =>
    change(request, async (engine, asker) => {
      const order = await checkOrder(engine, asker.customer, request.body)
      const made = await makeSchedule(engine, asker, { ...order, key: request.body.key })
      if (made !== 'scheduled') throw refuse(scheduleCall, refusalOf[made])
    }),
  )
  customerRoute(app, changeCall, async (request) =>
    change(request, async (engine, asker) => {
      const order = await checkOrder(engine, asker.customer, request.body)
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

const refusalOf = {
  noAddress: 'no-email',
  cardUnusable: 'no-such-card',
  tooMany: 'too-many-schedules',
  keyReused: 'key-reused',
  notThere: 'no-such-schedule',
  tooLate: 'too-late-to-change',
  otherAccounts: 'other-accounts',
} as const

/** @throws Refusal for a day or accounts that can't be; BillingSystemDown */
async function checkOrder(
  engine: Engine,
  { personId }: CustomerCaller,
  { payOn, savedMethod, fee: shown, accounts }: ParsedBodyOf<typeof changeCall>,
) {
  const wrongDay = scheduledDateError(payOn, today(engine))
  if (wrongDay !== null) throw refuseField('payOn', wrongDay)
  const { billing } = engine
  const numbers = accounts.map(({ accountId }) => accountId)
  const own = new Set((await billing.accountsOfPerson(personId)).map(({ accountId }) => accountId))
  refuseSome('account-not-yours', numbers, (account) => !own.has(account))
  const found = new Map((await billing.findAccounts(numbers)).map((account) => [account.accountId, account]))
  refuseSome('account-not-payable', numbers, (account) => found.get(account)?.isCashOnly !== false)
  refuseSome('account-closed', numbers, (account) => found.get(account)?.isActive !== true)
  const fee = sumCents(withFees(engine, accounts).map((item) => item.fee))
  if (fee !== shown) throw refuse(scheduleCall, 'fee-changed', { fee, serviceFees: engine.profile.serviceFees })
  return { payOn, savedCardId: savedMethod, items: accounts }
}

function refuseSome(
  why: 'account-not-yours' | 'account-not-payable' | 'account-closed',
  accounts: readonly AccountNumber[],
  isRefused: (account: AccountNumber) => boolean,
): void {
  const some = accounts.filter(isRefused)
  if (some.length === 0) return
  throw refuse(scheduleCall, why, some.length < accounts.length ? { detail: onlyAbout(some) } : {})
}

async function list(engine: Engine, { webUserId }: CustomerCaller): Promise<ScheduledPayments> {
  const schedules = await listSchedules(engine, webUserId)
  return { today: today(engine), payments: schedules.map((schedule) => viewOf(engine, schedule)) }
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
      state: shownStateOf(item, payOn),
      chargeOn: item.chargeOn,
      paid: item.paid,
    })),
    canChange: mayChange(open, today(engine)),
    canCancel: mayCancel(open, today(engine)),
  }
}

function shownStateOf({ state, heldFor, chargeOn }: PaymentSchedule['items'][number], payOn: string) {
  const onTime = chargeOn > payOn ? 'retry' : 'planned'
  const waiting = heldFor === null ? onTime : 'late'
  const shown = {
    PLANNED: waiting,
    NOTIFIED: waiting,
    SENT: 'sending',
    DECLINED: 'sending',
    PAID: 'paid',
    FAILED: 'failed',
    SKIPPED: 'notCharged',
  } as const satisfies Record<typeof state, ScheduledItem['state']>
  return shown[state]
}
