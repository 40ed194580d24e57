import { later } from '@portal/contract/dates'
import { MobileNumber } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { notificationText } from '../outbox/compose.ts'
import { factsNow } from '../outbox/message.ts'
import { referenceOf } from '../outbox/names.ts'
import { recordReport } from '../reports/text-reports.ts'

const batch = 20
const hour = 60 * 60_000

/** Asks the provider about texts whose answer was lost, for a day; none of them is ever sent again. */
export function lostTexts(
  deps: Pick<Deps, 'db' | 'clock' | 'texts' | 'log' | 'profile'> & {
    config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>
  },
): Work {
  const { db, clock, texts, profile, config } = deps
  return {
    name: 'lost texts',
    restMilliseconds: hour / 4,
    async run() {
      if (!texts) return 0
      const now = clock.now()
      const lost = await db
        .selectFrom('notification')
        .innerJoin('web_user', 'web_user.id', 'web_user_id')
        .select(['texts_name_amounts as namesAmounts', 'language'])
        .select(['notification.id', 'kind', 'account_id as accountId', 'address', 'settled_at as sentAt'])
        .select(factsNow.as('facts'))
        .where('channel', '=', 'text')
        .where(sql<boolean>`state = 'UNKNOWN'`)
        .where('settled_at', '>', later(now, -24 * hour))
        .orderBy('settled_at')
        .limit(batch)
        .execute()
      for (const message of lost) {
        const to = MobileNumber.safeParse(message.address).data
        if (!to || message.sentAt === null) continue
        const reference = referenceOf(message.id)
        const body = notificationText(profile, config, message)
        const found = await texts.find({ to, body, reference, sentAt: message.sentAt })
        if (found.outcome === 'found') await recordReport(deps, reference, found, now)
      }
      return 0
    },
  }
}
