import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, migrationNames } from './migrate.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

const renames = '0087-messages-in-the-fields-words.sql'

describe('given a filled database of before messages had the words of today', () => {
  let older: TestDatabase
  beforeAll(async () => {
    older = await createTestDatabase()
    await older.pool.query(`
      drop schema public cascade; drop schema cis cascade; create schema public;
      create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());`)
    for (const name of await migrationNames()) {
      if (name >= renames) continue
      const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')
      await older.pool.query(text)
      const sha256 = createHash('sha256').update(text).digest('hex')
      await older.pool.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    }
    await older.pool.query(`
      insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
        account_count, state, created_at)
      values (gen_random_uuid(), 1, gen_random_uuid(), '', 'Online', 'CCV', 5000, 1, 'PAID', '2026-11-01');
      insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
        transaction_tag, mode)
      select id, 'G000000000000001', 5000, 'Visa', '1111', 'Maria Cruz', 'CHARGED', created_at, '900001', mode from checkout;
      insert into payment_event (checkout_id, sequence, at, subject, subject_id, to_state, detail)
      select id, nth, created_at, subject, id, 'QUEUED', '{}'
      from checkout, unnest(array['checkout', 'letter']) with ordinality as event (subject, nth);
      insert into give_back_request (checkout_id, amount_cents, reason, requested_by, requested_by_name, requested_at)
      select id, 5000, 'twice', 1, 'ana', created_at from checkout;
      insert into letter (kind, dedupe_key, recipient, subject, body_text, body_html, queued_at, next_try_at)
      values ('payment-confirmation', 'paid-1', 'maria@example.com', 'Paid', 'Paid', 'Paid', now(), now());
      insert into email_trouble (email, kind, address, effect, at)
      values ('letter 1', 'failed', 'maria@example.com', 'count', now()),
        ('notification 1', 'failed', 'maria@example.com', 'count', now());
      insert into autopay_hour (hour, sent) values ('2026-11-01', 3);
      insert into told_trouble (trouble, told_on) values ('emails', '2026-11-01')`)
  })
  afterAll(() => older.drop())

  test('when it is upgraded, then all is there by its new name, and none has an old one', async () => {
    expect(await migrate(older.url)).toEqual((await migrationNames()).filter((name) => name >= renames))
    const rows = async (sql: string) => (await older.pool.query<object>(sql)).rows
    expect(await rows('select kind, recipient from email')).toEqual([
      { kind: 'payment-confirmation', recipient: 'maria@example.com' },
    ])
    expect(await rows('select subject from payment_event order by sequence')).toEqual([
      { subject: 'checkout' },
      { subject: 'email' },
    ])
    expect(await rows('select email from email_trouble order by id')).toEqual([
      { email: 'email 1' },
      { email: 'notification 1' },
    ])
    expect(await rows('select state, reason from approval_request')).toEqual([{ state: 'ASKED', reason: 'twice' }])
    expect(await rows('select sent from plan_hour')).toEqual([{ sent: 3 }])
    expect(await rows('select trouble from reported_trouble')).toEqual([{ trouble: 'emails' }])
    expect(
      await rows(`
        select name from (
          select relname from pg_class union all select attname from pg_attribute where attrelid > 16384
          union all select conname from pg_constraint union all select tgname from pg_trigger
          union all select proname from pg_proc union all select prosrc from pg_proc where oid > 16384) as named (name)
        where name ~ '(^|[^a-z])(letter|give_back|told|autopay_event|autopay_hour|asked_cents)(_|[^a-z]|$)'`),
    ).toEqual([])
  })

  test('then the log is still append-only, and a refund within its charge', async () => {
    await expect(older.pool.query("update payment_event set subject = 'checkout'")).rejects.toThrow('is append-only')
    await expect(older.pool.query('update approval_request set amount_cents = 1')).rejects.toThrow('given back whole')
  })
})
