import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@portal/server/database/connect.ts'
import { quantile, type BenchRow } from '../table.ts'
import { type Span, type SteadyPayers, steadyPayers } from './checkouts.ts'
import type { FinanceClient } from './load.ts'
import { questions } from './questions.ts'

/** Checkouts are measured in turns of this many seconds, with and without a person who searches. */
const turns = { rounds: 3, seconds: 12 }
const most = 1.5

interface Search extends Span {
  name: string
}

/** How long checkouts take while one person searches: all of them, and those under way during each kind of search. */
export async function checkoutRows(
  { db, pool }: Connection,
  portal: string,
  finance: FinanceClient,
): Promise<BenchRow[]> {
  const payers = await steadyPayers(portal, db)
  // Writes the filled books to disk first, so that no later measurement waits for that. The next payments write full
  // pages again and are not measured.
  await pool.query('checkpoint')
  await payers.payFor(turns.seconds)
  const [alone, beside, searches]: [Span[], Span[], Search[]] = [[], [], []]
  for (let round = 1; round <= turns.rounds; round++) {
    alone.push(...(await payers.payFor(turns.seconds)))
    const during = await payWhileSearching(payers, finance)
    beside.push(...during.paid)
    searches.push(...during.searches)
  }
  const [ours, yardstick] = [quantileOf(beside, 0.99), quantileOf(alone, 0.99)]
  const ratio = ours / yardstick
  const all: BenchRow = {
    name: 'p99 of 20 checkouts a second beside searches ÷ alone',
    ours: `${ours.toFixed(0)} ms`,
    yardstick: `${yardstick.toFixed(0)} ms`,
    ratio,
    target: { text: `at most ${most}`, isMet: ratio <= most },
  }
  return [all, ...questions.map(({ name }) => rowOf(name, searches, beside, alone))]
}

async function payWhileSearching(
  payers: SteadyPayers,
  finance: FinanceClient,
): Promise<{ paid: Span[]; searches: Search[] }> {
  const end = { isOver: false }
  const searching = searchUntil(finance, end)
  const paid = await payers.payFor(turns.seconds).finally(() => (end.isOver = true))
  return { paid, searches: await searching }
}

/** A person who makes one query after another, with a short look at each answer. */
async function searchUntil(finance: FinanceClient, end: { isOver: boolean }): Promise<Search[]> {
  const searches: Search[] = []
  for (let nth = 0; !end.isOver; nth++) {
    const question = questions[nth % questions.length]
    if (!question) throw new Error('There are no questions')
    const began = performance.now()
    await finance.ask(question, nth)
    searches.push({ name: question.name, began, ended: performance.now() })
    await wait(500)
  }
  return searches
}

/** Checkouts under way during this kind of search, compared with those without searches. They are too few for a p99. */
function rowOf(name: string, searches: readonly Search[], beside: readonly Span[], alone: readonly Span[]): BenchRow {
  const those = searches.filter((search) => search.name === name)
  const met = beside.filter((paid) => those.some((one) => paid.began < one.ended && one.began < paid.ended))
  const [ours, yardstick] = [quantileOf(met, 0.95), quantileOf(alone, 0.95)]
  return {
    name: `checkouts during a search: ${name}`,
    ours: `${ours.toFixed(0)} ms p95 of ${met.length}`,
    yardstick: `${yardstick.toFixed(0)} ms p95 alone`,
    ratio: ours / yardstick,
  }
}

function quantileOf(spans: readonly Span[], share: number): number {
  return quantile(
    spans.map(({ began, ended }) => ended - began),
    share,
  )
}
