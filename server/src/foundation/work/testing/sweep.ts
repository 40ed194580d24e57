import type { Deps } from '../../../deps.ts'
import { sweeps } from '../sweeps.ts'

/** Sweeps one table once, a batch at most, and returns how many rows were deleted. */
export async function sweepOnce(
  deps: Pick<Deps, 'db' | 'clock'> & { config?: Pick<Deps['config'], 'CLIENT_NOTE_DAYS'> },
  table: string,
): Promise<number> {
  const all = sweeps({ ...deps, config: deps.config ?? { CLIENT_NOTE_DAYS: 400 } })
  const work = all.find(({ name }) => name === `sweep of ${table}`)
  if (!work) throw new Error(`${table} is not swept`)
  return await work.run(new AbortController().signal)
}
