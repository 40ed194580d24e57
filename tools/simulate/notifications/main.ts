import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { WholeNumber, WrongWords, readWords } from '../../command-line.ts'
import { type NewDatabase, withPostgres } from '../database.ts'
import { type NotificationTally, emptyNotificationTally } from './run.ts'
import { notificationSafeguards } from './safeguards.ts'

const usage = `npm run simulate -- --notifications [--seeds N] [--first S] [--workers W]
  Lives through N simulated worlds of notifications (100 when not said; docs/notifications.md).
npm run simulate -- --notifications --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards away, one at a time. Ends with 1 when one can be taken away unnoticed.`

const Words = z.object({
  seeds: WholeNumber.default(100),
  first: WholeNumber.default(1),
  workers: WholeNumber.default(() => availableParallelism()),
  only: z.string().default(''),
  'without-safeguards': z.boolean().default(false),
})
type Words = z.infer<typeof Words>

/** `npm run simulate -- --notifications`. Exits with 1 when a promise was broken. */
export async function simulateNotifications(): Promise<void> {
  const words = readWords(usage, parse)
  if (!words) return
  const isBroken = words['without-safeguards']
  await withPostgres(
    async (newDatabase) => (isBroken ? await takeAwayEach(words, newDatabase) : await simulate(words, newDatabase)),
    { refusesIllegalMoves: !isBroken },
  )
}

function parse(): Words {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = {
    notifications: flag,
    seeds: text,
    first: text,
    workers: text,
    only: text,
    'without-safeguards': flag,
  }
  const words = Words.parse(parseArgs({ options }).values)
  if (!notificationSafeguards.some(({ name }) => name.startsWith(words.only)))
    throw new WrongWords(`No safeguard's name starts with '${words.only}'`)
  return words
}

async function simulate({ seeds, first, workers }: Words, newDatabase: NewDatabase): Promise<void> {
  const began = performance.now()
  const each = Math.ceil(seeds / workers)
  const soFar = new Map<number, NotificationTally>()
  const shares = Array.from({ length: workers }, async (_, index) => {
    const many = Math.max(0, Math.min(each, seeds - index * each))
    const task = { first: first + index * each, many, without: null, people: 240, url: await newDatabase() }
    return await runOn(task, (tally) => {
      soFar.set(index, tally)
      const sum = joined([...soFar.values()])
      if (sum.seeds % 10 === 0)
        console.error(`${sum.seeds} seeds, ${sum.events} notifications, ${sum.broken.length} broken`)
    })
  })
  const tally = joined(await Promise.all(shares))
  console.log(report(tally, first, (performance.now() - began) / 1000))
  if (tally.broken.length > 0) process.exitCode = 1
}

async function takeAwayEach({ seeds, only }: Words, newDatabase: NewDatabase): Promise<void> {
  const left = notificationSafeguards.filter(({ name }) => name.startsWith(only))
  const takeAway = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const task = { first: 1, many: seeds, without: next.name, people: 16, url: await newDatabase() }
      const [found] = (await runOn(task, () => undefined)).broken
      console.log(`${found ? 'noticed  ' : 'UNNOTICED'}  ${next.name}`)
      if (found) console.log(`           seed ${found.seed}: ${found.promise}`)
      else process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeAway))
}

const Message = z.union([
  z.object({ progress: z.custom<NotificationTally>() }),
  z.object({ done: z.custom<NotificationTally>() }),
])

function runOn(task: object, onProgress: (tally: NotificationTally) => void): Promise<NotificationTally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task })
    worker.on('error', reject)
    worker.on('message', (sent) => {
      const message = Message.parse(sent)
      if ('done' in message) resolve(message.done)
      else onProgress(message.progress)
    })
  })
}

function joined(tallies: readonly NotificationTally[]): NotificationTally {
  const whole = emptyNotificationTally()
  for (const tally of tallies) {
    for (const name of ['seeds', 'events', 'emails', 'crashes'] as const) whole[name] += tally[name]
    for (const part of ['faults', 'ends'] as const)
      for (const [name, times] of Object.entries(tally[part])) whole[part][name] = (whole[part][name] ?? 0) + times
    whole.broken.push(...tally.broken)
  }
  return whole
}

function report(tally: NotificationTally, first: number, seconds: number): string {
  const table = (counts: Record<string, number>): string[] =>
    Object.entries(counts)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, times]) => `  ${String(times).padStart(9)}  ${name}`)
  const { seeds, events, emails, crashes, broken } = tally
  return [
    `Seeds from ${first}, ${seeds} worlds: ${events} notifications, ${emails} emails of the outbox, ${crashes} deaths, ${seconds.toFixed(1)} s`,
    '',
    'Faults',
    ...table(tally.faults),
    '',
    'How notifications ended',
    ...table(tally.ends),
    '',
    ...broken.slice(0, 20).map(({ seed, promise }) => `BROKEN by seed ${seed}: ${promise}`),
    broken.length === 0 ? 'Every promise was kept.' : `${broken.length} seeds broke a promise.`,
  ].join('\n')
}
