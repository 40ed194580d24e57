import { reversalEmail } from '@portal/server/payments/emails.ts'
import type { ManualFinding, FindingCheck, ManualAction } from '@portal/server/payments/checkout.ts'
import { checkFinding } from '@portal/server/payments/manual/compare-finding.ts'
import { outcomeOfFinding } from '@portal/server/payments/manual/resolve-escalated.ts'
import { type GatewayRow, liveCharges } from './model/gateway.ts'
import { refusedOf } from './model/hands.ts'
import type { CheckoutRecord, ModelRecords } from './model/records.ts'
import { modelAuthorization } from './model/reversals.ts'
import { type Random, seededRandom } from './random.ts'
import { world } from './scheduler.ts'
import type { Server, Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const minute = 60_000
const hour = 60 * minute
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
      await Promise.race([seeToOne(simulated, servers, server, checkout).catch(() => undefined), patience])
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

async function seeToOne(
  simulated: SimulatedWorld,
  servers: Servers,
  server: Server,
  checkout: CheckoutRecord,
): Promise<void> {
  const { engine, hands } = server
  const move = { checkoutId: checkout.id, by: 'finance', reason: 'seen to', at: engine.clock.now() }
  if (checkout.attempt.state === 'ESCALATED') await settleEscalated(simulated, servers, server, checkout)
  await recordWhatWasGivenBack(simulated, server, checkout, move)
  await hands.lookAgain(move)
  await hands.retryBilling(move)
  await hands.sendAgain(move, engine.newReference)
}

/**
 * One person says what became of the payment, by what the bank says or by evidence that is invented. While the gateway
 * cannot say, a second one has to agree, some time later; who invents evidence finds somebody who does not look.
 */
async function settleEscalated(
  simulated: SimulatedWorld,
  servers: Servers,
  server: Server,
  checkout: CheckoutRecord,
): Promise<void> {
  const { scheduler, dice, clerks } = simulated
  const truth = askTheBank(simulated, checkout)
  const isInvented = dice.happensToPeople('inventedEvidence', clerks)
  const finding = isInvented ? invented(clerks, checkout, truth) : truth
  if (!finding || (await settleOnce(simulated, server, checkout, finding, 1)) !== 'unclear') return
  await scheduler.sleep(world, clerks.between(1, 50) * minute)
  const other = servers.any()
  if (other) await settleOnce(simulated, other, checkout, finding, 2)
}

async function settleOnce(
  { misjudged, gateway }: SimulatedWorld,
  { engine }: Server,
  { id, intent }: CheckoutRecord,
  finding: ManualFinding,
  people: 1 | 2,
): Promise<FindingCheck['verdict'] | null> {
  const stored = await engine.store.readById(id)
  if (stored?.attempt.state !== 'ESCALATED') return null
  const answer = await checkFinding(engine, stored, finding)
  const mayBe = answer.verdict === 'agrees' || (answer.verdict === 'unclear' && people === 2)
  if (!mayBe) return answer.verdict
  // Only what the gateway could not say may be settled wrongly.
  if (answer.verdict === 'unclear' && !isTrue(finding, liveCharges(gateway.rows, intent.reference))) {
    misjudged.set(id, finding)
  }
  await engine.store.decide(outcomeOfFinding(engine, stored, finding, { by: 'finance', reason: 'seen to', answer }))
  return answer.verdict
}

function isTrue(finding: ManualFinding, live: readonly GatewayRow[]): boolean {
  if (finding.outcome === 'notCharged') return live.length === 0
  return live.some(({ tag }) => tag === finding.tag) && finding.authorization === modelAuthorization
}

/** Something else than the truth: another outcome, tag or authorization number. */
function invented(random: Random, { id }: CheckoutRecord, truth: ManualFinding | null): ManualFinding {
  const charged = { outcome: 'charged', tag: String(500_000 + id), authorization: modelAuthorization } as const
  if (truth?.outcome !== 'charged') return charged
  return random.pick<ManualFinding>([{ outcome: 'notCharged' }, charged, { ...truth, authorization: 'XX1' }])
}

/**
 * Of the charges that the gateway refuses to give back, finance gives back half in the gateway's console and then
 * records that here. Which half follows from the tag, because drawing it would change every world that was kept.
 */
async function recordWhatWasGivenBack(
  { backend, gateway, scheduler }: SimulatedWorld,
  { engine, hands }: Server,
  checkout: CheckoutRecord,
  move: ManualAction,
): Promise<void> {
  const records = await scheduler.outside(backend.snapshot())
  const stored = await engine.store.readById(checkout.id)
  if (!stored) return
  for (const refused of refusedOf(records, checkout)) {
    if (Number(refused.tag) % 4 > 1) continue
    gateway.giveBackInConsole(refused.tag)
    const letter = reversalEmail(engine.profile, stored, refused)
    await hands.recordGivenBack(move, { reversalId: refused.id, reference: engine.newReference(), letter })
  }
}

/** What the bank says on the phone about a day-old charge; null when that needs more than one decision. */
function askTheBank({ gateway, billing }: SimulatedWorld, { intent }: CheckoutRecord): ManualFinding | null {
  const approved = gateway.rows.filter(
    ({ reference, status }) => reference === intent.reference && status === 'approved',
  )
  const [charge, ...more] = liveCharges(gateway.rows, intent.reference)
  if (approved.length === 0) return { outcome: 'notCharged' }
  const wasPaidOtherwise = billing.paidAtOffice.some(({ accountId }) =>
    intent.items.some((item) => item.accountId === accountId),
  )
  if (!charge || more.length > 0 || wasPaidOtherwise) return null
  return { outcome: 'charged', tag: charge.tag, authorization: modelAuthorization }
}
