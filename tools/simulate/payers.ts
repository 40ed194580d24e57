import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import { cents, sumCents, type Cents } from '@portal/contract/money'
import { saveDraft, saveItem } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { Intent } from '@portal/server/payments/charge/intent.ts'
import { type Turn, findByKey, findOwn, readKey } from '@portal/server/payments/records/checkouts.ts'
import { staleAt } from '@portal/server/payments/schedule.ts'
import { cancelVerifying } from '@portal/server/payments/submit/check-bank.ts'
import { isRefused, payWith, seeToBankPayment } from './bank-payers.ts'
import { askForRefund } from './clerks.ts'
import type { Plan } from './plan.ts'
import { newestPaid, type Product } from './product.ts'
import { world } from './scheduler.ts'
import type { Server, Servers } from './servers.ts'
import { shownOwed } from './shown-owed.ts'
import { tellOf, type Sight, type SimulatedWorld, type Told } from './world.ts'

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
    // Some come back days later.
    const pause = simulated.isLong && random.chance(0.5) ? random.between(0, 100 * 3_600) : random.between(0, 600)
    await scheduler.sleep(world, pause * 1000)
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

export async function press(simulated: SimulatedWorld, servers: Servers, wish: PaymentWish): Promise<Told> {
  const { idempotencyKey } = wish
  const server = servers.any()
  if (!server) return { idempotencyKey, outcome: 'nothing' }
  return patiently(simulated, idempotencyKey, payAt(simulated, servers, server, wish))
}

async function payAt(simulated: SimulatedWorld, servers: Servers, server: Server, wish: PaymentWish): Promise<Told> {
  const { sessionId, idempotencyKey } = wish
  const { earlier, turn } = await readKey(server.engine.db, sessionId, idempotencyKey)
  if (earlier) return tellOf(idempotencyKey, earlier)
  const { sight } = wish
  const intent = await payWith(simulated, server, intentFor(simulated, server, wish, turn))
  const told = await takeOrRefuse(simulated, server, intent, turn, { key: idempotencyKey, sight })
  if (intent.bank && told.checkoutId) void simulated.busyWith(seeToBankPayment(simulated, servers, told.checkoutId))
  return told
}

/** Waits two minutes for a server's answer. An error response says as little as no answer. */
function patiently(simulated: SimulatedWorld, idempotencyKey: string, paying: Promise<Told>): Promise<Told> {
  const nothing = (): Told => ({ idempotencyKey, outcome: 'nothing' })
  return Promise.race([paying.catch(nothing), simulated.scheduler.sleep(world, 120_000).then(nothing)])
}

interface StepwiseWish {
  sessionId: number
  idempotencyKey: string
  accounts: AccountNumber[]
  amount: Cents
  sight: Sight
  overallId: CheckoutPublicId | null
}

/** The stepwise calls (A§7) that change records. Steps that were done before are repeated, which must be harmless. */
async function payStepwise(simulated: SimulatedWorld, server: Server, wish: StepwiseWish): Promise<Told> {
  const { idempotencyKey } = wish
  wish.overallId ??= await begin(server, wish)
  const found = await findOwn(server.engine.db, wish.sessionId, wish.overallId)
  if (found && !found.attempt) {
    for (const accountId of wish.accounts) {
      await saveItem(server.engine.db, {
        draftId: found.id,
        accountId,
        amount: wish.amount,
        serviceLocation: '',
        most: 600,
      })
    }
    const { turn } = await readKey(server.engine.db, wish.sessionId, found.idempotencyKey)
    const asked = intentFor(simulated, server, wish, turn)
    const intent = { ...asked, publicId: found.publicId, draft: { id: found.id } }
    return await takeOrRefuse(simulated, server, intent, turn, { key: idempotencyKey, sight: wish.sight })
  }
  return tellOf(idempotencyKey, found)
}

async function begin({ engine }: Server, wish: StepwiseWish): Promise<CheckoutPublicId> {
  const { sessionId, idempotencyKey, accounts, amount } = wish
  return saveDraft(engine.db, {
    publicId: engine.newPublicId(),
    sessionId,
    paidBy: null,
    idempotencyKey,
    contentHash: `draft ${idempotencyKey}`,
    mode: 'Online',
    amount: cents(amount * accounts.length),
    at: engine.clock.now(),
  })
}

const paidPerAccount = cents(1_000)

interface PaymentWish {
  sessionId: number
  idempotencyKey: string
  accounts: AccountNumber[]
  /** What this session knows of the accounts. The server keeps it, as no request says what was shown. */
  sight: Sight
  /** Of each account; usually ten dollars. */
  amount?: Cents
}

export async function look(simulated: SimulatedWorld, accounts: AccountNumber[]): Promise<Sight> {
  const { database, scheduler } = simulated
  // One at a time, or the database would decide in which order they go on.
  await scheduler.pause(world)
  const at = scheduler.epoch()
  for (const account of accounts) await shownOwed(simulated, account)
  return { newestPaid: await scheduler.outside(newestPaid(database.db, accounts)), at }
}

function intentFor(simulated: SimulatedWorld, { engine }: Product, wish: PaymentWish, turn: Turn): Intent {
  const at = engine.clock.now()
  const items = wish.accounts.map((accountId) => ({
    accountId,
    amount: wish.amount ?? paidPerAccount,
    serviceLocation: '',
    newestPaid: wish.sight.newestPaid.get(accountId) ?? 0,
  }))
  return {
    sessionId: wish.sessionId,
    paidBy: null,
    idempotencyKey: wish.idempotencyKey,
    contentHash: 'content',
    publicId: engine.newPublicId(),
    mode: 'Online',
    sourceCode: 'CCV',
    amount: sumCents(items.map((item) => item.amount)),
    confirmationEmail: 'payer@example.com',
    items,
    gateway: engine.gateway.name,
    reference: engine.newReference(),
    brand: 'Visa',
    lastFour: '1111',
    cardHolder: 'A Payer',
    humanCheck: { id: simulated.newUuid(), expiresAt: at },
    turn: turn.nth,
    at,
    staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
  }
}

/** Takes a payment, or refuses it for good, as `POST /api/v1/checkout` and `payeezy` do. */
export async function takeOrRefuse(
  { dice, presses, scheduler }: SimulatedWorld,
  server: Server,
  intent: Intent,
  turn: Turn,
  { key, sight }: { key: string; sight: Sight },
): Promise<Told> {
  presses.set(intent.reference, { key, turn: turn.nth, sight })
  const { bankAccounts } = server.engine.gateway
  const isHeldUp = bankAccounts !== undefined && (await isRefused(cancelVerifying(server.engine, intent.items)))
  const own = scheduler.clockOf(server.process)
  const clock = dice.lies('clockIsOld') ? { ...own, now: () => intent.at } : own
  const taken = isHeldUp || dice.happens('tooManyTries') ? null : await server.takePayment(intent, clock)
  if (taken && 'checkout' in taken) return tellOf(key, taken.checkout)
  await server.refuse(turn)
  const overtaking = await findByKey(server.engine.db, intent.sessionId, intent.idempotencyKey)
  return overtaking ? tellOf(key, overtaking) : { ...tellOf(key, null), turn: turn.nth }
}
