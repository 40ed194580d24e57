import { readCheckouts, readLeftovers, readPayments } from './books.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { compareBooks, sumsOf } from './compare-books.ts'
import type { Seen } from './payers.ts'

/** The state of everything at rest. */
export interface Judged {
  /** Checkouts by state and by what payers were told, counted. */
  checkouts: Map<string, number>
  told: Map<string, number>
  /** The total of each of the three books, in cents. */
  sums: { gateway: number; ours: number; billed: number }
  /** Facts that contradict each other; none when every promise was kept. */
  disagreements: string[]
}

/** Reads all three books and compares them with each other, with what the payers were told and with their letters. */
export async function judge({ pool, gateway, mail }: ChaosWorld, { told }: Seen): Promise<Judged> {
  const evidence = {
    purchases: await gateway.purchases(),
    arrivals: await gateway.arrivals(),
    checkouts: await readCheckouts(pool),
    payments: await readPayments(pool),
    mails: await mail.mails(),
    told,
  }
  return {
    told: countBy(told, ({ outcome }) => outcome),
    checkouts: countBy(evidence.checkouts, ({ state }) => state),
    sums: sumsOf(evidence),
    disagreements: [...compareBooks(evidence), ...(await readLeftovers(pool))],
  }
}

function countBy<T>(values: readonly T[], nameOf: (value: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(values, nameOf)].map(([name, group]) => [name, group.length]))
}
