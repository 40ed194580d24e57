import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../../deps.ts'
import { addressGroup } from './address-group.ts'
import { type LimitName, limits } from './limits.ts'

/** Whether a try is allowed; if not, after how many whole seconds the next one is. */
export type Try = { ok: true } | { ok: false; retryAfterSeconds: number }

interface Needed extends Pick<Deps, 'counters'> {
  config: Pick<Deps['config'], 'RATE_LIMIT_FACTOR'>
}

/**
 * Counts one try of `target` (an address, an account number, a session id) against a limit.
 * Counts are shared by all processes through the database.
 */
export async function takeTry(deps: Needed, name: LimitName, target: string): Promise<Try> {
  try {
    await limiter(deps, name).consume(addressGroup(target))
    return { ok: true }
  } catch (refused) {
    if (refused instanceof RateLimiterRes) {
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
    }
    throw refused
  }
}

/** Counts a try against each of these limits. When several refuse it, the longest wait counts. */
export async function takeTries(deps: Needed, tries: readonly (readonly [LimitName, string])[]): Promise<Try> {
  const taken = await Promise.all(tries.map(([name, target]) => takeTry(deps, name, target)))
  const waits = taken.flatMap((one) => (one.ok ? [] : [one.retryAfterSeconds]))
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) }
}

/** Gives a try back, for limits that count only tries that went wrong. */
export async function giveBackTry(deps: Needed, name: LimitName, target: string): Promise<void> {
  await limiter(deps, name).reward(addressGroup(target))
}

const limitersOf = new WeakMap<pg.Pool, Map<LimitName, RateLimiterPostgres>>()

function limiter({ counters, config }: Needed, name: LimitName): RateLimiterPostgres {
  const limiters = limitersOf.get(counters) ?? new Map<LimitName, RateLimiterPostgres>()
  limitersOf.set(counters, limiters)
  const known = limiters.get(name)
  if (known) return known
  const made = new RateLimiterPostgres({
    storeClient: counters,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limits[name].tries * config.RATE_LIMIT_FACTOR,
    duration: limits[name].seconds,
  })
  limiters.set(name, made)
  return made
}
