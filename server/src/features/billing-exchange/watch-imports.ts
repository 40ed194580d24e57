import { epochOf } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { importedAt } from '../../metrics.ts'

/** Tells Prometheus when the extract that is live was imported, so that every process tells the same. */
export function importWatch({ db }: Pick<Deps, 'db'>): Work {
  return {
    name: 'import-watch',
    restMilliseconds: 60_000,
    async run() {
      const live = await db
        .selectFrom('cis.import_run')
        .select('finished_at')
        .where('is_live', '=', true)
        .executeTakeFirst()
      if (live) importedAt.set(epochOf(live.finished_at) / 1000)
      return 0
    },
  }
}
