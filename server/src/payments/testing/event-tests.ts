import { Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type {
  FoundCharge,
  FoundDispute,
  FoundRefund,
  GatewayEvent,
  GatewayEvents,
} from '../../adapters/payment-gateway/port-events.ts'
import type { Tx } from '../../database/connect.ts'
import type { AttemptState, DisputeState, PostingState } from '../../database/tables/payments.ts'
import type { Intent } from '../charge/intent.ts'
import { takePayment } from '../charge/take-payment.ts'
import { startReversal } from '../engine.ts'
import { gatewayEventLoops } from '../gateway-events/act-on-events.ts'
import { cancellationLoop, postingLoop } from '../posting/post-to-billing.ts'
import { storeEvents } from '../records/gateway-events.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { type ManualAction, requestRefund } from '../reversals/request-refund.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { engineTests } from './engine-tests.ts'
import { charged, intentFor, testCard } from './engine-world.ts'

const never = new AbortController().signal

export const accounts = ['1234567890', '2234567890']
/** Of both, in cents. */
export const whole = 8_500

export const opened: FoundDispute = {
  chargeTag: '1001',
  chargeReference: null,
  amount: cents(whole),
  state: 'open',
  reason: 'fraudulent',
  evidenceDueAt: Instant.parse('2026-06-10T00:00:00.000Z'),
  openedAt: Instant.parse('2026-06-01T00:00:00.000Z'),
}

/** What the gateway answers when it is asked. */
interface Asked {
  dispute: FoundDispute | 'nothing' | 'away'
  refund: FoundRefund | 'nothing' | 'away'
  charge: FoundCharge | 'nothing' | 'away'
  listed: GatewayEvent[] | 'away'
  /** Since when, each time. */
  listedSince: Instant[]
}

interface Standing {
  attempt: AttemptState
  items: string[]
  postings: PostingState[]
  reversals: string[]
  disputes: { state: DisputeState; person: boolean }[]
  /** A word if all are empty, because `toMatchObject` finds {} in anything. */
  books: Record<string, number> | 'empty'
  /** What finance is told, in cents. */
  finance: Record<string, number> | null
}

const away = { outcome: 'unavailable', reason: 'away' } as const

function answer<Found extends object>(found: Found | 'nothing' | 'away') {
  if (found === 'away') return away
  return found === 'nothing' ? ({ outcome: 'nothing' } as const) : ({ outcome: 'found', ...found } as const)
}

function eventsOf(asked: Asked): GatewayEvents {
  return {
    read: () => ({ outcome: 'refused', reason: 'not in this test' }),
    async list(since) {
      asked.listedSince.push(since)
      return asked.listed === 'away' ? away : { outcome: 'listed', events: asked.listed }
    },
    readDispute: async () => answer(asked.dispute),
    readRefund: async () => answer(asked.refund),
    readCharge: async () => answer(asked.charge),
  }
}

/** As `engineTests`, with a gateway that tells by itself what happened later. */
export function eventTests() {
  const world = engineTests()
  const nothing = { dispute: 'nothing', refund: 'nothing', charge: 'nothing' } as const
  const asked: Asked = { ...nothing, listed: [], listedSince: [] }
  beforeEach(() => {
    Object.assign(asked, { ...nothing, listed: [], listedSince: [] })
    world.gateway.events = eventsOf(asked)
  })
  return { world, asked, ...stepsOf(world) }
}

let told = 0

function stepsOf(world: ReturnType<typeof engineTests>) {
  /** Of that charge, or of an object of its own. */
  async function tell(subject: GatewayEvent['subject'], tag: string, id?: string): Promise<void> {
    told += 1
    await storeEvents(world.engine.db, 'gge4', [{ id: id ?? `evt_${told}`, subject, tag }], world.clock.now())
    await act()
  }

  async function act(): Promise<void> {
    const [acting] = gatewayEventLoops(world.engine)
    while (((await acting?.run(never)) ?? 0) > 0);
  }

  async function catchUp(): Promise<void> {
    const [, catching] = gatewayEventLoops(world.engine)
    await catching?.run(never)
  }

  async function work(): Promise<void> {
    world.clock.pass(60_000)
    for (const each of [postingLoop, resolveLoop, reversalLoop, cancellationLoop]) {
      while ((await each(world.engine).run(never)) > 0);
    }
  }

  /** Two accounts, posted. @returns the checkout */
  async function paid(intended: Partial<Intent> = {}): Promise<number> {
    world.gateway.answer = async () => charged('1001')
    const taken = await takePayment(world.engine, intentFor(world.engine, accounts, intended), testCard, null)
    if (taken.outcome !== 'taken') throw new Error(taken.outcome)
    await work()
    return taken.checkout.id
  }

  async function byHand<Made>(checkoutId: number, make: (tx: Tx, move: ManualAction) => Promise<Made>): Promise<Made> {
    const move = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.clock.now() }
    return await world.database.db.transaction().execute(async (tx) => await make(tx, move))
  }

  async function refunded(): Promise<{ id: number; reference: string }> {
    const id = await paid()
    const start = startReversal(world.engine)
    await byHand(id, async (tx, move) => await requestRefund(tx, move, start))
    await work()
    return { id, reference: start.reference }
  }

  const standing = async (): Promise<Standing> => await standingOf(world)

  /** How many events are still to be acted on. */
  async function open(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from gateway_event where next_try_at is not null`.execute(world.database.db)
    return rows[0]?.count ?? 0
  }

  /** What each says, in the order they were queued. */
  async function emails(): Promise<string[]> {
    const queued = await world.database.db.selectFrom('email').select('subject').orderBy('id').execute()
    return queued.map(({ subject }) => subject.replace('Test Water: ', ''))
  }

  /** What waits for a person without a payment, or with the wrong one. */
  async function discrepancies(): Promise<[kind: string, subject: string][]> {
    const rows = await world.database.db
      .selectFrom('open_discrepancy')
      .select(['kind', 'subject'])
      .orderBy('id')
      .execute()
    return rows.map(({ kind, subject }) => [kind, subject])
  }

  return { tell, act, catchUp, work, paid, byHand, refunded, standing, open, emails, discrepancies }
}

async function standingOf(world: ReturnType<typeof engineTests>): Promise<Standing> {
  const { rows } = await sql<Omit<Standing, 'books'> & { books: Record<string, number> | null }>`
    select attempt.state as attempt,
      (select json_agg(status order by id) from checkout_item) as items,
      (select json_agg(state order by item_id) from posting) as postings,
      (select coalesce(json_agg(cause || ' ' || state || case when needs_person then ' !' else '' end order by id), '[]')
        from reversal) as reversals,
      (select coalesce(json_agg(json_build_object('state', state, 'person', needs_person) order by id), '[]')
        from dispute) as disputes,
      (select json_object_agg(book, sum) from (
        select book, sum(amount_cents) from ledger_entry group by book having sum(amount_cents) <> 0) as sums) as books,
      (select json_object_agg(kind, sum) from (select kind, sum(amount_cents) from finance_entry group by kind) as sums)
        as finance
    from charge_attempt attempt`.execute(world.database.db)
  const [row] = rows
  if (!row) throw new Error('nothing was paid')
  const books = row.books ?? {}
  expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  const of = (kind: string): number => row.finance?.[kind] ?? 0
  const ofCard =
    of('charged') - of('givenBack') - of('disputed') + of('disputeReturned') + of('refundFailed') - of('undone')
  expect(ofCard).toBe(books['card'] ?? 0)
  return { ...row, books: row.books ?? 'empty' }
}
