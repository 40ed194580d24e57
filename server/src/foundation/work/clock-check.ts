import { epochOf, Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Work } from './loop.ts'

/** Milliseconds. Every lease and wait of payments is longer than twice this (docs/decisions/003). */
export const farthest = 10_000

interface ClockCheck {
  work: Work
  /** The latest result. Checks now if there is none yet. */
  isRight(): Promise<boolean>
  /** Aborted once it is found wrong. */
  untilWrong(): AbortSignal
}

/** A machine that is ahead takes over leases that others hold, and others wait too long for what it dated. */
export function clockCheck(deps: Pick<Deps, 'db' | 'clock' | 'log'>, onResult: (isRight: boolean) => void): ClockCheck {
  let result: boolean | null = null
  let underWay: Promise<boolean> | null = null
  let right = new AbortController()
  const verify = async (): Promise<boolean> => {
    const off = await millisecondsOff(deps)
    const isRight = Math.abs(off) <= farthest
    const facts = { secondsAhead: Math.round(off / 1000) }
    if (!isRight) deps.log.error({ alarm: true, ...facts }, 'System clock is wrong. Background work stopped')
    else if (result === false) deps.log.info(facts, 'System clock is correct again')
    result = isRight
    if (!isRight) right.abort()
    else if (right.signal.aborted) right = new AbortController()
    onResult(isRight)
    return isRight
  }
  /** Callers at the same time, such as all the work that starts with a process, share one check and one log line. */
  const look = (): Promise<boolean> =>
    (underWay ??= verify().finally(() => {
      underWay = null
    }))
  return {
    work: {
      name: 'clock-check',
      restMilliseconds: farthest,
      async run() {
        await look()
        return 0
      },
    },
    isRight: async () => result ?? (await look()),
    untilWrong: () => right.signal,
  }
}

/** At least this far ahead, negative when behind; 0 when the database's time lies between question and answer. */
export async function millisecondsOff({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const asked = epochOf(clock.now())
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const answered = epochOf(clock.now())
  const there = epochOf(Instant.parse(rows[0]?.now))
  return there < asked ? asked - there : Math.min(0, answered - there)
}

/** Work that lasts, such as an hour of charges, begins nothing more once the clock is wrong. */
export function byRightClock(check: ClockCheck, work: Work): Work {
  return {
    ...work,
    run: async (signal) =>
      (await check.isRight()) ? await work.run(AbortSignal.any([signal, check.untilWrong()])) : 0,
  }
}
