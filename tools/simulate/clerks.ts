import { startReversal } from '@portal/server/payments/engine.ts'
import {
  type FindingCheck,
  type ManualFinding,
  checkFinding,
  checkResolution,
} from '@portal/server/payments/manual/compare-finding.ts'
import { inquireNow, postAgain, sendAgain } from '@portal/server/payments/manual/manual-actions.ts'
import { recordExternalRefund } from '@portal/server/payments/manual/record-external-refund.ts'
import { resolveEscalated } from '@portal/server/payments/manual/resolve-escalated.ts'
import { undoResolution } from '@portal/server/payments/manual/undo-resolution.ts'
import { type ManualAction, requestRefund } from '@portal/server/payments/reversals/request-refund.ts'
import { liveCharges, type GatewayOfWorld, type GatewayRow } from './partners/books.ts'
import type { Plan } from './plan.ts'
import { seededRandom } from './random.ts'
import { readRecords, type CheckoutRecord } from './records.ts'
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
export async function seeToPayments(
  simulated: SimulatedWorld,
  servers: Servers,
  { seed, autopayDays, stormyMinutes }: Pick<Plan, 'seed' | 'autopayDays' | 'stormyMinutes'>,
): Promise<void> {
  const { scheduler } = simulated
  // They draw from their own random numbers, so that everything before their first visit is the same with and without
  // them.
  const random = seededRandom(seed)
  for (let round = 1; round <= rounds + stormyMinutes / 720; round++) {
    if (simulated.isAtRest() && autopayDays === 0) break
    await scheduler.sleep(world, random.between(8, 24) * hour)
    for (const { id } of simulated.live.checkouts.filter(({ needsPerson }) => needsPerson)) {
      const server = random.chance(0.3) ? servers.any() : null
      if (!server) continue
      const patience = scheduler.sleep(world, hour)
      await Promise.race([seeToOne(simulated, servers, server, id).catch(() => undefined), patience])
    }
  }
}

async function seeToOne(simulated: SimulatedWorld, servers: Servers, server: Server, id: number): Promise<void> {
  const { scheduler, database } = simulated
  const checkouts = await scheduler.outside(readRecords(database.db))
  const checkout = checkouts.find((one) => one.id === id)
  if (!checkout) return
  const move = { checkoutId: id, by: 'finance', reason: 'seen to', at: server.engine.clock.now() }
  if (checkout.attempt.state === 'ESCALATED') await settleEscalated(simulated, servers, server, checkout)
  if (simulated.live.checkouts.some((one) => one.id === id && one.isDoubted))
    await undoWrong(simulated, servers, server, id)
  await recordWhatWasGivenBack(simulated, server, checkout, move)
  await server.inTransaction(async (tx) => await inquireNow(tx, move))
  await server.inTransaction(async (tx) => await postAgain(tx, move))
  await server.inTransaction(async (tx) => await sendAgain(server.engine, tx, move))
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
  const finding = isInvented ? invented(simulated, checkout, truth) : truth
  if (!finding || (await settleOnce(simulated, server, checkout, finding, 1)) !== 'unclear') return
  await scheduler.sleep(world, clerks.between(1, 50) * minute)
  const other = servers.any()
  if (other) await settleOnce(simulated, other, checkout, finding, 2)
}

/** One person asks for it, another approves some time later, and each asks the gateway first. */
async function undoWrong(
  { scheduler, clerks }: SimulatedWorld,
  servers: Servers,
  server: Server,
  checkoutId: number,
): Promise<void> {
  if ((await checkResolution(server.engine, checkoutId))?.verdict !== 'contradicts') return
  await scheduler.sleep(world, clerks.between(1, 50) * minute)
  const other = servers.any()
  if (!other) return
  const answer = await checkResolution(other.engine, checkoutId)
  if (answer?.verdict !== 'contradicts') return
  const move = { checkoutId, by: 'finance', reason: 'the gateway disagrees', at: other.engine.clock.now() }
  await other.inTransaction(async (tx) => {
    if ((await undoResolution(other.engine, tx, move, answer)) === 'tagTaken') throw new Error('The tag is taken')
  })
}

