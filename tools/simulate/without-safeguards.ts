import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, WrongWords, readWords } from '../command-line.ts'
import { type NewDatabase, withPostgres } from './postgres.ts'
import { type Safeguard, safeguards } from './safeguards.ts'
import { runOnWorker } from './workers.ts'

/**
 * `npm run simulate -- --without-safeguards [--seeds N] [--only NAME]`: takes the safeguards of the payment engine away,
 * one at a time, and lets the simulation find the harm. Ends with 1 when one can be taken away unnoticed.
 */

const usage = `npm run simulate -- --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards of the payment engine away, one at a time, and lets N simulated worlds (500 when not said), in
  which the safeguard matters, find the harm.
  --only  those whose name starts so`

const Words = z.object({ seeds: WholeNumber.default(500), only: z.string().default('') })

const words = readWords(usage, () => {
  const text = { type: 'string' } as const
  const options = { 'without-safeguards': { type: 'boolean' }, seeds: text, only: text } as const
  const { seeds, only } = Words.parse(parseArgs({ options }).values)
  const chosen = safeguards.filter(({ name }) => name.startsWith(only))
  if (chosen.length === 0) throw new WrongWords(`No safeguard's name starts with '${only}'`)
  return { seeds, chosen }
})
if (words) await withPostgres(async (newDatabase) => await takeAwayEach(words, newDatabase))

async function takeAwayEach(
  { seeds, chosen }: { seeds: number; chosen: readonly Safeguard[] },
  newDatabase: NewDatabase,
): Promise<void> {
  const left = [...chosen]
  const takeAway = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const found = await firstBroken(next, seeds, await newDatabase())
      console.log(`${found ? 'noticed  ' : 'UNNOTICED'}  ${next.name}${found ? `\n           ${found}` : ''}`)
      if (!found) process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeAway))
}

async function firstBroken({ name: without }: Safeguard, many: number, url: string): Promise<string | null> {
  const { broken } = await runOnWorker({ url, first: 1, many, stopAtFirst: true, without }, () => undefined)
  const [first] = broken
  return first ? `seed ${first.seed}: ${first.promise}` : null
}
