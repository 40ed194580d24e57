import { availableParallelism } from 'node:os'
import { openWorldDatabase, type NewDatabase, withPostgres } from './database.ts'
import { keepPlan, planOf, type Worlds } from './plan.ts'
import { describePlan, progressLine, report } from './report.ts'
import { tryPlan } from './run-plan.ts'
import type { Safeguard } from './safeguard.ts'
import { shrink } from './shrink.ts'
import { type Task, runOnWorker, runOnWorkers } from './workers.ts'

export interface ToLiveThrough {
  gateway: Worlds
  seeds: number
  first: number
  workers: number
  stop: boolean
  keep: boolean
}

export interface ToTakeAway extends Pick<ToLiveThrough, 'gateway' | 'seeds'> {
  chosen: readonly Safeguard[]
}

export async function simulate(words: ToLiveThrough): Promise<void> {
  await withPostgres(async (newDatabase) => await liveThrough(words, newDatabase), { refusesIllegalMoves: true })
}

export async function takeAwayEach(words: ToTakeAway): Promise<void> {
  await withPostgres(async (newDatabase) => await takeAway(words, newDatabase), { refusesIllegalMoves: false })
}

async function liveThrough(words: ToLiveThrough, newDatabase: NewDatabase): Promise<void> {
  const { gateway, first, seeds: many, stop: stopAtFirst, workers } = words
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  const tally = await runOnWorkers(
    { gateway, first, many, stopAtFirst, without: null },
    { workers, newDatabase, onProgress: (soFar) => console.error(progressLine(soFar, seconds())) },
  )
  console.log(report(tally, { gateway, first, seconds: seconds() }))
  const [broken] = tally.broken
  if (!broken) return
  process.exitCode = 1
  const database = await openWorldDatabase(await newDatabase())
  const { plan, promise } = await shrink(
    planOf(broken.seed, gateway),
    async (smaller) => await tryPlan(smaller, database),
  )
  await database.close()
  console.log(describePlan(plan, promise))
  if (words.keep) console.log(`Kept in ${await keepPlan({ broke: promise, plan })}`)
}

async function takeAway({ gateway, seeds, chosen }: ToTakeAway, newDatabase: NewDatabase): Promise<void> {
  const left = [...chosen]
  const takeNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const range = { gateway, first: 1, many: seeds, stopAtFirst: true, without: next.name }
      const found = await firstBroken({ ...range, url: await newDatabase() })
      console.log(`${found ? 'noticed  ' : 'UNNOTICED'}  ${next.name}${found ? `\n           ${found}` : ''}`)
      if (!found) process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeNext))
}

async function firstBroken(task: Task): Promise<string | null> {
  const { broken } = await runOnWorker(task, () => undefined)
  const [first] = broken
  return first ? `seed ${first.seed}: ${first.promise}` : null
}
