import { expect, test } from 'vitest'
import {
  type NotificationWorld,
  notificationTests,
  standing,
  wantsBillsOf,
  work,
} from '../testing/notification-world.ts'

const given = notificationTests()

/** Maria has bills of so many accounts, and is to be told of each by email. */
async function billsOf(world: NotificationWorld, many: number): Promise<void> {
  world.deps.profile = {
    ...world.deps.profile,
    notifications: { ...world.deps.profile.notifications, unusualAbove: 99 },
  }
  await wantsBillsOf(world, many)
  await work(world)
  world.clock.advance(world.deps.profile.notifications.delayMinutes * 60_000)
}

test('given emails whose turn comes late, when they are stopped meanwhile, then they do not leave', async () => {
  const { world } = given
  await billsOf(world, 9)
  world.onSend = async () => {
    world.clock.advance(6_000)
    await world.deps.db.deleteFrom('notification_choice').execute()
  }
  await work(world)
  expect(world.sent).toHaveLength(1)
  expect((await standing(world)).toSorted()).toEqual([
    'billReady ACCEPTED',
    ...Array<string>(8).fill('billReady DROPPED not_wanted'),
  ])
})

test('given emails whose turn comes late, when nothing changes, then each leaves once', async () => {
  const { world } = given
  await billsOf(world, 23)
  world.onSend = async () => world.clock.advance(6_000)
  for (let minute = 0; minute < 25; minute += 1) {
    await work(world)
    world.clock.advance(60_000)
  }
  expect(new Set(world.sent.map(({ messageId }) => messageId)).size).toBe(23)
  expect(world.sent).toHaveLength(23)
  expect(new Set(await standing(world))).toEqual(new Set(['billReady ACCEPTED']))
})

test('given many emails, when staff stop all of them, then no others than the ten under way leave until they go on', async () => {
  const { world } = given
  await billsOf(world, 23)
  world.onSend = async () => {
    world.isStopped = true
  }
  await work(world)
  expect(world.sent).toHaveLength(10)
  world.isStopped = false
  world.onSend = null
  world.clock.advance(60_000)
  await work(world)
  expect(world.sent).toHaveLength(23)
})

test('given a database that fails once as outcomes are written, then they are written all the same', async () => {
  const { world } = given
  await billsOf(world, 3)
  await world.database.pool.query(`
    create sequence failing;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if new.state = 'ACCEPTED' and nextval('failing') = 1 then raise 'the database is away'; end if;
      return new;
    end $$;
    create trigger fail_once before update on notification for each row execute function fail_once()`)
  await work(world)
  await world.database.pool.query('drop function fail_once cascade; drop sequence failing')
  expect(world.sent).toHaveLength(3)
  expect(new Set(await standing(world))).toEqual(new Set(['billReady ACCEPTED']))
})
