import { type Instant, later } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'

const batch = 1000
const keptFor = 90 * 24 * 60 * 60_000

/** Forgets names that nobody has and nobody has tried for 90 days, a batch at a time. */
export function unknownLoginSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'unknown-login-sweep',
    restMilliseconds: 60 * 60_000,
    run: async () => await removeTriedBefore(db, later(clock.now(), -keptFor)),
  }
}

async function removeTriedBefore(db: Db, instant: Instant): Promise<number> {
  const result = await db
    .deleteFrom('unknown_login')
    .where('name_digest', 'in', (old) =>
      old.selectFrom('unknown_login').select('name_digest').where('tried_at', '<=', instant).limit(batch),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
