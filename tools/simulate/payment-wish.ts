import type { AccountNumber } from '@portal/contract/ids'
import { cents, sumCents } from '@portal/contract/money'
import type { Intent, Turn } from '@portal/server/payments/checkout.ts'
import { staleAt } from '@portal/server/payments/schedule.ts'
import { type Product, newestPaid } from './product.ts'
import { world } from './scheduler.ts'
import type { Sight, SimulatedWorld } from './world.ts'

export const paidPerAccount = cents(1_000)

/** What one payer wants to pay, under which key. */
export interface PaymentWish {
  sessionId: number
  idempotencyKey: string
  accounts: AccountNumber[]
  /** What this session knows of the accounts. The server keeps it, as no request says what was shown. */
  sight: Sight
}

/** Looks accounts up. */
export async function look(simulated: SimulatedWorld, accounts: AccountNumber[]): Promise<Sight> {
  const { database, scheduler } = simulated
  // One at a time, or the database would decide in which order they go on.
  await scheduler.pause(world)
  const at = scheduler.epoch()
  return { newestPaid: await scheduler.outside(newestPaid(database.db, accounts)), at }
}

/** A payer's request to a server, in the form in which the HTTP layer passes it to the engine. */
export function intentFor(simulated: SimulatedWorld, { engine }: Product, wish: PaymentWish, turn: Turn): Intent {
  const at = engine.clock.now()
  const items = wish.accounts.map((accountId) => ({
    accountId,
    amount: paidPerAccount,
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
