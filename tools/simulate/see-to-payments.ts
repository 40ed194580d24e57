import { settlementByHand } from '@portal/server/features/payments/by-hand/settle-by-hand.ts'
import { letterAbout } from '@portal/server/features/payments/reversals/give-back.ts'
import type { Finding, HandMove } from '@portal/server/foundation/payment-moves/payment-moves.ts'
import { liveCharges } from './model/gateway.ts'
import { refusedOf } from './model/hands.ts'
import type { CheckoutRecord, ModelRecords } from './model/records.ts'
import { seededRandom } from './random.ts'
import { world } from './scheduler.ts'
import type { Server, Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const hour = 3_600_000
const rounds = 9

/**
 * The money desk: from time to time, finance looks at what the engine leaves to people and settles some of it, at
 * whichever server answers. Like everything in this world, their work may fail; then they try again another time, or
 * never.
 */
export async function seeToPayments(simulated: SimulatedWorld, servers: Servers, seed: number): Promise<void> {
  const { scheduler, backend } = simulated
  // They draw from their own random numbers, so that everything before their first visit is the same with and without
  // them.
  const random = seededRandom(seed)
  for (let round = 1; round <= rounds; round++) {
    await scheduler.sleep(world, random.between(8, 24) * hour)
    const records = await scheduler.outside(backend.snapshot())
    for (const checkout of records.checkouts.values()) {
      const server = needsPerson(records, checkout) && random.chance(0.3) ? servers.any() : null
      if (!server) continue
      const patience = scheduler.sleep(world, hour)
      await Promise.race([seeToOne(simulated, server, checkout).catch(() => undefined), patience])
    }
  }
}

function needsPerson(records: ModelRecords, checkout: CheckoutRecord): boolean {
  const { state } = checkout.attempt
  if (state === 'UNKNOWN' || state === 'ESCALATED' || refusedOf(records, checkout).length > 0) return true
  const refused = state === 'CHARGED' ? 'REJECTED' : 'CANCEL_REJECTED'
  return [...records.postings.values()].some(
    (posting) => posting.checkoutId === checkout.id && posting.state === refused,
  )
}

async function seeToOne(simulated: SimulatedWorld, server: Server, checkout: CheckoutRecord): Promise<void> {
  const { engine, hands } = server
  const move = { checkoutId: checkout.id, by: 'finance', reason: 'seen to', at: engine.clock.now() }
  if (checkout.attempt.state === 'ESCALATED') {
    const finding = askTheBank(simulated, checkout)
    const stored = finding && (await engine.store.readById(checkout.id))
    if (finding && stored) await engine.store.decide(settlementByHand(engine, stored, finding, move))
  }
  await recordWhatWasGivenBack(simulated, server, checkout, move)
  await hands.lookAgain(move)
  await hands.retryBilling(move)
  await hands.sendAgain(move, engine.newReference)
}

/**
 * Of the charges that the gateway refuses to give back, finance gives back half in the gateway's console and then
 * records that here. Which half follows from the tag, because drawing it would change every world that was kept.
 */
async function recordWhatWasGivenBack(
  { backend, gateway, scheduler }: SimulatedWorld,
  { engine, hands }: Server,
  checkout: CheckoutRecord,
  move: HandMove,
): Promise<void> {
  const records = await scheduler.outside(backend.snapshot())
  const stored = await engine.store.readById(checkout.id)
  if (!stored) return
  for (const refused of refusedOf(records, checkout)) {
    if (Number(refused.tag) % 4 > 1) continue
    gateway.giveBackInConsole(refused.tag)
    const letter = letterAbout(engine.profile, stored, refused)
    await hands.recordGivenBack(move, { reversalId: refused.id, reference: engine.newReference(), letter })
  }
}

/** What the bank says on the phone about a day-old charge; null when that needs more than one decision. */
function askTheBank({ gateway, billing }: SimulatedWorld, { intent }: CheckoutRecord): Finding | null {
  const approved = gateway.rows.filter(
    ({ reference, status }) => reference === intent.reference && status === 'approved',
  )
  const [charge, ...more] = liveCharges(gateway.rows, intent.reference)
  if (approved.length === 0) return { outcome: 'notCharged' }
  const wasPaidOtherwise = billing.paidAtOffice.some(({ accountId }) =>
    intent.items.some((item) => item.accountId === accountId),
  )
  if (!charge || more.length > 0 || wasPaidOtherwise) return null
  return { outcome: 'charged', tag: charge.tag, authorization: 'ET1' }
}
