import { liveCharges } from './model/gateway.ts'
import { seededRandom } from './random.ts'
import { world } from './scheduler.ts'
import { tellInTheMorning } from './tell-summaries.ts'
import type { SimulatedWorld } from './world.ts'

const day = 24 * 3_600_000
const nights = 9

/**
 * The part of reconciliation that acts: every night, it requests another look-up of the charges that the gateway has
 * and the records call not charged. In the morning, finance is told of the days that are over.
 */
export async function compareNightly(simulated: SimulatedWorld, seed: number): Promise<void> {
  const { scheduler, backend, gateway } = simulated
  // Its own random numbers: everything else is the same with and without the summaries.
  const random = seededRandom(seed)
  for (let night = 1; night <= nights; night++) {
    await scheduler.sleep(world, day)
    await tellInTheMorning(simulated, random)
    const { checkouts } = await scheduler.outside(backend.snapshot())
    const unexpected = [...checkouts.values()]
      .filter(({ attempt }) => attempt.state === 'NOT_CHARGED' || attempt.state === 'DECLINED')
      .map(({ intent }) => intent.reference)
      .filter((reference) => liveCharges(gateway.rows, reference).length > 0)
    if (unexpected.length === 0) continue
    await scheduler.outside(backend.askForLooks(unexpected, scheduler.now()))
    simulated.changed()
  }
}
