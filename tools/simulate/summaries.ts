import { CalendarDate, Instant, dateIn, later } from '@portal/contract/dates'
import type { Db } from '@portal/server/database/connect.ts'
import type { FinanceKind } from '@portal/server/database/tables/reconciliation.ts'
import { dailyFinanceSummary, newestDay } from '@portal/server/features/exceptions/daily-summary/send-summary.ts'
import { figuresOf } from '@portal/server/features/exceptions/daily-summary/testing/figures-of.ts'
import { makeInquiriesDue } from '@portal/server/payments/records/attempts.ts'
import { testClock } from '@portal/server/testing/clock.ts'
import { must } from './broken-promise.ts'
import { FaultDice } from './faults.ts'
import { liveCharges } from './partners/books.ts'
import type { Plan } from './plan.ts'
import { simulatedUtility } from './product.ts'
import { seededRandom, type Random } from './random.ts'
import type { CheckoutRecord } from './records.ts'
import { world } from './scheduler.ts'
import type { SimulatedWorld } from './world.ts'

const aDay = 24 * 3_600_000
const nights = 9

/** Requests another look-up of what the gateway has and the records call not charged; tells finance in the morning. */
export async function compareNightly(
  simulated: SimulatedWorld,
  {
    seed,
    hasSummaries,
    autopayDays,
    stormyMinutes,
  }: Pick<Plan, 'seed' | 'hasSummaries' | 'autopayDays' | 'stormyMinutes'>,
): Promise<void> {
  const { scheduler, database, gateway } = simulated
  // Its own random numbers: everything else is the same with and without the summaries.
  const random = seededRandom(seed)
  const last = nights + stormyMinutes / 1_440
  for (let night = 1; night <= last; night++) {
    if (simulated.isAtRest() && autopayDays === 0) break
    await scheduler.sleep(world, aDay)
    if (hasSummaries) await tellInTheMorning(simulated, random)
    const unexpected = simulated.live.checkouts
      .filter(({ attempt }) => attempt === 'NOT_CHARGED' || attempt === 'DECLINED')
      .map(({ reference }) => reference)
      .filter((reference) => liveCharges(gateway.rows, reference).length > 0)
    if (unexpected.length === 0) continue
    await scheduler.outside(makeInquiriesDue(database.db, unexpected, scheduler.now()))
    simulated.changed()
  }
}

/** A morning of the finance office: its summary is made, not made, made by two processes, or dies before its email. */
export async function tellInTheMorning({ database, scheduler }: SimulatedWorld, random: Random): Promise<void> {
  if (random.chance(0.3)) return
  // The faults of servers are tried on payments; here only the order of what two processes do is drawn.
  const dice = new FaultDice(random, {}, null)
  const db = database.seenBy({ process: world, scheduler, dice, onChange: () => undefined })
  const tell = async (isKilled: boolean) => await makeSummaries(db, scheduler.now(), isKilled)
  await Promise.all([tell(random.chance(0.2)), ...(random.chance(0.3) ? [tell(false)] : [])])
}

/** A day after the world has come to rest: what became known after the last summary is in the next one. */
export function nextMorning({ scheduler }: SimulatedWorld): Instant {
  return later(scheduler.now(), 24 * 3_600_000)
}

/** Every cent is in one summary or waits for one whose day is not over; together they are the books. */
export function checkSummaries(
  simulated: SimulatedWorld,
  checkouts: readonly CheckoutRecord[],
  { entries, summaries }: FinanceRecords,
): void {
  must(new Set(summaries.map(({ day }) => day)).size === summaries.length, 'a day has two summaries')
  for (const { day, sums } of summaries) {
    const entered = sumsOf(entries.filter(({ summary }) => summary === day))
    mustEqual(sums, entered, `the summary of ${day} does not say what is in it`)
  }
  const open = entries.filter(({ summary }) => summary === null)
  mustEqual(sumsOf([...summaries.flatMap(({ sums }) => entriesOf(sums)), ...open]), booksOf(checkouts), 'the summaries')
  const { timeZone } = simulatedUtility
  const newest = newestDay(timeZone, nextMorning(simulated))
  const missed = open.filter(({ belongsAt }) => dateIn(timeZone, belongsAt) <= newest)
  must(missed.length === 0, 'a day is over, and something of it is in no summary')
}

const kinds = [
  'charged',
  'givenBack',
  'posted',
  'cancelled',
  'strayCharged',
  'strayGivenBack',
  'disputed',
  'disputeReturned',
  'refundFailed',
  'undone',
] as const satisfies readonly FinanceKind[]

function entriesOf(sums: FinanceSums): { kind: FinanceKind; amount: number }[] {
  return kinds.map((kind) => ({ kind, amount: sums[kind] }))
}

function mustEqual(told: FinanceSums, books: FinanceSums, what: string): void {
  for (const kind of kinds) must(told[kind] === books[kind], `${what}: ${kind} ${told[kind]}, not ${books[kind]}`)
}

