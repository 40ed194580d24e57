import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import { type Db, connect } from '@portal/server/database/connect.ts'
import { EmptyLists } from '@portal/server/database/empty-lists.ts'
import type { Database } from '@portal/server/database/tables.ts'
import { emptyTables } from '@portal/server/database/testing/empty-tables.ts'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { planOnce } from '../database.ts'
import { type Seat, faultyPool } from '../driver.ts'

/** A migrated database in which worlds of notifications live, one after the other. */
export interface NotificationDatabase {
  /** Without faults. */
  db: Db
  people: number
  /** Some people have two accounts, and some accounts two people. */
  accounts: number
  /** As a process of a world uses it. */
  seenBy(seat: Seat): Db
  /** Everything is as before the first message. */
  begin(): Promise<void>
  close(): Promise<void>
}

export const personOf = (nth: number): string => String(7_000_000_000 + nth)
export const accountOf = (nth: number): string => String(1_000_000_000 + nth)

interface Options {
  people: number
  /** SQL that takes a safeguard away. */
  without: string
}

export async function openNotificationDatabase(
  url: string,
  { people, without }: Options,
): Promise<NotificationDatabase> {
  const accounts = Math.floor(people * 1.5)
  const cleaner = new pg.Client({ connectionString: url })
  await cleaner.connect()
  await planOnce(cleaner)
  let shared: PostgresPool | undefined
  const { db, pool, close } = connect(url, { connections: 3, wrap: (real) => (shared = real) })
  await addPeople(db, people, accounts)
  await pool.query(watch)
  if (without !== '') await pool.query(without)
  return {
    db,
    people,
    accounts,
    seenBy(seat) {
      if (!shared) throw new Error('There are no connections')
      return new Kysely<Database>({
        plugins: [new EmptyLists()],
        dialect: new PostgresDialect({ pool: faultyPool(shared, seat) }),
      })
    },
    async begin() {
      await emptyTables(db, written, 'from1')
      await sql`insert into cis.account_person select * from sim_home`.execute(db)
      await sql`update cis.account set balance_cents = 9520, payoff_cents = 9520, new_charges_cents = 9520`.execute(db)
      await sql`update cis.person set email_address = 'p' || person_id || '@customer.example'`.execute(db)
    },
    async close() {
      await close()
      await cleaner.end()
    },
  }
}

const written = [
  'notification',
  'notification_choice',
  'notification_scan',
  'notification_run',
  'notification_pace',
  'proven_address',
  'stopped_address',
  'email_trouble',
  'email',
  'cis.bill',
  'cis.import_run',
  'cis.account_person',
  'sim_broken',
  'sim_stopped',
  'sim_leased',
]

async function addPeople(db: Db, people: number, accounts: number): Promise<void> {
  for (let nth = 1; nth <= accounts; nth += 1) {
    const person = { id: personOf(((nth - 1) % people) + 1), isKnown: nth > people }
    await addTestAccount(db, { account: accountOf(nth), person, balance: 9520, dueDate: null })
  }
  await sql`
    insert into web_user (id, person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
      password_changed_at, question_changed_at) overriding system value
    select nth, 7000000000 + nth, 'customer ' || nth, 'none', 1, 'none', now(), now(), now()
    from generate_series(1, ${people}::int) as nth`.execute(db)
  await sql`
    insert into cis.account_person select (jsonb_populate_record(held, jsonb_build_object(
      'person_id', (person_id::bigint + 1)::text, 'is_main', false))).*
    from cis.account_person held where account_id::bigint % 9 = 0 and person_id <> ${personOf(people)}`.execute(db)
  await sql`create table sim_home as table cis.account_person`.execute(db)
}

/**
 * Looks at each message as it is leased and as it is handed over, in the transaction that does it. What was false both
 * times must not leave. What was stopped, or is not wanted any more, must not leave from the moment that is committed.
 */
const watch = `
  create table sim_broken (id bigint generated always as identity, what text not null);
  create table sim_stopped (channel text, address text, primary key (channel, address));
  create table sim_leased (id bigint primary key, untrue text[] not null, at timestamptz not null);

  create function sim_untrue(message notification) returns text[] language sql stable as $$
    select array_remove(array[
      case when not exists (
        select from web_user join cis.account_person held on held.person_id = web_user.person_id
        where web_user.id = message.web_user_id and held.account_id = message.account_id)
        then 'the account is not theirs' end,
      case when not exists (
        select from web_user join cis.person on person.person_id = web_user.person_id
        join proven_address proven on proven.web_user_id = web_user.id and proven.channel = message.channel
          and (message.channel = 'text' or proven.address = lower(person.email_address))
        where web_user.id = message.web_user_id and proven_at is not null)
        then 'the address is not confirmed' end,
      case when not exists (
        select from cis.bill where bill_id = left(message.cause, 12) and not exists (
          select from cis.bill newer where newer.account_id = bill.account_id and newer.bill_date > bill.bill_date))
        then 'the bill is not there' end,
      case when message.kind <> 'billReady' and exists (
        select from cis.account where account_id = message.account_id and balance_cents <= 0)
        then 'the bill is paid' end], null) $$;

  create function sim_watch() returns trigger language plpgsql as $$
  declare
    untrue text[];
    leased_at timestamptz := new.lease_until - interval '60 seconds';
    hour int := extract(hour from leased_at at time zone 'Pacific/Guam');
  begin
    if new.state = 'READY' and new.epoch > old.epoch then
      untrue := sim_untrue(new);
      if leased_at >= new.expires_at then untrue := untrue || 'it is too late'::text; end if;
      if hour < 8 or hour >= 20 then untrue := untrue || 'it is night'::text; end if;
      insert into sim_leased values (new.id, untrue, leased_at)
        on conflict (id) do update set untrue = excluded.untrue, at = excluded.at;
    elsif new.state = 'HANDING_OVER' and old.state <> 'HANDING_OVER' then
      select array(select unnest(sim_leased.untrue) intersect
        select unnest(sim_untrue(new) || '{it is too late, it is night}'::text[])) into untrue
        from sim_leased where id = new.id;
      if exists (select from sim_stopped where channel = new.channel and address = lower(new.address))
        then untrue := untrue || 'its address was stopped'::text; end if;
      if not exists (select from notification_choice choice where choice.web_user_id = new.web_user_id
          and choice.account_id = new.account_id and choice.kind = new.kind and choice.channel = new.channel)
        then untrue := untrue || 'nobody wants it'::text; end if;
      insert into sim_broken (what) select new.kind || ' ' || new.id || ' leaves although ' || why from unnest(untrue) as why;
    end if;
    return new;
  end $$;
  create trigger zz_watch before update on notification for each row execute function sim_watch()`
