import { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type NotificationState, notificationStates } from '../../database/tables/notifications.ts'
import { account, notificationTests } from '../testing/notification-world.ts'
import { moveReported, notificationMoves } from './moves.ts'

const given = notificationTests()
const at = Instant.parse('2026-06-01T03:00:00.000Z')

async function insertMessage(state: NotificationState, channel: 'email' | 'text'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, found_at, due_at, expires_at)
    values ('billReady', ${given.world.maria.webUserId}, ${account}, 'bill', ${channel}, '{}', ${state}, ${at},
      ${state === 'READY' ? at : null}, ${at})
    returning id`.execute(given.world.database.db)
  return rows[0]?.id ?? 0
}

const stateNow = async () => {
  const { rows } = await sql<{ state: string }>`select state from notification`.execute(given.world.database.db)
  return rows.map(({ state }) => state)
}

describe.each(notificationStates)('given a text that is %s', (from) => {
  test.each(['ACCEPTED', 'DELIVERED', 'UNDELIVERED'] as const)(
    'when it is reported as %s, then it moves where the table says so, and nowhere else',
    async (to) => {
      const id = await insertMessage(from, 'text')
      const legal: readonly NotificationState[] = notificationMoves[from]
      const moved = await moveReported(given.world.database.db, { id, to, reason: null }, at)
      expect(moved !== undefined).toBe(legal.includes(to))
      expect(await stateNow()).toEqual([legal.includes(to) ? to : from])
    },
  )
})

test('given an email that came back, when it is reported as spam, then it has not arrived all the same', async () => {
  const id = await insertMessage('UNDELIVERED', 'email')
  expect(await moveReported(given.world.database.db, { id, to: 'DELIVERED' }, at)).toBeUndefined()
  expect(await stateNow()).toEqual(['UNDELIVERED'])
})

test('whoever writes another move than those of the table is refused', async () => {
  await insertMessage('DELIVERED', 'text')
  const again = sql`update notification set state = 'READY', due_at = ${at}`.execute(given.world.database.db)
  await expect(again).rejects.toThrow('notification never goes from DELIVERED to READY')
})