function booksOf(checkouts: readonly CheckoutRecord[]): FinanceSums {
  const entries = checkouts.flatMap(({ ledger }) => ledger)
  const ofLedger = entries.flatMap((entry) => {
    const { amount } = entry
    const kind = kindOf(entry)
    return kind ? [{ kind, amount: Math.abs(amount) }] : []
  })
  return sumsOf([...ofLedger, ...checkouts.flatMap(strays)])
}

function kindOf({ book, amount, cause }: CheckoutRecord['ledger'][number]): FinanceKind | null {
  if (book !== 'card' && book !== 'posted') return null
  if (cause !== null) return book === 'card' ? cause : null
  if (book === 'card') return amount > 0 ? 'charged' : 'givenBack'
  return amount < 0 ? 'posted' : 'cancelled'
}

/** Charges by their tags: those that were to be given back though no refund, and those that the gateway took back. */
function strays({
  reversals,
  ledger,
  attempt,
  amount: whole,
}: CheckoutRecord): { kind: FinanceKind; amount: number }[] {
  const asked = reversals.filter(({ cause }) => cause !== 'refund' && cause !== 'returned')
  const charged = new Map(asked.map(({ tag, amount }) => [tag, amount]))
  const givenBack = asked.filter(({ state, hasFailed }) => state === 'DONE' || hasFailed)
  const isByGateway = attempt.state === 'REVERSED' && ledger.length === 0 && !charged.has(attempt.tag ?? '')
  return [
    ...[...charged.values()].map((amount) => ({ kind: 'strayCharged', amount }) as const),
    ...givenBack.map(({ amount }) => ({ kind: 'strayGivenBack', amount }) as const),
    ...givenBack.filter(({ hasFailed }) => hasFailed).map(({ amount }) => ({ kind: 'refundFailed', amount }) as const),
    ...(isByGateway ? (['strayCharged', 'strayGivenBack'] as const).map((kind) => ({ kind, amount: whole })) : []),
  ]
}

const config = { PUBLIC_URL: 'https://portal.utility.example', PAYMENT_PACE: 1 }
const paymentGateway = { name: 'gge4' } as const
const never = new AbortController().signal

const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

/** Makes the summaries of the days that are over; one that is killed dies when it has read the first. */
export async function makeSummaries(db: Db, now: Instant, isKilled: boolean): Promise<void> {
  const profile = isKilled ? utilityOfTheKilled : simulatedUtility
  const deps = { db, clock: testClock(now), profile, config, paymentGateway, wake: () => undefined }
  const work = dailyFinanceSummary(deps, longAgo)
  try {
    while ((await work.run(never)) > 0);
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

class Killed extends Error {
  override readonly name = 'Killed'
}

const utilityOfTheKilled = Object.defineProperty({ ...simulatedUtility }, 'financeEmail', {
  get() {
    throw new Killed()
  },
})

/** Cents by what happened to them. */
export type FinanceSums = Record<(typeof kinds)[number], number>

export interface FinanceRecords {
  entries: { kind: FinanceKind; amount: number; belongsAt: Instant; summary: CalendarDate | null }[]
  summaries: { day: CalendarDate; sums: FinanceSums }[]
}

export async function readFinance(db: Db): Promise<FinanceRecords> {
  const entries = await db
    .selectFrom('finance_entry')
    .select(['kind', 'amount_cents as amount', 'belongs_at as belongsAt', 'summary'])
    .execute()
  const emails = await db
    .selectFrom('email')
    .select(['dedupe_key as key', 'body_text as text'])
    .where('kind', '=', 'finance-summary')
    .execute()
  const summaries = emails.map(({ key, text }) => {
    const day = CalendarDate.parse(key.replace('finance-summary-', ''))
    return { day, sums: sumsIn(text) }
  })
  return { entries, summaries }
}

function sumsIn(text: string): FinanceSums {
  const { all, stray, later: since } = figuresOf(text)
  return {
    disputed: since.disputed.amount,
    disputeReturned: since.disputeReturned.amount,
    refundFailed: since.refundFailed.amount,
    undone: since.undone.amount,
    charged: all.charged.amount - stray.charged.amount,
    givenBack: all.givenBack.amount - stray.givenBack.amount,
    posted: all.posted.amount,
    cancelled: all.cancelled.amount,
    strayCharged: stray.charged.amount,
    strayGivenBack: stray.givenBack.amount,
  }
}

/** Adds up cents by what happened to them. */
export function sumsOf(entries: readonly { kind: FinanceKind; amount: number }[]): FinanceSums {
  const sumOf = (kind: FinanceKind): number =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
  return {
    charged: sumOf('charged'),
    givenBack: sumOf('givenBack'),
    posted: sumOf('posted'),
    cancelled: sumOf('cancelled'),
    strayCharged: sumOf('strayCharged'),
    strayGivenBack: sumOf('strayGivenBack'),
    disputed: sumOf('disputed'),
    disputeReturned: sumOf('disputeReturned'),
    refundFailed: sumOf('refundFailed'),
    undone: sumOf('undone'),
  }
}
