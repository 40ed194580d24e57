import type { Random } from './random.ts'

/**
 * How likely each fault is in one simulated world, at each opportunity. Every seed draws its own subset (swarm
 * testing), because a world in which everything fails all the time would never get far enough to break.
 */
export interface Faults {
  /** A process dies before any step of its own. */
  crash: number
  /** A process stands still for a while, longer than its leases last. */
  stall: number
  /** A process stands still inside the gateway client, after its last check and before the request leaves. */
  stallInClient: number
  /** The same for days, as when a machine is suspended: the request leaves when the machine wakes. */
  suspendedInClient: number
  /** A transaction fails before it changes anything. */
  databaseRefuses: number
  /** A transaction commits, but its answer is lost. */
  databaseForgetsToAnswer: number
  /** The request never reaches the gateway, and the client knows that. */
  gatewayRefuses: number
  /** The request is lost on its way, and the client does not know it. */
  requestLost: number
  /** The gateway decides, but its answer is lost. */
  answerLost: number
  /** The gateway decides only after the caller has given up. */
  gatewayLate: number
  gatewayDeclines: number
  /** The gateway takes back a charge whose answer it could not deliver. */
  autoReversal: number
  searchAway: number
  /** Every search takes as long as it is allowed to. */
  searchSlow: number
  /** The search lists each transaction twice, once as approved and once as declined. */
  searchContradicts: number
  /** The search is away for a day or more. */
  searchAwayForDays: number
  /** The search finds nothing for a while, and does not say so. */
  searchBlind: number
  billingAway: number
  /** The billing system records a payment, but its answer is lost. */
  billingForgetsToAnswer: number
  billingSlow: number
  /** The billing system refuses a payment, as for an account that was closed. */
  billingRejects: number
  /** The billing system refuses to cancel a payment. */
  billingKeeps: number
  /** The gateway refuses to give a charge back. */
  gatewayKeeps: number
  /** The search lists some charges without their authorization, so that the gateway refuses to give them back. */
  searchBare: number
  /** The payer asks for the money back, and finance agrees. */
  refund: number
  /** The payer presses twice. */
  doubleClick: number
  /** A payer who was told to wait pays at an office instead. */
  paysAtOffice: number
  /** The gateway charges twice for one request. */
  gatewayDoubles: number
  /** The gateway says that it declined a charge that it has made. */
  gatewayMisspeaks: number
  /** The payer gives up and starts again with a new key. */
  impatience: number
  /** Finance settles a payment by evidence that is wrong or invented, and a second person agrees without looking. */
  inventedEvidence: number
  /** The payer's client neither looks the accounts up again before a payment nor says what it showed. */
  omitsBalance: number
  /** A request is refused for too many tries, whatever became of an equal one before it. */
  tooManyTries: number
}

const strongest: Faults = {
  crash: 0.03,
  stall: 0.05,
  stallInClient: 0.2,
  databaseRefuses: 0.1,
  databaseForgetsToAnswer: 0.1,
  gatewayRefuses: 0.4,
  requestLost: 0.3,
  answerLost: 0.4,
  gatewayLate: 0.3,
  gatewayDeclines: 0.4,
  autoReversal: 0.5,
  searchAway: 0.4,
  searchAwayForDays: 0.1,
  searchBlind: 0.3,
  billingAway: 0.3,
  billingForgetsToAnswer: 0.4,
  billingSlow: 0.3,
  billingRejects: 0.1,
  billingKeeps: 0.1,
  gatewayKeeps: 0.2,
  refund: 0.6,
  doubleClick: 0.4,
  paysAtOffice: 0.6,
  gatewayDoubles: 0.5,
  gatewayMisspeaks: 0.1,
  impatience: 0.4,
  suspendedInClient: 0.1,
  searchSlow: 0.5,
  searchContradicts: 0.3,
  searchBare: 1,
  inventedEvidence: 1,
  omitsBalance: 0.6,
  tooManyTries: 0.3,
}
export type FaultName = keyof Faults
/** Every fault by its name. */
export const faultNames = Object.keys(strongest).filter((name): name is FaultName => name in strongest)

/** Draws a subset of faults, each with its own strength. */
export function drawFaults(random: Random): Faults {
  const drawn = { ...strongest }
  for (const name of faultNames) drawn[name] = random.chance(0.5) ? (strongest[name] * random.between(1, 100)) / 100 : 0
  return drawn
}

/** Rolls the dice for faults and counts the ones that happened. */
export class FaultDice {
  readonly #random: Random
  readonly #faults: Partial<Faults>
  readonly #happening: ReadonlySet<number> | null
  /** How often a fault was drawn, whether or not it was allowed to happen. */
  thrown = 0
  readonly happened = new Map<FaultName, number>()
  /** Switched on towards the end of a run, after which no fault happens and everything must come to rest. */
  isCalm = false

  /** @param happening the numbers, from 1, of the drawn faults that really happen; null for all */
  constructor(random: Random, faults: Partial<Faults>, happening: readonly number[] | null) {
    this.#random = random
    this.#faults = faults
    this.#happening = happening && new Set(happening)
  }

  /** Picks one of several variants of a fault. */
  pick<T>(ways: readonly [T, ...T[]]): T {
    return this.#random.pick(ways)
  }

  /** Whether a fault is possible in this world now, for faults that depend on something other than the dice. */
  isAbout(name: FaultName): boolean {
    return !this.isCalm && (this.#faults[name] ?? 0) > 0
  }

  happens(name: FaultName): boolean {
    if (this.isCalm || !this.#random.chance(this.#faults[name] ?? 0)) return false
    this.thrown++
    if (this.#happening && !this.#happening.has(this.thrown)) return false
    this.#count(name)
    return true
  }

  /** The same for what people do wrong, also when other faults have stopped. They draw from their own random numbers. */
  happensToPeople(name: FaultName, random: Random): boolean {
    if (!random.chance(this.#faults[name] ?? 0)) return false
    this.#count(name)
    return true
  }

  #count(name: FaultName): void {
    this.happened.set(name, (this.happened.get(name) ?? 0) + 1)
  }
}
