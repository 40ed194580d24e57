import type { CheckoutPublicId } from '@portal/contract/ids'
import { refundPayment } from '@portal/server/features/payments/reversals/give-back.ts'
import { world } from './scheduler.ts'
import type { Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const minute = 60_000
const mostTries = 20

/**
 * Finance gives a payment back: soon, or so late that the gateway's batch is closed; and tries again until a server says
 * that it is on its way.
 */
export async function askForRefund(
  simulated: SimulatedWorld,
  servers: Servers,
  publicId: CheckoutPublicId,
): Promise<void> {
  const { random, scheduler } = simulated
  const wait = random.chance(0.7) ? random.between(0, 60) : random.between(300, 1_800)
  await scheduler.sleep(world, wait * minute)
  for (let tries = 0; tries < mostTries; tries++) {
    const server = servers.any()
    const asked = server
      ? refundPayment(server.engine, publicId, { reason: 'the payer asked for it', requestedBy: 'finance' })
      : Promise.reject(new Error('No server answers'))
    const patience = scheduler.sleep(world, 2 * minute).then(() => 'nothing' as const)
    const answer = await Promise.race([asked.catch(() => 'nothing' as const), patience])
    if (answer !== 'nothing' && answer !== 'stillPosting') return
    await scheduler.sleep(world, random.between(1, 10) * minute)
  }
}
