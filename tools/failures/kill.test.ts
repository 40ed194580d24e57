import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CrashPoint, crashPoints } from '../world/crash-points.ts'
import { goodCard, Payer } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import { type World, startWorld } from '../world/start-world.ts'

const zip = '96913'

interface Case {
  crashAt: CrashPoint
  accounts: string[]
  isApproved: boolean
}

/** Every point × one and three accounts × approved and declined; a declined payment has no postings to die in. */
const cases: Case[] = crashPoints.flatMap((crashAt, point) =>
  [1, 3].flatMap((count) =>
    [true, false]
      .filter((isApproved) => isApproved || !crashAt.endsWith('posting'))
      .map((isApproved) => ({
        crashAt,
        isApproved,
        accounts: Array.from({ length: count }, (_, index) => `7${point}${count}${isApproved ? 1 : 2}00000${index}`),
      })),
  ),
)

/**
 * One process after the other: the point at which it dies, and the payments that are at that point. All payments of a
 * point are made at once, except at the points of a posting, because postings are made one by one. The last point comes
 * first: it leaves charges with which the look-ups prove that their search works.
 */
const deaths: { crashAt: CrashPoint; payments: Case[] }[] = crashPoints.toReversed().flatMap((crashAt) => {
  const payments = cases.filter((one) => one.crashAt === crashAt)
  return crashAt.endsWith('posting') ? payments.map((one) => ({ crashAt, payments: [one] })) : [{ crashAt, payments }]
})

interface Died extends Case {
  key: string
  payer: Payer
}

/** Stripe's stand-in goes by the card. */
const declinedCard = { ...goodCard, cardNumber: '4000000000009995' }

let world: World
let survivor: ServerProcess
let died: Died[]

async function killAtEachPoint(hasStripe: boolean): Promise<void> {
  died = []
  const accounts = cases.flatMap((one) => one.accounts.map((account) => ({ account, balance: 10_000 })))
  world = await startWorld({ database: await createTestDatabase(), accounts, hasStripe })
  for (const { crashAt, payments } of deaths) died.push(...(await payAndDie(crashAt, payments)))
  survivor = await world.start()
  await vi.waitUntil(isAtRest, { timeout: 240_000, interval: 250 })
}

const gateways = ['payeezy', 'stripe'] as const
describe.each(gateways)(
  'given a server killed with SIGKILL during a payment with %s, when another takes over',
  (by) => {
    beforeAll(async () => await killAtEachPoint(by === 'stripe'), 600_000)
    afterAll(() => world?.close())

    test.each(cases)(
      'then all books agree: $crashAt, $accounts.length account(s), approved: $isApproved',
      async (one) => {
        const { key, payer } = died.find(({ accounts }) => accounts === one.accounts) ?? {}
        const checkout = await payer?.at(survivor.address).look(key ?? '')
        if (!checkout) throw new Error('The checkout is lost')
        const charges = (world.stripe ?? world.gateway)
          .purchases()
          .filter(({ reference }) => reference === checkout.referenceNumber)
        const live = charges.filter(({ state }) => state === 'live')
        expect(charges.length).toBeLessThanOrEqual(1)

        // With Stripe, the first of the requests of a charge is on its way then, which charges nothing.
        const mayBeUnsent = by === 'stripe' && one.crashAt === 'during-charge' && checkout.outcome === 'serverFailed'
        const wasSent = one.crashAt !== 'after-intent' && !mayBeUnsent
        const answered = one.isApproved ? 'approved' : 'declined'
        const expected = wasSent ? answered : 'serverFailed'
        expect(checkout.outcome).toBe(expected)
        expect(live).toHaveLength(expected === 'approved' ? 1 : 0)
        expect(await recorded(one.accounts)).toEqual(
          expected === 'approved'
            ? checkout.accounts.map(({ accountId, amount, receiptNumber }) => ({ accountId, amount, receiptNumber }))
            : [],
        )
      },
    )

    test('then no account is held and every ledger adds up to zero', async () => {
      const holds = await world.database.pool.query('select * from account_hold')
      const unbalanced = await world.database.pool.query(
        'select checkout_id from ledger_entry group by checkout_id having sum(amount_cents) <> 0',
      )
      expect([holds.rowCount, unbalanced.rowCount]).toEqual([0, 0])
    })
  },
)

async function payAndDie(crashAt: CrashPoint, payments: Case[]): Promise<Died[]> {
  const settings = {
    CRASH_ACCOUNTS: payments.flatMap(({ accounts }) => accounts).join(),
    CRASH_TOGETHER: String(payments.length),
  }
  const server = await world.start({ settings, crashAt })
  const dying = payments.map((one) => ({ ...one, key: randomUUID(), payer: new Payer(server.address) }))
  for (const { payer, accounts } of dying) for (const account of accounts) await payer.find(account, zip)
  // Longer than the last payment takes to get there, and shorter than the server waits for the world.gateway.
  if (crashAt === 'during-charge') {
    world.gateway.fail({ kind: 'delayBeforeCommit', milliseconds: 1_500 }, dying.length)
    world.stripe?.fail('confirmIntent', { kind: 'delay', milliseconds: 1_500 }, dying.length)
  }
  await Promise.all(
    dying.map(async (one) => {
      const typed = await world.typed(one.isApproved ? undefined : declinedCard)
      const wish = { key: one.key, accounts: amountsOf(one), ...typed }
      const reply = await one.payer.checkOut(wish).catch(() => null)
      // Otherwise the others would wait there for a payment that never comes.
      if (reply && payments.length > 1) throw new Error(`Not at ${crashAt}: ${await reply.text()}`)
    }),
  )
  await server.ended
  return dying
}

/** The simulator declines 5302.00, as the real demo gateway does, so the amounts of a declined case add up to it. */
function amountsOf({ accounts, isApproved }: Case): { accountId: string; amount: number }[] {
  const first = isApproved ? 2_500 : 530_200 - (accounts.length - 1) * 1_000
  return accounts.map((accountId, index) => ({ accountId, amount: index === 0 ? first : 1_000 }))
}

async function isAtRest(): Promise<boolean> {
  const open = await world.database.pool.query(
    `select from charge_attempt where state in ('INTENT', 'UNKNOWN', 'ESCALATED')
     union all select from posting where state <> 'POSTED'`,
  )
  return open.rowCount === 0
}

interface RecordedPayment {
  accountId: string
  amount: number
  receiptNumber: string
}

async function recorded(accounts: string[]): Promise<RecordedPayment[]> {
  const rows = await world.database.pool.query<RecordedPayment>(
    `select account_id as "accountId", amount_cents as amount, receipt_number as "receiptNumber"
     from cis.portal_payment where account_id = any($1) order by account_id`,
    [accounts],
  )
  return rows.rows
}
