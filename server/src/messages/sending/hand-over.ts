import { type Instant, epochOf, later, timeIn } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import type { Deps } from '../../deps.ts'
import { leaseMilliseconds } from '../../foundation/work/loop.ts'
import { type Checked, checkBeforeSending } from '../notifications/check.ts'
import type { Sources } from '../notifications/sources.ts'
import { type Settled, dropNotifications, handOver, leaseNotifications, settle } from '../outbox/moves.ts'
import { takePace } from '../outbox/pace.ts'

export type LeavingDeps = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'> & {
  sources: Sources
  /** Whether System Maintenance has stopped them. */
  isStopped: () => Promise<boolean>
}

/** So many are leased and checked together. */
const batch = 100
/** So many are handed over together, and settled together: a process that dies loses sight of no more. */
const few = 10

interface Claimed {
  leased: number
  wanted: Checked[]
}

/**
 * What leaves now by one channel: each message at most once. `HANDING_OVER` is committed before, and a message whose outcome
 * is lost becomes `UNKNOWN` and never leaves again (docs/notifications.md). All is looked up again just before, while
 * the batch before leaves.
 */
export class Leaving {
  /** So far. */
  leased = 0
  readonly #deps: LeavingDeps
  readonly #claim: () => Promise<Claimed>
  #coming: Promise<Claimed>
  #checked: Checked[] = []

  constructor(deps: LeavingDeps, channel: NotificationChannel, perSecond: number) {
    this.#deps = deps
    this.#claim = () => {
      const claimed = claim(deps, channel, perSecond)
      // It is awaited once the batch before has left.
      claimed.catch(() => undefined)
      return claimed
    }
    this.#coming = this.#claim()
  }

  /** Handed over, so they have to leave now. None when none is due. */
  async next(): Promise<(Checked & { since: Instant })[]> {
    const { db, clock } = this.#deps
    for (;;) {
      while (this.#checked.length === 0) {
        const { leased, wanted } = await this.#coming
        if (leased === 0) return []
        this.leased += leased
        this.#checked = wanted
        this.#coming = this.#claim()
      }
      if (await this.#deps.isStopped()) return []
      const some = this.#checked.splice(0, few)
      const since = clock.now()
      const until = later(since, leaseMilliseconds(1))
      const handed = await handOver(db, some, { now: since, until })
      const leaving = some.filter(({ message }) => handed.has(message.id))
      if (leaving.length > 0) return leaving.map((checked) => ({ ...checked, since }))
    }
  }

  /** What is checked by now, and was not handed over, is due again once its lease is over. */
  async end(): Promise<void> {
    await this.#coming.catch(() => undefined)
  }
}

async function claim(deps: LeavingDeps, channel: NotificationChannel, perSecond: number): Promise<Claimed> {
  const { db, clock } = deps
  const now = clock.now()
  if (await deps.isStopped()) return { leased: 0, wanted: [] }
  const onlyTests = !isWithinHours(deps, now)
  const most = await takePace(db, channel, { now, perSecond, batch })
  const until = later(now, leaseMilliseconds(1))
  const leased = await leaseNotifications(db, channel, { now, until, most, onlyTests })
  const { wanted, drops } = await checkBeforeSending(deps, channel, leased)
  await dropNotifications(db, drops, now)
  return { leased: leased.length, wanted }
}

/** Nothing that people chose leaves at night, but a test that they wait for. */
function isWithinHours({ profile }: LeavingDeps, now: Instant): boolean {
  const [from, to] = profile.notifications.hours
  const hour = Number(timeIn(profile.timeZone, now).hour)
  return from <= hour && hour < to
}

/** What became of them, written a few at a time; where sending takes long, each. */
export class Results {
  readonly #deps: Pick<LeavingDeps, 'db' | 'clock'>
  #unwritten: Settled[] = []
  #writtenAt: Instant

  constructor(deps: Pick<LeavingDeps, 'db' | 'clock'>) {
    this.#deps = deps
    this.#writtenAt = deps.clock.now()
  }

  async add(settled: Settled): Promise<void> {
    this.#unwritten.push(settled)
    const isSlow = epochOf(settled.at) - epochOf(this.#writtenAt) >= 1000
    if (isSlow || this.#unwritten.length >= few) await this.write()
  }

  /** Tried twice: what is not written becomes `UNKNOWN`. */
  async write(): Promise<void> {
    const settled = this.#unwritten
    this.#unwritten = []
    this.#writtenAt = this.#deps.clock.now()
    await settle(this.#deps.db, settled).catch(async () => await settle(this.#deps.db, settled))
  }
}
