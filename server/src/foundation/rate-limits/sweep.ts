import { epochOf, type Instant } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'

const batch = 1000

/** Deletes counts whose time is over, a batch at a time. */
export function rateLimitSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'rate-limit-sweep',
    restMilliseconds: 60_000,
    run: async () => await removeOver(db, clock.now()),
  }
}

async function removeOver(db: Db, now: Instant): Promise<number> {
  const result = await db
    .deleteFrom('rate_limit')
    .where('key', 'in', (over) =>
      over.selectFrom('rate_limit').select('key').where('expire', '<=', epochOf(now)).orderBy('expire').limit(batch),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