async function settleOnce(
  { misjudged, gateway }: SimulatedWorld,
  server: Server,
  { id, reference }: CheckoutRecord,
  finding: ManualFinding,
  people: 1 | 2,
): Promise<FindingCheck['verdict'] | null> {
  const answer = await checkFinding(server.engine, id, finding)
  if (!answer) return null
  const mayBe = answer.verdict === 'agrees' || (answer.verdict === 'unclear' && people === 2)
  if (!mayBe) return answer.verdict
  // Only what the gateway could not say may be settled wrongly.
  const isWrong = !isTrue(finding, liveCharges(gateway.rows, reference)) || isAtBank(gateway, reference)
  if (answer.verdict === 'unclear' && isWrong) misjudged.set(id, finding)
  const move = { checkoutId: id, by: 'finance', reason: 'seen to', at: server.engine.clock.now() }
  await server.inTransaction(async (tx) => {
    const resolved = await resolveEscalated(server.engine, tx, move, finding, answer)
    if (resolved === 'tagTaken') throw new Error('The tag is taken')
  })
  return answer.verdict
}

function isTrue(finding: ManualFinding, live: readonly GatewayRow[]): boolean {
  if (finding.outcome === 'notCharged') return live.length === 0
  return live.some(({ tag, authorization }) => tag === finding.tag && authorization === finding.authorization)
}

/** It is neither charged nor not charged yet: only a look, once the gateway is back, can cancel what is still open. */
function isAtBank({ intents = [] }: GatewayOfWorld, reference: string): boolean {
  return intents.some((each) => each.reference === reference && /^(?:requires_\w+|processing)$/.test(each.status))
}

/** Something else than the truth: another outcome, tag, perhaps of another payment, or authorization number. */
function invented(
  { clerks, gateway }: SimulatedWorld,
  { id, reference }: CheckoutRecord,
  truth: ManualFinding | null,
): ManualFinding {
  const other = gateway.rows.findLast((row) => row.reference !== reference && row.status === 'approved')
  const tag = other && clerks.chance(0.5) ? other.tag : gateway.inventedTag(id)
  const charged = { outcome: 'charged', tag, authorization: 'ET1' } as const
  if (truth?.outcome !== 'charged') return charged
  return clerks.pick<ManualFinding>([{ outcome: 'notCharged' }, charged, { ...truth, authorization: 'XX1' }])
}

/** Finance gives half of them back in the gateway's console. */
async function recordWhatWasGivenBack(
  { gateway }: SimulatedWorld,
  server: Server,
  { reversals }: CheckoutRecord,
  move: ManualAction,
): Promise<void> {
  for (const refused of reversals.filter(({ needsPerson }) => needsPerson)) {
    if (refused.id % 4 > 1) continue
    if (!(await gateway.giveBackInConsole(refused.tag))) continue
    await server.inTransaction(async (tx) => await recordExternalRefund(server.engine, tx, move, refused.id))
  }
}

/** What the bank says on the phone about a day-old charge; null when that needs more than one decision. */
function askTheBank({ gateway, billing }: SimulatedWorld, { reference, items }: CheckoutRecord): ManualFinding | null {
  const approved = gateway.rows.filter((row) => row.reference === reference && row.status === 'approved')
  const [charge, ...more] = liveCharges(gateway.rows, reference)
  if (isAtBank(gateway, reference)) return null
  if (approved.length === 0) return { outcome: 'notCharged' }
  const wasPaidOtherwise = billing.paidAtOffice.some(({ accountId }) =>
    items.some((item) => item.accountId === accountId),
  )
  if (!charge || more.length > 0 || wasPaidOtherwise) return null
  return { outcome: 'charged', tag: charge.tag, authorization: charge.authorization ?? '' }
}

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
