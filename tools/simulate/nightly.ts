import { makeInquiriesDue } from '@portal/server/payments/records/attempts.ts'
import { liveCharges } from './partners/rows.ts'
import type { Plan } from './plan.ts'
import { seededRandom } from './random.ts'
import { world } from './scheduler.ts'
import { tellInTheMorning } from './tell-summaries.ts'
import type { SimulatedWorld } from './world.ts'

const day = 24 * 3_600_000
const nights = 9

/** Requests another look-up of what the gateway has and the records call not charged; tells finance in the morning. */
export async function compareNightly(
  simulated: SimulatedWorld,
  { seed, hasSummaries }: Pick<Plan, 'seed' | 'hasSummaries'>,
): Promise<void> {
  const { scheduler, database, gateway } = simulated
  // Its own random numbers: everything else is the same with and without the summaries.
  const random = seededRandom(seed)
  for (let night = 1; night <= nights && !simulated.isAtRest(); night++) {
    await scheduler.sleep(world, day)
    if (hasSummaries) await tellInTheMorning(simulated, random)
    const unexpected = simulated.live.checkouts
      .filter(({ attempt }) => attempt === 'NOT_CHARGED' || attempt === 'DECLINED')
      .map(({ reference }) => reference)
      .filter((reference) => liveCharges(gateway.rows, reference).length > 0)
    if (unexpected.length === 0) continue
    await scheduler.outside(makeInquiriesDue(database.db, unexpected, scheduler.now()))
    simulated.changed()
  }
}
