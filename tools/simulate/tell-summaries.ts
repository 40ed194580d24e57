import { type Instant, dateIn, later } from '@portal/contract/dates'
import type { FinanceKind } from '@portal/server/database/tables/reconciliation.ts'
import { newestDay } from '@portal/server/features/exceptions/daily-summary/send-summary.ts'
import { must } from './broken-promise.ts'
import { FaultDice } from './faults.ts'
import type { Random } from './random.ts'
import type { CheckoutRecord } from './records.ts'
import { world } from './scheduler.ts'
import { type FinanceRecords, type FinanceSums, makeSummaries, sumsOf } from './summaries.ts'
import { simulatedUtility } from './utility.ts'
import type { SimulatedWorld } from './world.ts'

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

const kinds = ['charged', 'givenBack', 'posted', 'cancelled', 'strayCharged', 'strayGivenBack'] as const

function entriesOf(sums: FinanceSums): { kind: FinanceKind; amount: number }[] {
  return kinds.map((kind) => ({ kind, amount: sums[kind] }))
}

function mustEqual(told: FinanceSums, books: FinanceSums, what: string): void {
  for (const kind of kinds) must(told[kind] === books[kind], `${what}: ${kind} ${told[kind]}, not ${books[kind]}`)
}

function booksOf(checkouts: readonly CheckoutRecord[]): FinanceSums {
  const entries = checkouts.flatMap(({ ledger }) => ledger)
  const ofLedger = entries.flatMap(({ book, amount }) => {
    const kind = kindOf(book, amount)
    return kind ? [{ kind, amount: Math.abs(amount) }] : []
  })
  return sumsOf([...ofLedger, ...checkouts.flatMap(strays)])
}

function kindOf(book: CheckoutRecord['ledger'][number]['book'], amount: number): FinanceKind | null {
  if (book === 'unposted') return null
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
  const asked = reversals.filter(({ cause }) => cause !== 'refund')
  const charged = new Map(asked.map(({ tag, amount }) => [tag, amount]))
  const givenBack = new Map(asked.filter(({ state }) => state === 'DONE').map(({ tag, amount }) => [tag, amount]))
  if (attempt.state === 'REVERSED' && ledger.length === 0 && attempt.tag !== null) {
    charged.set(attempt.tag, whole)
    givenBack.set(attempt.tag, whole)
  }
  return [
    ...[...charged.values()].map((amount) => ({ kind: 'strayCharged', amount }) as const),
    ...[...givenBack.values()].map((amount) => ({ kind: 'strayGivenBack', amount }) as const),
  ]
}
