import type { Intent, Turn } from '@portal/server/payments/checkout.ts'
import { findByKey } from '@portal/server/payments/records/checkouts.ts'
import type { Server } from './servers.ts'
import { type Told, tellOf } from './told.ts'
import type { Sight, SimulatedWorld } from './world.ts'

/** Takes a payment, or refuses it for good, as `POST /api/v1/checkout` and `payeezy` do. */
export async function takeOrRefuse(
  { dice, presses, scheduler }: SimulatedWorld,
  server: Server,
  intent: Intent,
  turn: Turn,
  { key, sight }: { key: string; sight: Sight },
): Promise<Told> {
  presses.set(intent.reference, { key, turn: turn.nth, sight })
  const own = scheduler.clockOf(server.process)
  const clock = dice.lies('clockIsOld') ? { ...own, now: () => intent.at } : own
  const taken = dice.happens('tooManyTries') ? null : await server.takePayment(intent, clock)
  if (taken && 'checkout' in taken) return tellOf(key, taken.checkout)
  await server.refuse(turn)
  const overtaking = await findByKey(server.engine.db, intent.sessionId, intent.idempotencyKey)
  return overtaking ? tellOf(key, overtaking) : { ...tellOf(key, null), turn: turn.nth }
}
