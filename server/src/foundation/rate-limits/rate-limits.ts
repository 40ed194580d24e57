import { isIPv6, SocketAddress } from 'node:net'
import { epochOf } from '@portal/contract/dates'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { type LimitName, limits } from './limits.ts'

export type Try = { ok: true } | { ok: false; retryAfterSeconds: number }

type LimitedTarget = readonly [LimitName, string]

interface Needed extends Pick<Deps, 'counters' | 'clock'> {
  config: Pick<Deps['config'], 'RATE_LIMIT_FACTOR'>
}

/** All processes share the counts through the database. */
export async function takeTry(deps: Needed, name: LimitName, target: string): Promise<Try> {
  return await takeTries(deps, [[name, target]])
}

/** The limits must differ. When several refuse, the longest wait counts. */
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

/** For limits that count only wrong tries. */
export async function giveBackTry(deps: Needed, name: LimitName, target: string): Promise<void> {
  await giveBackTries(deps, [[name, target]])
}

export async function giveBackTries({ counters, clock }: Needed, tries: readonly LimitedTarget[]): Promise<void> {
  await giveTriesBack(counters, tries.map(keyOf), epochOf(clock.now()))
}

/** When the work fails, it has found nothing wrong: our own failures must lock nobody out. */
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

/** `expire`: when the count starts again, in milliseconds since 1970. */
interface CountedTries {
  key: string
  points: number
  expire: number
}

/** In one statement. Rows are locked in the order of keys, so that equal calls cannot deadlock. */
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

async function forgetKey(counters: pg.Pool, key: string): Promise<void> {
  await counters.query({ name: 'forget-tries', text: 'delete from rate_limit where key = $1', values: [key] })
}

/** Nothing for a key whose time is over. */
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

/** An IPv6 network /64 counts as one; IPv4 written as IPv6 counts as IPv4. Other texts stay as they are. */
export function addressGroup(target: string): string {
  if (!isIPv6(target)) return target
  const address = inOneSpelling(target)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped?.[1]) return mapped[1]
  return `${networkGroups(address).join(':')}::/64`
}

/** As RFC 5952 writes it: one spelling for each address, without a zone. */
function inOneSpelling(address: string): string {
  return new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address
}

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
