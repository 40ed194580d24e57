import type { GatewayName } from '@portal/server/adapters/payment-gateway/port.ts'
import type * as search from '@portal/server/payments/inquiry/search-gateway.ts'
import { type ChangedModule, changed } from './change-modules.ts'
import type { Chances } from './faults.ts'
import { calmPlan, type Plan } from './plan.ts'

/**
 * A safeguard of the payment engine, how it is taken away in a world, and the worlds in which it matters. Simulating
 * those must break a promise. It is taken away by one of: a lie among the faults (faults.ts); SQL for the world's own
 * database; exports of modules that are changed as these are loaded.
 */
export interface Safeguard {
  name: string
  plan(seed: number): Plan
  /** The only gateway at which it is needed; every one when left out. */
  gateway?: GatewayName
  sql?: string
  modules?: readonly ChangedModule[]
}

type Sizes = Pick<Plan, 'servers' | 'payers' | 'wishes' | 'accounts' | 'hasSummaries' | 'stormyMinutes' | 'autopayDays'>

const usual: Sizes = {
  servers: 2,
  payers: 2,
  wishes: 2,
  accounts: 1,
  hasSummaries: false,
  stormyMinutes: 90,
  autopayDays: 0,
}

/** Two servers and two payers, unless sizes say otherwise. */
export function worlds(faults: Chances, sizes: Partial<Sizes> = {}): Safeguard['plan'] {
  return (seed) => ({ ...calmPlan(faults), ...usual, ...sizes, seed })
}

/** The list says only what is in each row, and never that it contradicts itself. */
export const believedList = (importer: string): ChangedModule => ({
  ...changed<typeof search>('payments/inquiry/search-gateway.ts', {
    listedTransactions: (original) => (transactions) => ({ ...original(transactions), isContradictory: false }),
  }),
  for: importer,
})

/** A trigger for each row, which does this and goes on. It comes after the product's own ones. */
export function trigger(when: string, body: string): string {
  const name = `without_${when.replaceAll(/\W+/g, '_')}`
  return `
    create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
    create trigger zz_${name} ${when} for each row execute function ${name}()`
}
