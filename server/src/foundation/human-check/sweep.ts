import type { Instant } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../work/loop.ts'

const batch = 1000

/**
 * Deletes spent challenges that have expired, a batch at a time: an expired one is refused before its use is looked up.
 */
export function humanCheckSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'human-check-sweep',
    restMilliseconds: 60_000,
    run: async () => await removeExpired(db, clock.now()),
  }
}

async function removeExpired(db: Db, now: Instant): Promise<number> {
  const result = await db
    .deleteFrom('spent_human_check')
    .where('id', 'in', (expired) =>
      expired.selectFrom('spent_human_check').select('id').where('expires_at', '<=', now).limit(batch),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
