import { randomUUID } from 'node:crypto'
import { later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type NotificationChannel, testGoodForMinutes } from '@portal/contract/notifications'
import type { CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { newsWork } from './deliver.ts'

/** Leaves the way that all notifications go, at night, too. @param account one of theirs */
export async function sendTest(
  { db, clock, wake }: Pick<Deps, 'db' | 'clock' | 'wake'>,
  { webUserId }: CustomerCaller,
  channel: NotificationChannel,
  account: AccountNumber,
): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('notification')
    .values({
      kind: 'test',
      web_user_id: webUserId,
      account_id: account,
      cause: randomUUID(),
      channel,
      scan_id: null,
      facts: '{}',
      state: 'READY',
      found_at: now,
      due_at: now,
      expires_at: later(now, testGoodForMinutes * 60_000),
    })
    .execute()
  wake(newsWork[channel])
}
