import { CardDetails } from '@portal/contract/card'
import type { AccountNumber } from '@portal/contract/ids'
import { cents, sumCents } from '@portal/contract/money'
import { staleAt } from '@portal/server/features/payments/schedule.ts'
import { outcomeOf } from '@portal/server/features/payments/states.ts'
import type { Intent } from '@portal/server/features/payments/store.ts'
import { takePayment } from '@portal/server/features/payments/take-payment.ts'
import type { Servers } from './servers.ts'
import type { Told } from './told.ts'
import type { SimulatedWorld } from './world.ts'
import { world } from './scheduler.ts'

const card = CardDetails.parse({
  cardHolderName: 'A Payer',
  cardNumber: '4111111111111111',
  validExpDate: '1230',
  cvv: '123',
  billingZipCode: '96913',
})

const paidPerAccount = cents(1_000)

/** One person who wants to pay some accounts: presses, waits, presses again, gives up, starts anew. */
export async function payer(simulated: SimulatedWorld, servers: Servers, session: number): Promise<void> {
  const { random, scheduler, dice } = simulated
  const accounts = drawAccounts(simulated)
  const wishes = random.between(1, 3)
  for (let wish = 0; wish < wishes; wish++) {
    await scheduler.sleep(world, random.between(0, 600) * 1000)
    const key = simulated.newUuid()
    const clicks = dice.happens('doubleClick') ? 2 : 1
    for (let attempt = 0; attempt < 3; attempt++) {
      const told = await Promise.all(
        Array.from({ length: clicks }, () => press(simulated, servers, session, key, accounts)),
      )
      simulated.told.push(...told)
      if (told.some(({ outcome }) => outcome === 'beingConfirmed') && dice.happens('paysAtOffice')) {
        simulated.billing.paidAtOffice.push(...accounts.map((accountId) => ({ accountId, amount: paidPerAccount })))
      }
      if (told.some(({ outcome }) => outcome !== 'nothing')) break
      if (dice.happens('impatience')) break
      await scheduler.sleep(world, random.between(1, 120) * 1000)
    }
  }
}

function drawAccounts({ random, accounts }: SimulatedWorld): AccountNumber[] {
  return accounts
    .filter(() => random.chance(0.5))
    .concat(accounts)
    .slice(0, random.between(1, 3))
    .filter(isFirst)
}

function isFirst<T>(value: T, index: number, all: T[]): boolean {
  return all.indexOf(value) === index
}

/** One press of the button. The payer's own patience ends after two minutes, whatever the server does. */
export async function press(
  simulated: SimulatedWorld,
  servers: Servers,
  sessionId: number,
  idempotencyKey: string,
  accounts: AccountNumber[],
): Promise<Told> {
  const server = servers.any()
  if (!server) return { idempotencyKey, outcome: 'nothing' }
  const { engine } = server
  const at = engine.clock.now()
  const items = accounts.map((accountId) => ({ accountId, amount: paidPerAccount, serviceLocation: '' }))
  const intent: Intent = {
    sessionId,
    idempotencyKey,
    contentHash: 'content',
    publicId: engine.newPublicId(),
    mode: 'Online',
    sourceCode: 'CCV',
    amount: sumCents(items.map((item) => item.amount)),
    confirmationEmail: 'payer@example.com',
    items,
    reference: engine.newReference(),
    brand: 'Visa',
    lastFour: '1111',
    cardHolder: 'A Payer',
    humanCheck: { id: simulated.newUuid(), expiresAt: at },
    at,
    staleAt: staleAt(at, engine.chargeTimeoutMilliseconds, engine.pace),
  }
  const paying = takePayment(engine, intent, card, null).then(
    (taken): Told => ({
      idempotencyKey,
      outcome: 'checkout' in taken ? outcomeOf[taken.checkout.state] : 'refused',
    }),
    (): Told => ({ idempotencyKey, outcome: 'nothing' }),
  )
  const patience = simulated.scheduler.sleep(world, 120_000).then((): Told => ({ idempotencyKey, outcome: 'nothing' }))
  return Promise.race([paying, patience])
}
