import type { AccountNumber } from '@portal/contract/ids'
import { findByKey, nextTurn } from '@portal/server/payments/records/checkouts.ts'
import { askForRefund } from './finance.ts'
import { type PaymentWish, intentFor, look, paidPerAccount } from './payment-wish.ts'
import type { Plan } from './plan.ts'
import { world } from './scheduler.ts'
import type { Server, Servers } from './servers.ts'
import { type StepwiseWish, payStepwise } from './stepwise-payer.ts'
import { takeOrRefuse } from './take-or-refuse.ts'
import { type Told, tellOf } from './told.ts'
import type { SimulatedWorld } from './world.ts'

/** One person who wants to pay some accounts: presses, waits, presses again, gives up, starts again. */
export async function payer(
  simulated: SimulatedWorld,
  servers: Servers,
  sessionId: number,
  plan: Pick<Plan, 'wishes' | 'accounts'>,
): Promise<void> {
  const { random, scheduler, dice } = simulated
  const accounts = drawAccounts(simulated, plan.accounts)
  const wishes = random.between(1, plan.wishes)
  let sight = await look(simulated, accounts)
  for (let wish = 0; wish < wishes; wish++) {
    await scheduler.sleep(world, random.between(0, 600) * 1000)
    if (!dice.happens('omitsBalance')) sight = await look(simulated, accounts)
    const idempotencyKey = simulated.newUuid()
    const clicks = dice.happens('doubleClick') ? 2 : 1
    const pay = wayToPay(simulated, servers, { sessionId, idempotencyKey, accounts, sight })
    for (let attempt = 0; attempt < 3; attempt++) {
      const told = await Promise.all(Array.from({ length: clicks }, pay))
      simulated.told.push(...told)
      if (told.some(({ outcome }) => outcome === 'beingConfirmed') && dice.happens('paysAtOffice')) {
        simulated.billing.paidAtOffice.push(...accounts.map((accountId) => ({ accountId, amount: paidPerAccount })))
      }
      const paid = told.find(({ outcome }) => outcome === 'approved')
      if (paid?.checkoutId && dice.happens('refund')) {
        void simulated.busyWith(askForRefund(simulated, servers, paid.checkoutId))
      }
      if (told.some(({ outcome }) => outcome !== 'nothing')) break
      if (dice.happens('impatience')) break
      await scheduler.sleep(world, random.between(1, 120) * 1000)
    }
  }
}

/** Most payers use the one call of the web app; some use the stepwise calls of a client of their own. */
function wayToPay(simulated: SimulatedWorld, servers: Servers, wish: PaymentWish): () => Promise<Told> {
  if (!simulated.random.chance(0.25)) return () => press(simulated, servers, wish)
  const { idempotencyKey } = wish
  const stepwise: StepwiseWish = { ...wish, amount: paidPerAccount, overallId: null }
  return async () => {
    const server = servers.any()
    if (!server) return { idempotencyKey, outcome: 'nothing' }
    return patiently(simulated, idempotencyKey, payStepwise(simulated, server, stepwise))
  }
}

function drawAccounts({ random, accounts }: SimulatedWorld, most: number): AccountNumber[] {
  return accounts
    .filter(() => random.chance(0.5))
    .concat(accounts)
    .slice(0, random.between(1, most))
    .filter(isFirst)
}

function isFirst<T>(value: T, index: number, all: T[]): boolean {
  return all.indexOf(value) === index
}

/** One press of the button. */
export async function press(simulated: SimulatedWorld, servers: Servers, wish: PaymentWish): Promise<Told> {
  const { idempotencyKey } = wish
  const server = servers.any()
  if (!server) return { idempotencyKey, outcome: 'nothing' }
  return patiently(simulated, idempotencyKey, payAt(simulated, server, wish))
}

async function payAt(simulated: SimulatedWorld, server: Server, wish: PaymentWish): Promise<Told> {
  const { sessionId, idempotencyKey } = wish
  const turn = await nextTurn(server.engine.db, sessionId, idempotencyKey)
  const earlier = await findByKey(server.engine.db, sessionId, idempotencyKey)
  if (earlier) return tellOf(idempotencyKey, earlier)
  const { sight } = wish
  return await takeOrRefuse(simulated, server, intentFor(simulated, server, wish, turn), turn, {
    key: idempotencyKey,
    sight,
  })
}

/** Waits two minutes for a server's answer. An error response says as little as no answer. */
function patiently(simulated: SimulatedWorld, idempotencyKey: string, paying: Promise<Told>): Promise<Told> {
  const nothing = (): Told => ({ idempotencyKey, outcome: 'nothing' })
  return Promise.race([paying.catch(nothing), simulated.scheduler.sleep(world, 120_000).then(nothing)])
}
