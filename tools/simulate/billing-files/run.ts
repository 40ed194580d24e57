import { seededRandom } from '../random.ts'
import type { Books } from './books.ts'
import { BrokenPromise, type Tally, Weather } from './weather.ts'

/** Lives through worlds of late, repeated, missing, older and partial balance files (docs/billing-files.md). */
export async function runWeather(
  books: Books,
  { first, many, stopAtFirst = false }: { first: number; many: number; stopAtFirst?: boolean },
): Promise<Tally> {
  const tally: Tally = { seeds: 0, files: 0, payments: 0, refunds: 0, low: 0, checksum: 0, broken: [] }
  for (let seed = first; seed < first + many; seed++) {
    const world = new Weather(books, seededRandom(seed), tally)
    try {
      await books.world(async () => await world.live())
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error
      tally.broken.push({ seed, promise: error.message })
      if (stopAtFirst) break
    }
    tally.seeds++
  }
  return tally
}
