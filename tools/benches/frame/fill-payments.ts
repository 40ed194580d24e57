import { systemClock } from '@portal/server/clock.ts'
import { hourSums } from '@portal/server/features/reports/payment-counts.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { WorldDatabase } from '../../world/start-world.ts'
import { withClient } from './fill.ts'

/** How many accounts pay. Each pays again after all the others. */
const accounts = 60_000
const firstTag = 1_000_000_000

/** The account of the `nth` payment, from 1, and its receipt. */
export const accountOf = (nth: number): string => String(1_000_000_000 + ((nth * 7919) % accounts))
export const receiptOf = (nth: number): string => `W-${firstTag + nth}`

/** The beginning of a few usernames in a hundred, and a whole username. */
export const commonBeginning = 'maria'
export const oneUsername = 'rosa.santos.17'

const tables = ['checkout', 'checkout_item', 'charge_attempt', 'posting']

/**
 * Fills empty books with five years of payments up to now, in the order they were made: more by day than by night, a
 * tenth by phone, some for several accounts, some declined, some refunded. The database generates them itself, without
 * indexes, checks and triggers, which are restored at the end; the engine would take days. Then hours and days are added
 * up as the portal's background work does.
 */
export async function fillPayments({ pool, db }: WorldDatabase, payments: number): Promise<void> {
  if ((await pool.query('select from charge_attempt limit 1')).rowCount === 1) return
  await withClient(pool, async (client) => {
    await client.query(`set session_replication_role = replica`)
    const makeAgain = await dropIndexesAndChecks(client)
    await client.query('select setseed(0.25)')
    await client.query(fillCheckouts, [payments, systemClock.now()])
    for (const statement of [fillItems, fillAttempts, fillPostings, ...makeAgain]) await client.query(statement)
    for (const table of ['checkout', 'charge_attempt'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${payments})`)
    const sums = hourSums({ db, clock: systemClock })
    while ((await sums.run(new AbortController().signal)) > 0);
    for (const table of [...tables, 'payment_hour', 'payment_hour_mark', 'payment_day'])
      await client.query(`vacuum analyze ${table}`)
  })
}

const Definition = z.object({ drop: z.string(), make: z.string() })

/**
 * Drops all indexes and unique constraints except primary keys, and all checks of values, because what is written here
 * is known to be right.
 * @returns the statements that restore them; the checks then apply to later writes only.
 */
async function dropIndexesAndChecks(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
         case contype when 'c' then ' not valid' else '' end) as make
     from pg_constraint where contype in ('u', 'c') and conrelid = any($1::regclass[])
     union all
     select format('alter domain %s drop constraint %I', contypid::regtype, conname),
       format('alter domain %s add constraint %I %s not valid', contypid::regtype, conname, pg_get_constraintdef(oid))
     from pg_constraint where contypid = 'scrubbed_text'::regtype
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('u', 'p'))`,
    [tables],
  )
  const definitions = z.array(Definition).parse(rows)
  for (const { drop } of definitions) await client.query(drop)
  return definitions.map(({ make }) => make)
}

/**
 * Days begin at three in the morning of the utility (17:00 UTC). Twelve hours later, five times as many people pay.
 * Customers have names such as `rosa.santos.17`.
 */
const fillCheckouts = `
  insert into checkout (id, public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
    account_count, state, created_at, decided_at, paid_by)
  overriding system value
  select nth, md5('public' || nth)::uuid, 1, md5('key' || nth)::uuid, 'content', mode, 'CCV',
    account_count * (2500 + (30000 * amount * amount)::integer), account_count,
    case when state < 0.93 then 'PAID' when state < 0.985 then 'DECLINED' when state < 0.99 then 'NOT_CHARGED'
      else 'REVERSED' end,
    at, at + interval '2 seconds',
    case when mode = 'Phoned-In' then 'clerk' || nth % 7
      when guest > 0.35 then first_names[1 + account % 40] || '.' || last_names[1 + account / 40 % 30] || '.' || account / 1200 end
  from (
    select nth, (nth * 7919) % ${accounts} as account, random() as state, random() as amount, random() as guest,
      case when random() < 0.12 then 'Phoned-In' else 'Online' end as mode,
      case when random() < 0.92 then 1 when random() < 0.7 then 2 else 3 end as account_count,
      date_trunc('day', $2::timestamptz, 'UTC') - interval '1827 days' + interval '17 hours'
        + make_interval(secs => 86400 * (day + share + 0.7 * sin(2 * pi() * share) / (2 * pi()))) as at,
      '{ana,ben,carlos,dolores,elena,frank,gloria,henry,ines,jose,juan,kai,lourdes,manuel,maria,maribel,nora,oscar,
        pedro,quentin,rosa,ramon,sirena,teresa,tomas,ursula,vicente,walter,ximena,yolanda,zoe,antonio,barbara,cecilia,
        diego,emilio,fatima,gregorio,hilda,isabel}'::text[] as first_names,
      '{aguon,blas,camacho,cruz,diaz,duenas,flores,garcia,guerrero,jesus,leon,lujan,mendiola,naputi,nelson,palacios,
        pangelinan,perez,quichocho,quitugua,reyes,rosario,sablan,salas,santos,taitano,torres,ulloa,villagomez,wong}'::text[]
        as last_names
    from generate_series(1, $1::bigint) as nth,
      lateral (select (nth - 1)::float8 * 1825 / $1::bigint as position) positioned,
      lateral (select floor(position) as day, position - floor(position) as share) placed
    offset 0) as payment`

const fillItems = `
  insert into checkout_item (checkout_id, account_id, ordinal, amount_cents, service_location, status)
  select checkout.id, (1000000000 + (checkout.id * 7919 + 17 * (ordinal - 1)) % ${accounts})::text, ordinal,
    amount_cents / account_count, '12 Marine Corps Dr, Tamuning, GU, 96913',
    case when state in ('PAID', 'REVERSED') then 'PAID' else 'DECLINED' end
  from checkout, generate_series(1, account_count) as ordinal`

const fillAttempts = `
  insert into charge_attempt (id, checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
    decided_at, transaction_tag, authorization_number, sequence_number, exact_code, exact_message, bank_code, bank_message,
    mode, paid_by)
  overriding system value
  select id, id, 'G' || lpad(id::text, 16, '0'), amount_cents,
    case when card < 0.6 then 'Visa' when card < 0.9 then 'Mastercard' else 'Discover' end,
    lpad((card * 7919 * 10000)::bigint % 10000 || '', 4, '0'), 'Maria Cruz', attempt_state, created_at, decided_at,
    case when attempt_state <> 'NOT_CHARGED' then (${firstTag} + id)::text end,
    case when attempt_state in ('CHARGED', 'REVERSED') then 'ET' || id % 900000 end, lpad((id % 1000000)::text, 6, '0'), '00',
    'Transaction Normal', '100', case when attempt_state = 'DECLINED' then 'Insufficient Funds' else 'Approved' end, mode,
    paid_by
  from (
    select *, random() as card, case state when 'PAID' then 'CHARGED' else state end as attempt_state
    from checkout offset 0) as paid`

const fillPostings = `
  insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at, posted_at)
  select item.id, checkout.id,
    'W-' || (${firstTag} + checkout.id) || case when account_count > 1 then '-' || ordinal else '' end, item.amount_cents,
    case when state = 'PAID' then 'POSTED' else 'CANCELLED' end, decided_at, decided_at + interval '1 second'
  from checkout_item item join checkout on checkout.id = item.checkout_id
  where state in ('PAID', 'REVERSED')`
