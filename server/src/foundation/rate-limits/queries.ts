import type pg from 'pg'

/** How many tries of one target were counted, and when the count starts again, in milliseconds since 1970. */
interface CountedTries {
  key: string
  points: number
  expire: number
}

/**
 * Counts a try for each key in one statement. A key whose time is over starts again with this try. Rows are locked in
 * the order of keys, so that two calls that count the same targets cannot deadlock.
 */
export async function countTries(
  counters: pg.Pool,
  tries: readonly Pick<CountedTries, 'key' | 'expire'>[],
  now: number,
): Promise<CountedTries[]> {
  const { rows } = await counters.query<CountedTries>({
    name: 'count-tries',
    text: `
      insert into rate_limit as counted (key, points, expire)
      select key, 1, expire from unnest($1::text[], $2::bigint[]) as try (key, expire) order by key
      on conflict (key) do update set
        points = case when counted.expire <= $3 then 1 else counted.points + 1 end,
        expire = case when counted.expire <= $3 then excluded.expire else counted.expire end
      returning key, points, expire`,
    values: [tries.map(({ key }) => key), tries.map(({ expire }) => expire), now],
  })
  return rows
}

/** Removes the count of a key. */
export async function forgetKey(counters: pg.Pool, key: string): Promise<void> {
  await counters.query({ name: 'forget-tries', text: 'delete from rate_limit where key = $1', values: [key] })
}

/** Takes one try off the count of each key, unless its time is over. */
export async function giveTriesBack(counters: pg.Pool, keys: readonly string[], now: number): Promise<void> {
  await counters.query({
    name: 'give-tries-back',
    text: `
      with counting as (
        select key from rate_limit where key = any($1::text[]) and expire > $2 order by key for no key update)
      update rate_limit set points = points - 1 from counting where rate_limit.key = counting.key`,
    values: [keys, now],
  })
}
