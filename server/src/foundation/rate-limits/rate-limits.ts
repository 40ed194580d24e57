import { isIPv6, SocketAddress } from 'node:net'
import { epochOf } from '@portal/contract/dates'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { type LimitName, limits } from './limits.ts'

/** Whether a try is allowed; if not, after how many whole seconds the next one is. */
export type Try = { ok: true } | { ok: false; retryAfterSeconds: number }

/** A limit, and the target that is counted against it: an address, an account number, a session id. */
type LimitedTarget = readonly [LimitName, string]

interface Needed extends Pick<Deps, 'counters' | 'clock'> {
  config: Pick<Deps['config'], 'RATE_LIMIT_FACTOR'>
}

/** Counts one try of `target` against a limit. All processes share the counts through the database. */
export async function takeTry(deps: Needed, name: LimitName, target: string): Promise<Try> {
  return await takeTries(deps, [[name, target]])
}

/** Counts a try against each of these different limits. When several refuse it, the longest wait counts. */
export async function takeTries({ counters, clock, config }: Needed, tries: readonly LimitedTarget[]): Promise<Try> {
  const now = epochOf(clock.now())
  const most = new Map(tries.map((one) => [keyOf(one), limits[one[0]].tries * config.RATE_LIMIT_FACTOR]))
  const counts = await countTries(
    counters,
    tries.map((one) => ({ key: keyOf(one), expire: now + limits[one[0]].seconds * 1000 })),
    now,
  )
  const refusing = counts.filter(({ key, points }) => points > (most.get(key) ?? 0))
  if (refusing.length === 0) return { ok: true }
  const over = Math.max(...refusing.map(({ expire }) => expire))
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((over - now) / 1000)) }
}

/** Gives a try back, for limits that count only wrong tries. */
export async function giveBackTry(deps: Needed, name: LimitName, target: string): Promise<void> {
  await giveBackTries(deps, [[name, target]])
}

/** Gives back a try of each of these limits. */
export async function giveBackTries({ counters, clock }: Needed, tries: readonly LimitedTarget[]): Promise<void> {
  await giveTriesBack(counters, tries.map(keyOf), epochOf(clock.now()))
}

/**
 * Does the work for which tries were counted. When the work fails, as when a partner is down, it has found nothing
 * wrong. The tries are then given back, so that our own failures lock nobody out.
 */
export async function orGiveBack<Result>(
  deps: Needed,
  tries: readonly LimitedTarget[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // The first failure is the one to report; giving back may fail, too, when the database is down.
    await giveBackTries(deps, tries).catch(() => undefined)
    throw error
  }
}

/** Removes the count of `target` against a limit. */
export async function forgetTries(
  { counters }: Pick<Needed, 'counters'>,
  name: LimitName,
  target: string,
): Promise<void> {
  await forgetKey(counters, keyOf([name, target]))
}

function keyOf([name, target]: LimitedTarget): string {
  return `${name}:${addressGroup(target)}`
}

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
async function countTries(
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
async function forgetKey(counters: pg.Pool, key: string): Promise<void> {
  await counters.query({ name: 'forget-tries', text: 'delete from rate_limit where key = $1', values: [key] })
}

/** Takes one try off the count of each key, unless its time is over. */
async function giveTriesBack(counters: pg.Pool, keys: readonly string[], now: number): Promise<void> {
  await counters.query({
    name: 'give-tries-back',
    text: `
      with counting as (
        select key from rate_limit where key = any($1::text[]) and expire > $2 order by key for no key update)
      update rate_limit set points = points - 1 from counting where rate_limit.key = counting.key`,
    values: [keys, now],
  })
}

/**
 * What an address is counted as, however it is spelt. One IPv6 address usually comes with its whole /64 network, so the
 * network counts as one. An IPv4 address counts as itself, even when written as IPv6. Any other text is returned
 * unchanged.
 */
export function addressGroup(target: string): string {
  if (!isIPv6(target)) return target
  const address = inOneSpelling(target)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped?.[1]) return mapped[1]
  return `${networkGroups(address).join(':')}::/64`
}

/** An IPv6 address as RFC 5952 writes it: one spelling for each address, without a zone. */
function inOneSpelling(address: string): string {
  return new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address
}

/** The first four of the eight groups of an IPv6 address in that spelling. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.split('::')
  const front = groupsOf(before)
  if (after === undefined) return front.slice(0, 4)
  const back = groupsOf(after)
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].slice(0, 4)
}

function groupsOf(text: string): string[] {
  return text.split(':').filter(Boolean)
}
