import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Customer } from './customers.ts'

/** One notification of each fate, two runs of which one waits, and a number that has replied STOP. */
export async function leaveMessages(pool: pg.Pool, { username, account }: Customer): Promise<void> {
  const number = `+1671555${randomInt(1000, 9999)}`
  const { rows } = await pool.query<{ id: string }>('select id from web_user where username = $1', [username])
  const user = rows[0]?.id
  const scan = await pool.query<{ id: string }>(
    `insert into notification_scan (import_id, day, begun_at, done_at)
     values ($1, current_date, now(), now()) returning id`,
    [randomInt(1_000_000, 1_000_000_000)],
  )
  const scanId = scan.rows[0]?.id
  await pool.query(
    `insert into notification_run (scan_id, kind, found, state, decision, decided_by, decided_at)
     values ($1, 'billReady', 4200, 'WAITING', null, null, null),
       ($1, 'overdue', 12, 'DONE', 'drop', 'admin1.abc', now())`,
    [scanId],
  )
  await pool.query(
    `insert into notification (kind, web_user_id, account_id, cause, channel, scan_id, facts, state, reason, address,
       found_at, expires_at, settled_at)
     select kind, $1, $2, 'news ' || n, channel, case state when 'HELD' then $3::bigint end,
       '{"dueOn": "2026-06-20", "total": 9520, "owed": 9520}', state, reason, address, now() - n * interval '1 hour',
       now() + interval '2 days', case when state <> 'HELD' then now() - n * interval '1 hour' end
     from (values
       (1, 'billReady', 'email', 'HELD', null, null),
       (2, 'dueSoon', 'email', 'DELIVERED', null, $4),
       (3, 'overdue', 'text', 'UNDELIVERED', 'unreachable 30003', $5),
       (4, 'overdue', 'email', 'REFUSED', 'the mailbox is full', $4),
       (5, 'dueSoon', 'text', 'DROPPED', 'stopped', null),
       (6, 'billReady', 'text', 'UNKNOWN', 'worker_gone', $5)) as news (n, kind, channel, state, reason, address)`,
    [user, account.number, scanId, account.email?.toLowerCase(), number],
  )
  await pool.query(
    `insert into proven_address (web_user_id, channel, address, proven_at) values ($1, 'text', $2, now())`,
    [user, number],
  )
  await pool.query(
    `insert into stopped_address (channel, address, why, since)
     values ('text', $1, 'stop', now()), ('email', $2, 'bounced', now())`,
    [number, `gone.${number.slice(2)}@a-long-name-of-a-customer.example`],
  )
}
