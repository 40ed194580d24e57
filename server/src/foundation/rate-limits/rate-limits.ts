import { isIPv6, SocketAddress } from 'node:net'
import { epochOf } from '@portal/contract/dates'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { refuseCommonly } from '../../refusal.ts'
import { type LimitName, limits } from './limits.ts'

type LimitedTarget = readonly [LimitName, string]

interface Needed extends Pick<Deps, 'counters' | 'clock'> {
  config: Pick<Deps['config'], 'RATE_LIMIT_FACTOR'>
}

/** All processes share the counts through the database. @throws Refusal `too-many-tries` with the seconds to wait */
export async function consume(deps: Needed, name: LimitName, target: string): Promise<void> {
  await consumeAll(deps, [[name, target]])
}

/** The limits must differ. When several refuse, the longest wait counts. @throws Refusal `too-many-tries` */
export async function consumeAll(deps: Needed, attempts: readonly LimitedTarget[]): Promise<void> {
  const retryAfterSeconds = await secondsToWait(deps, attempts)
  if (retryAfterSeconds > 0) throw refuseCommonly('too-many-tries', { retryAfterSeconds })
}

/** Counts, too, but throws nothing. */
export async function hasAttemptLeft(deps: Needed, name: LimitName, target: string): Promise<boolean> {
  return (await secondsToWait(deps, [[name, target]])) === 0
}

/** Counts, too; 0 when none refuses. */
export async function secondsToWait(
  { counters, clock, config }: Needed,
  attempts: readonly LimitedTarget[],
): Promise<number> {
  const now = epochOf(clock.now())
  const most = new Map(attempts.map((one) => [keyOf(one), limits[one[0]].attempts * config.RATE_LIMIT_FACTOR]))
  const counts = await countAttempts(
    counters,
    attempts.map((one) => ({ key: keyOf(one), expire: now + limits[one[0]].seconds * 1000 })),
    now,
  )
  const refusing = counts.filter(({ key, points }) => points > (most.get(key) ?? 0))
  if (refusing.length === 0) return 0
  const over = Math.max(...refusing.map(({ expire }) => expire))
  return Math.max(1, Math.ceil((over - now) / 1000))
}

/** For limits that count only wrong attempts. */
export async function restore(deps: Needed, name: LimitName, target: string): Promise<void> {
  await restoreAll(deps, [[name, target]])
}

export async function restoreAll({ counters, clock }: Needed, attempts: readonly LimitedTarget[]): Promise<void> {
  await restoreCounts(counters, attempts.map(keyOf), epochOf(clock.now()))
}

/** Of counted attempts only wrong ones stay counted. Work that throws proves nothing: our failures must lock nobody out. */
export async function countFailures<Result>(
  deps: Needed,
  attempts: readonly LimitedTarget[],
  work: () => Promise<Result>,
  isWrong: (result: Result) => boolean = () => true,
): Promise<Result> {
  try {
    const result = await work()
    if (!isWrong(result)) await restoreAll(deps, attempts)
    return result
  } catch (error) {
    // The first failure is the one to report; restoring may fail, too, when the database is down.
    await restoreAll(deps, attempts).catch(() => undefined)
    throw error
  }
}

export async function resetAttempts(
  { counters }: Pick<Needed, 'counters'>,
  name: LimitName,
  target: string,
): Promise<void> {
  await deleteCount(counters, keyOf([name, target]))
}

function keyOf([name, target]: LimitedTarget): string {
  return `${name}:${addressGroup(target)}`
}

/** `expire`: when the count starts again, in milliseconds since 1970. */
interface AttemptCount {
  key: string
  points: number
  expire: number
}

/** In one statement. Rows are locked in the order of keys, so that equal calls cannot deadlock. */
async function countAttempts(
  counters: pg.Pool,
  attempts: readonly Pick<AttemptCount, 'key' | 'expire'>[],
  now: number,
): Promise<AttemptCount[]> {
  const { rows } = await counters.query<AttemptCount>({
    name: 'count-attempts',
    text: `
      insert into rate_limit as counted (key, points, expire)
      select key, 1, expire from unnest($1::text[], $2::bigint[]) as attempt (key, expire) order by key
      on conflict (key) do update set
        points = case when counted.expire <= $3 then 1 else counted.points + 1 end,
        expire = case when counted.expire <= $3 then excluded.expire else counted.expire end
      returning key, points, expire`,
    values: [attempts.map(({ key }) => key), attempts.map(({ expire }) => expire), now],
  })
  return rows
}

async function deleteCount(counters: pg.Pool, key: string): Promise<void> {
  await counters.query({ name: 'reset-attempts', text: 'delete from rate_limit where key = $1', values: [key] })
}

/** Nothing for a key whose time is over. */
async function restoreCounts(counters: pg.Pool, keys: readonly string[], now: number): Promise<void> {
  await counters.query({
    name: 'restore-attempts',
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
