import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, readWords } from '../../command-line.ts'
import { withPostgres } from '../database.ts'
import { BooksInPostgres } from './books.ts'
import { BooksInMemory } from './rule.ts'
import { runWeather } from './run.ts'
import type { Tally } from './weather.ts'

const usage = `npm run simulate -- --billing-files [--seeds N] [--first S]
  Lives through N worlds (5000 when not said) of balance files that are late, repeated, missing, older or partial
  (docs/billing-files.md), and through the first 50 in PostgreSQL, too. Ends with 1 when a promise was broken.`

const Words = z.object({ seeds: WholeNumber.default(5000), first: WholeNumber.default(1) })

/** `npm run simulate -- --billing-files` */
export async function simulateBillingFiles(): Promise<void> {
  const text = { type: 'string' } as const
  const options = { 'billing-files': { type: 'boolean' }, seeds: text, first: text } as const
  const words = readWords(usage, () => Words.parse(parseArgs({ options }).values))
  if (!words) return
  const { first, seeds } = words
  const began = performance.now()
  const tally = await runWeather(new BooksInMemory(), { first, many: seeds })
  const many = Math.min(50, seeds)
  const inPostgres = await withPostgres(
    async (newDatabase) => {
      const books = await BooksInPostgres.open(await newDatabase())
      try {
        return await runWeather(books, { first, many })
      } finally {
        await books.close()
      }
    },
    { refusesIllegalMoves: true },
  )
  const isSame = inPostgres.checksum === (await runWeather(new BooksInMemory(), { first, many })).checksum
  console.log(report(tally, many, isSame, (performance.now() - began) / 1000))
  if (tally.broken.length + inPostgres.broken.length > 0 || !isSame) process.exitCode = 1
}

function report(tally: Tally, many: number, isSame: boolean, seconds: number): string {
  return [
    `${tally.seeds} seeds in ${seconds.toFixed(0)} s: ${tally.files} balance files, ${tally.payments} payments, ${tally.refunds} refunds`,
    `${tally.low} balances were shown too low while in doubt, none too high or twice: ${tally.broken.length} broken`,
    ...tally.broken.slice(0, 10).map(({ seed, promise }) => `  seed ${seed}, ${promise}`),
    `${many} seeds in PostgreSQL showed ${isSame ? 'the same' : 'OTHER BALANCES'}`,
  ].join('\n')
}
