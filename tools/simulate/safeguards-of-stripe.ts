import type * as untold from '@portal/server/payments/gateway-events/not-recorded.ts'
import type * as taken from '@portal/server/payments/gateway-events/take-back.ts'
import type * as attempts from '@portal/server/payments/records/attempts.ts'
import type * as events from '@portal/server/payments/records/gateway-events.ts'
import type * as named from '@portal/server/payments/records/named-charges.ts'
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
    name: 'older answer: what the gateway said before the bank decided otherwise is not recorded after it',
    gateway: 'stripe',
    plan: worlds({ eventTwice: 1, eventLate: 0.3, bankDisputes: 1, stall: 0.4 }, { payers: 3, stormyMinutes: 6_000 }),
    modules: [
      changed<typeof events>('payments/records/gateway-events.ts', { movesOfDispute: () => async () => 0 }),
      changed<typeof states>('payments/states.ts', {
        disputeMoves: (original) => {
          const all = Object.keys(original)
          return Object.fromEntries(all.map((state) => [state, all]))
        },
      }),
    ],
  },
  {
    name: 'whose refund: one that the bank returns is found by every reference it had, and by its charge',
    gateway: 'stripe',
    plan: worlds(
      { refund: 1, searchBlind: 0.3, stallInClient: 0.3, gatewayKeeps: 0.3, bankReturnsRefund: 0.8 },
      { payers: 3, wishes: 3 },
    ),
    modules: [
      changed<typeof named>('payments/records/named-charges.ts', {
        findReversals: (original) => async (db, gateway, found) => {
          const { named: one } = await original(db, gateway, found)
          return { named: one?.reference === found.reference ? one : null, live: null }
        },
      }),
    ],
  },
  {
    name: 'not owed twice: what a lost dispute has given the payer is not refunded, too',
    gateway: 'stripe',
    plan: worlds({ refund: 1, bankReturnsRefund: 1, bankDisputes: 1 }, { payers: 3, wishes: 3 }),
    modules: [changed<typeof taken>('payments/gateway-events/take-back.ts', { lostDisputeOf: () => async () => null })],
  },
  {
    name: 'counts again: a payment whose lost dispute is won is paid, posted and told of',
    gateway: 'stripe',
    plan: worlds({ bankDisputes: 1 }, { payers: 3 }),
    modules: [changed<typeof taken>('payments/gateway-events/take-back.ts', { takeAgain: () => async () => [] })],
  },
  {
    name: 'not recorded: what the gateway tells of no payment reaches a person',
    gateway: 'stripe',
    plan: worlds({ chargedElsewhere: 0.5 }),
    modules: [
      changed<typeof untold>('payments/gateway-events/not-recorded.ts', {
        tellNotRecorded: () => async () => undefined,
      }),
    ],
  },
]
