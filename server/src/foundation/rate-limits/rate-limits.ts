import { epochOf } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import { addressGroup } from './address-group.ts'
import { type LimitName, limits } from './limits.ts'
import { countTries, forgetKey, giveTriesBack } from './queries.ts'

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
