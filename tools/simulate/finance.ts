import { startReversal } from '@portal/server/payments/engine.ts'
import { requestRefund } from '@portal/server/payments/reversals/request-refund.ts'
import { world } from './scheduler.ts'
import type { Server, Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const minute = 60_000
const mostTries = 20

/** Soon, or after the gateway's batch was closed; again until a server says that it has begun. */
export async function askForRefund(simulated: SimulatedWorld, servers: Servers, checkoutId: number): Promise<void> {
  const { random, scheduler } = simulated
  const wait = random.chance(0.7) ? random.between(0, 60) : random.between(300, 1_800)
  await scheduler.sleep(world, wait * minute)
  for (let tries = 0; tries < mostTries; tries++) {
    const server = servers.any()
    const asked = server ? refund(server, checkoutId) : Promise.resolve('nothing' as const)
    const patience = scheduler.sleep(world, 2 * minute).then(() => 'nothing' as const)
    const answer = await Promise.race([asked.catch(() => 'nothing' as const), patience])
    if (answer !== 'nothing' && answer !== 'stillPosting') return
    await scheduler.sleep(world, random.between(1, 10) * minute)
  }
}

async function refund({ engine, inTransaction }: Server, checkoutId: number) {
  const action = { checkoutId, by: 'finance', reason: 'the payer asked for it', at: engine.clock.now() }
  return await inTransaction(async (tx) => await requestRefund(tx, action, startReversal(engine)))
}
