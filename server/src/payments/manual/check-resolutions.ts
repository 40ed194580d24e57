import { later } from '@portal/contract/dates'
import type { Work } from '../../foundation/work/loop.ts'
import type { Engine } from '../engine.ts'
import { alarmOnceRecorded } from '../monitoring.ts'
import { type LeasedResolution, leaseResolutions, recordCheck } from '../records/hand-resolutions.ts'
import { inquiryLease, nextCheckAt, restAt } from '../schedule.ts'
import { checkResolution } from './compare-finding.ts'

const most = 5

/**
 * Asks the gateway about payments that two people resolved as charged while it could not say. If it disagrees, a person
 * must see to it: nothing is undone by itself.
 */
export function resolutionLoop(engine: Engine): Work {
  return {
    name: 'resolutions',
    restMilliseconds: restAt(engine.pace),
    async run(signal) {
      const now = engine.clock.now()
      const until = later(now, inquiryLease(engine.gateway.limits.inquiry, engine.pace))
      const leased = await leaseResolutions(engine.db, engine.gateway.name, now, until, most)
      for (const resolution of leased) {
        if (signal.aborted || engine.clock.now() >= until) break
        await checkOne(engine, resolution)
      }
      return leased.length
    },
  }
}

async function checkOne(engine: Engine, resolution: LeasedResolution): Promise<void> {
  const { checkoutId, checks } = resolution
  const answer = await checkResolution(engine, checkoutId)
  const isOpen = answer?.verdict === 'unclear'
  const doubt = answer && !isOpen && answer.verdict !== 'agrees' ? answer.said : null
  const at = engine.clock.now()
  const nextAt = isOpen ? nextCheckAt(checks, at, engine.pace) : null
  const alarm = 'The gateway disagrees with a payment that was resolved manually'
  await alarmOnceRecorded(
    engine,
    recordCheck(engine.db, resolution, { at, nextCheckAt: nextAt, doubt }),
    doubt === null ? null : { alarm, facts: { payment: checkoutId, said: doubt } },
  )
}
