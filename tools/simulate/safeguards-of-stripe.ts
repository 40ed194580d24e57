import type * as attempts from '@portal/server/payments/records/attempts.ts'
import type * as events from '@portal/server/payments/records/gateway-events.ts'
import type * as states from '@portal/server/payments/states.ts'
import { changed } from './change-modules.ts'
import { type Safeguard, worlds } from './safeguard.ts'

/** Those that only Stripe needs. */
export const safeguardsOfStripe: readonly Safeguard[] = [
  {
    name: 'named first: a payment intent is confirmed only for an attempt that still waits for it',
    gateway: 'stripe',
    plan: worlds({ stall: 0.2, stallInClient: 0.3 }),
    modules: [changed<typeof attempts>('payments/records/attempts.ts', { nameAttempt: () => async () => true })],
  },
  {
    name: 'canceled first: nobody is told that nothing was charged while it still could be',
    gateway: 'stripe',
    plan: worlds({ gatewayLate: 0.5, bankAsks: 0.3, payerFails: 0.5, paysAgain: 1, cancelLies: 1 }),
  },
  {
    name: 'catch-up: events that never arrive are asked for',
    gateway: 'stripe',
    plan: worlds({ eventLost: 0.9, bankDisputes: 1 }),
    modules: [changed<typeof events>('payments/records/gateway-events.ts', { leaseCatchUp: () => async () => null })],
  },
  {
    name: 'closed: what the bank has decided is not undone by an older answer',
    gateway: 'stripe',
    plan: worlds({ eventTwice: 1, eventLate: 0.3, bankDisputes: 1, stall: 0.4 }, { payers: 3, stormyMinutes: 6_000 }),
    modules: [
      changed<typeof states>('payments/states.ts', {
        disputeMoves: (original) => {
          const all = Object.keys(original)
          return Object.fromEntries(all.map((state) => [state, all]))
        },
      }),
    ],
  },
]
