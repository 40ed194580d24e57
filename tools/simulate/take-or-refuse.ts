import { refuseCommonly } from '@portal/server/http/problem.ts'
import { takePayment } from '@portal/server/payments/charge/take-payment.ts'
import type { Intent, Turn } from '@portal/server/payments/checkout.ts'
import { refusingForGood } from '@portal/server/payments/submit/submit-payment.ts'
import { card } from './payment-wish.ts'
import type { Server } from './servers.ts'
import { type Told, tellOf } from './told.ts'
import type { Sight, SimulatedWorld } from './world.ts'

/** Takes a payment, or refuses it for good, as `POST /api/v1/checkout` and `payeezy` do. */
export async function takeOrRefuse(
  simulated: SimulatedWorld,
  { engine }: Server,
  intent: Intent,
  turn: Turn,
  sight: Sight,
): Promise<Told> {
  const { idempotencyKey, reference } = intent
  const { dice, presses } = simulated
  presses.set(reference, { turn: turn.nth, sight })
  const taken = dice.happens('tooManyTries') ? null : await takePayment(engine, intent, card, null)
  if (taken && 'checkout' in taken) return tellOf(idempotencyKey, taken.checkout)
  const refusal = refusingForGood(engine, turn, async () => {
    throw refuseCommonly('too-many-tries')
  })
  await refusal.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'Refusal')) throw error
  })
  const overtaking = await engine.store.findByKey(intent.sessionId, idempotencyKey)
  return overtaking ? tellOf(idempotencyKey, overtaking) : { ...tellOf(idempotencyKey, null), turn: turn.nth }
}
