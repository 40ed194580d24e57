import type { NotificationKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { notificationEmail, notificationText } from '../outbox/compose.ts'
import type { Leased } from '../outbox/message.ts'
import type { Sources } from './sources.ts'

/** No message has this number, so the link of the example stops nothing. */
const noMessage = 0

/** A message of a run as its recipient would read it now. Null when none is held, or its account is gone. */
export async function heldExample(
  deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'> & {
    sources: Sources
    config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>
  },
  { scanId, kind }: { scanId: number; kind: NotificationKind },
): Promise<{ channel: NotificationChannel; subject: string; text: string } | null> {
  const { rows } = await sql<Omit<Leased, 'id'> & { channel: NotificationChannel }>`
    select kind, channel, web_user_id as "webUserId", person_id as "personId", account_id as "accountId", cause, facts,
      texts_name_amounts as "namesAmounts", language, expires_at as "expiresAt", notification.epoch
    from notification join web_user on web_user.id = web_user_id
    where scan_id = ${scanId} and kind = ${kind} and state = 'HELD'
    order by notification.id limit 1`.execute(deps.db)
  const [held] = rows
  if (!held) return null
  const message = { ...held, id: noMessage }
  const { profile, config } = deps
  if (held.channel === 'text') return { channel: 'text', subject: '', text: notificationText(profile, config, message) }
  const [row] = await deps.sources.accountsNow(deps, [held.accountId])
  if (!row) return null
  const { subject, text } = notificationEmail(profile, config, { message, row })
  return { channel: 'email', subject, text }
}
