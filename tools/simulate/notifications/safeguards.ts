import type * as check from '@portal/server/messages/notifications/check.ts'
import type * as message from '@portal/server/messages/outbox/message.ts'
import type * as moves from '@portal/server/messages/outbox/moves.ts'
import type * as returnPaths from '@portal/server/messages/outbox/names.ts'
import type * as cameBack from '@portal/server/messages/reports/effects.ts'
import { sql } from 'kysely'
import { type ChangedModule, changed } from '../change-modules.ts'
import { trigger } from '../safeguard.ts'
import type { Lie } from './world.ts'

/** A safeguard of notifications, and how it is taken away. */
interface NotificationSafeguard {
  name: string
  lie?: Lie
  sql?: string
  modules?: readonly ChangedModule[]
}

const movesModule = 'messages/outbox/moves.ts'

/** Messages that this reason should drop leave all the same. */
const sendAnyway = (reason: message.DropReason): ChangedModule =>
  changed<typeof check>('messages/notifications/check.ts', {
    checkBeforeSending: (original) => async (deps, channel, leased) => {
      const { wanted, drops } = await original(deps, channel, leased)
      const [example] = wanted
      if (!example) return { wanted, drops }
      const { rows } = await sql<{ id: number; address: string }>`
        select notification.id, coalesce(proven.address, person.email_address) as address
        from notification join web_user on web_user.id = web_user_id join cis.person using (person_id)
        left join proven_address proven on proven.web_user_id = web_user.id and proven.channel = 'text'
          and notification.channel = 'text'
        where notification.id = any(${leased.map(({ id }) => id)}::bigint[])`.execute(deps.db)
      const addresses = new Map(rows.map(({ id, address }) => [id, address]))
      const sent = drops.filter((drop) => drop.reason === reason)
      const more = sent.map(({ message }) => ({ message, address: addresses.get(message.id) ?? '', row: example.row }))
      return { wanted: [...wanted, ...more], drops: drops.filter((drop) => drop.reason !== reason) }
    },
  })

export const notificationSafeguards: readonly NotificationSafeguard[] = [
  {
    name: 'once: a message whose worker is gone never leaves again',
    sql: trigger(
      'before update on notification',
      `if new.state = 'UNKNOWN' and new.reason = 'worker_gone' then new.state := 'READY'; new.due_at := new.settled_at; end if`,
    ),
  },
  {
    name: 'once: a message whose answer was lost never leaves again',
    sql: trigger(
      'before update on notification',
      `if new.state = 'UNKNOWN' and new.reason <> 'worker_gone' then new.state := 'READY'; new.due_at := new.settled_at; end if`,
    ),
  },
  {
    name: 'once: the cause is the bill, whatever import brought it',
    sql: trigger('before insert on notification', `new.cause := new.cause || ' ' || coalesce(new.scan_id, 0)`),
  },
  {
    name: 'taken back: what another import brings again is held again',
    sql: trigger(
      'before update on notification',
      `if old.state = 'DROPPED' and new.state = 'HELD' then new.state := old.state; new.reason := old.reason; end if`,
    ),
  },
  {
    name: 'handing over: what was stopped since it was checked does not leave',
    modules: [
      changed<typeof moves>(movesModule, {
        handOver: () => async (db, leaving) => {
          const asked = leaving.map(({ message: { id, epoch }, address }) => ({ id, epoch, address }))
          const { rows } = await sql<{ id: number }>`
            update notification set state = 'HANDING_OVER', due_at = null, address = asked.address, tries = tries + 1
            from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, epoch bigint, address text)
            where notification.id = asked.id and notification.epoch = asked.epoch and state = 'READY'
            returning notification.id`.execute(db)
          return new Set(rows.map(({ id }) => id))
        },
      }),
    ],
  },
  { name: 'holder: only who holds the account is told of it', lie: { holdsAll: true } },
  { name: 'hours: nothing leaves at night', lie: { allDay: true } },
  { name: 'checked: what is paid is not told', modules: [sendAnyway('paid')] },
  { name: 'checked: what an import took back is not told', modules: [sendAnyway('gone')] },
  { name: 'checked: an address that is not confirmed gets nothing', modules: [sendAnyway('unproven')] },
  { name: 'checked: what is old is not told', modules: [sendAnyway('late')] },
  {
    name: 'settled: a report that came first stays',
    modules: [
      changed<typeof moves>(movesModule, {
        settle: () => async (db, settled) => {
          for (const { message, result, at } of settled.filter(({ result: { to } }) => to !== 'READY'))
            await sql`update notification set state = ${result.to}, reason = ${result.reason}, settled_at = ${at}, due_at = null
              where id = ${message.id}`.execute(db)
        },
      }),
    ],
  },
  {
    name: 'stopped: an address that emails come back from gets no more',
    modules: [changed<typeof cameBack>('messages/reports/effects.ts', { takeBack: () => async () => undefined })],
  },
  {
    name: 'forged: a report has to prove which email it is of',
    modules: [
      changed<typeof returnPaths>('messages/outbox/names.ts', {
        emailOfReturnPath: () => (_config, text) => {
          const id = Number(/notification-(\d+)-/.exec(text)?.[1] ?? 0)
          return id > 0 ? { of: 'notification', id } : null
        },
      }),
    ],
  },
  {
    name: 'outbox: a security email is tried again until it is accepted',
    sql: trigger(
      'before update on email',
      'if new.last_error is not null and new.came_back_at is null then new.refused_at := new.next_try_at; end if',
    ),
  },
]
