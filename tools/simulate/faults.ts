import type { GatewayName } from '@portal/server/adapters/payment-gateway/port.ts'
import { autopayFaults } from './faults-of-autopay.ts'
import type { Random } from './random.ts'

type Boundary =
  /** Any step of a server process. */
  | 'step'
  /** Before a transaction or a single statement, and after one that has written. */
  | 'statement'
  /** The commit, or a single statement that has written. */
  | 'commit'
  /** A charge, void or refund at the gateway; at Stripe each request that changes something. */
  | 'request'
  /** A search of the gateway's books. */
  | 'search'
  /** A call to the billing system. */
  | 'billing'
  /** What the gateway tells by itself. */
  | 'event'
  /** What people do, and the card's bank. */
  | 'person'
  /** The start of a server process. */
  | 'process'

/** One kind of fault: where it strikes, what happens then, and how likely it is at most at each opportunity. */
export interface Fault {
  at: Boundary
  kind: string
  most: number
  /** Left out when it happens at every gateway. */
  gateway?: GatewayName
  /** Only in worlds with AutoPay. */
  isOfAutopay?: true
}

export const faults = {
  crash: { at: 'step', kind: 'the process dies', most: 0.03 },
  stall: { at: 'statement', kind: 'the process stands still, longer than its leases last', most: 0.05 },
  databaseRefuses: { at: 'statement', kind: 'it fails and changes nothing', most: 0.1 },
  databaseForgetsToAnswer: { at: 'commit', kind: 'it commits, and the connection breaks', most: 0.1 },

  stallInClient: { at: 'request', kind: 'the process stands still after its last check', most: 0.2 },
  suspendedInClient: { at: 'request', kind: 'the same for days, as when a machine is suspended', most: 0.1 },
  gatewayRefuses: { at: 'request', kind: 'it does not leave, and the client knows that', most: 0.4 },
  requestLost: { at: 'request', kind: 'it is lost, and the client does not know it', most: 0.3 },
  gatewayLate: { at: 'request', kind: 'the gateway decides when the caller has given up', most: 0.3 },
  answerLost: { at: 'request', kind: 'the gateway decides, and its answer is lost', most: 0.4 },
  gatewayDeclines: { at: 'request', kind: 'the card is declined', most: 0.4 },
  gatewayMisspeaks: { at: 'request', kind: 'the gateway charges and says that it declined', most: 0.1 },
  gatewayDoubles: {
    at: 'request',
    kind: 'the gateway charges twice when its answer is lost',
    most: 0.5,
    gateway: 'gge4',
  },
  autoReversal: {
    at: 'request',
    kind: 'the gateway takes back a charge whose answer is lost',
    most: 0.5,
    gateway: 'gge4',
  },
  gatewayKeeps: { at: 'request', kind: 'the gateway refuses to give a charge back', most: 0.2 },

  searchAway: { at: 'search', kind: 'it fails', most: 0.4 },
  searchAwayForDays: { at: 'search', kind: 'it fails for a day or more', most: 0.1 },
  searchSlow: { at: 'search', kind: 'it takes as long as it may', most: 0.5 },
  searchBlind: { at: 'search', kind: 'for a while it finds nothing, and does not say so', most: 0.3 },
  searchContradicts: {
    at: 'search',
    kind: 'it lists each row twice: as approved and as declined',
    most: 0.3,
    gateway: 'gge4',
  },
  searchBare: { at: 'search', kind: 'some charges lack the authorization to give them back', most: 1 },

  billingAway: { at: 'billing', kind: 'it fails', most: 0.3 },
  billingSlow: { at: 'billing', kind: 'it takes long', most: 0.3 },
  billingForgetsToAnswer: { at: 'billing', kind: 'it records, and its answer is lost', most: 0.4 },
  billingRejects: { at: 'billing', kind: 'it refuses a payment, as for a closed account', most: 0.1 },
  billingKeeps: { at: 'billing', kind: 'it refuses to cancel a payment', most: 0.1 },

  doubleClick: { at: 'person', kind: 'the payer presses twice', most: 0.4 },
  impatience: { at: 'person', kind: 'the payer gives up and starts again with a new key', most: 0.4 },
  paysAtOffice: { at: 'person', kind: 'the payer was told to wait and pays at an office', most: 0.6 },
  omitsBalance: { at: 'person', kind: 'the client pays without looking the accounts up again', most: 0.6 },
  tooManyTries: { at: 'person', kind: 'the request is refused for too many tries', most: 0.3 },
  refund: { at: 'person', kind: 'the payer wants the money back, and finance agrees', most: 0.6 },
  inventedEvidence: { at: 'person', kind: 'finance settles by evidence that is wrong, and nobody looks', most: 1 },

  rateLimited: { at: 'request', kind: '429: too many requests, or the object is locked', most: 0.2, gateway: 'stripe' },
  keyInUse: { at: 'request', kind: '409: another request holds its key', most: 0.2, gateway: 'stripe' },
  saved500: { at: 'request', kind: '500, done or not, which its key repeats for good', most: 0.2, gateway: 'stripe' },
  resetBefore: { at: 'request', kind: 'the connection breaks before it is done', most: 0.2, gateway: 'stripe' },
  resetAfter: { at: 'request', kind: 'the connection breaks after it is done', most: 0.2, gateway: 'stripe' },
  proxyPage: { at: 'request', kind: 'it is done, and a proxy answers with a page', most: 0.1, gateway: 'stripe' },
  newStatus: { at: 'request', kind: 'the answer has a status of a newer version', most: 0.1, gateway: 'stripe' },
  slowBank: { at: 'request', kind: 'the payment is processed for a while', most: 0.4, gateway: 'stripe' },
  bankAsks: { at: 'request', kind: 'the bank wants the payer to confirm (3-D Secure)', most: 0.5, gateway: 'stripe' },
  payerLeaves: { at: 'person', kind: 'the payer closes the page of the bank', most: 0.5, gateway: 'stripe' },
  payerFails: { at: 'person', kind: 'the payer cannot confirm', most: 0.8, gateway: 'stripe' },
  paysAgain: {
    at: 'person',
    kind: 'who could not confirm tries another card in that page',
    most: 1,
    gateway: 'stripe',
  },

  eventLost: { at: 'event', kind: 'it never arrives', most: 0.6, gateway: 'stripe' },
  eventLate: { at: 'event', kind: 'it arrives hours or days later', most: 0.5, gateway: 'stripe' },
  eventTwice: { at: 'event', kind: 'it comes twice', most: 0.5, gateway: 'stripe' },
  bankWarns: { at: 'person', kind: 'the bank warns of fraud', most: 0.5, gateway: 'stripe' },
  bankAsksFirst: { at: 'person', kind: 'the bank asks before it disputes', most: 0.4, gateway: 'stripe' },
  bankDisputes: { at: 'person', kind: 'the bank disputes a charge', most: 0.5, gateway: 'stripe' },
  bankReturnsRefund: { at: 'person', kind: 'the bank returns a refund', most: 0.5, gateway: 'stripe' },

  paysByBank: { at: 'person', kind: 'the payer pays from a bank account', most: 0.7, gateway: 'stripe' },
  typesNumbers: { at: 'person', kind: 'the account is verified by a small deposit', most: 0.9, gateway: 'stripe' },
  depositIgnored: { at: 'person', kind: 'the payer never says what the deposit was', most: 0.5, gateway: 'stripe' },
  depositGuessed: { at: 'person', kind: 'the payer says it wrongly', most: 0.7, gateway: 'stripe' },
  payerCancels: { at: 'person', kind: 'the payer wants to cancel while the bank has it', most: 0.3, gateway: 'stripe' },
  bankReturns: { at: 'person', kind: 'the bank returns the debit', most: 0.6, gateway: 'stripe' },
  bankReturnsLate: { at: 'person', kind: 'the bank returns it after it has paid', most: 0.6, gateway: 'stripe' },

  ...autopayFaults,
  chargedElsewhere: {
    at: 'event',
    kind: 'the account takes a charge that is none of ours, which is refunded or disputed',
    most: 0.3,
    gateway: 'stripe',
  },

  // Lies, each of which takes a safeguard away (safeguards.ts). No drawn plan has one, and they outlast the storm.
  commitLies: { at: 'commit', kind: 'it is rolled back and reported as committed', most: 0 },
  clockIsOld: { at: 'request', kind: 'who stood still does not see that time has passed', most: 0 },
  unknownIsNo: { at: 'request', kind: 'the client takes an unknown answer for a refusal', most: 0 },
  searchOfItsDays: { at: 'search', kind: 'it covers only the days around the charge', most: 0, gateway: 'gge4' },
  cancelLies: { at: 'request', kind: 'it says that it canceled, and did not', most: 0, gateway: 'stripe' },
  billingFindsNothing: { at: 'billing', kind: 'the look-up of a receipt finds nothing', most: 0 },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults).filter((name): name is FaultName => name in faults)

/** How likely faults are in one world, at each opportunity; those left out never happen. */
export type Chances = Partial<Record<FaultName, number>>

/** Swarm testing: a world in which everything fails all the time would never get far enough to break. */
export function drawChances(random: Random, gateway: GatewayName, hasAutopay = false): Chances {
  const drawn = faultNames
    .filter((name) => faults[name].most > 0 && happensAt(name, gateway) && (hasAutopay || !isOfAutopay(name)))
    .map((name) => [name, random.chance(0.5) ? (faults[name].most * random.between(1, 100)) / 100 : 0] as const)
  return Object.fromEntries(drawn.filter(([, chance]) => chance > 0))
}

/** What people do stays as it is; everything else goes wrong less often. */
export function gentler(chances: Chances, by: number): Chances {
  const all = faultNames.map((name) => [name, (chances[name] ?? 0) / (faults[name].at === 'person' ? 1 : by)] as const)
  return Object.fromEntries(all.filter(([, chance]) => chance > 0))
}

/** Whether a fault can happen at this gateway. */
export function happensAt(name: FaultName, gateway: GatewayName): boolean {
  const fault: Fault = faults[name]
  return !fault.gateway || fault.gateway === gateway
}

function isOfAutopay(name: FaultName): boolean {
  const fault: Fault = faults[name]
  return fault.isOfAutopay ?? false
}

export class FaultDice {
  readonly #random: Random
  readonly #chances: Chances
  readonly #happening: ReadonlySet<number> | null
  /** How often a fault was drawn, whether or not it was allowed to happen. */
  thrown = 0
  readonly happened = new Map<FaultName, number>()
  /** Switched on towards the end of a run, after which no fault happens and everything must come to rest. */
  isCalm = false

  /** @param happening the numbers, from 1, of the drawn faults that really happen; null for all */
  constructor(random: Random, chances: Chances, happening: readonly number[] | null) {
    this.#random = random
    this.#chances = chances
    this.#happening = happening && new Set(happening)
  }

  /** Picks one of several variants of a fault. */
  pick<T>(ways: readonly [T, ...T[]]): T {
    return this.#random.pick(ways)
  }

  /** Whether a fault is possible in this world now, for faults that depend on something other than the dice. */
  isAbout(name: FaultName): boolean {
    return !this.isCalm && this.lies(name)
  }

  /** Whether a lie is told in this world, to the very end. */
  lies(name: FaultName): boolean {
    return (this.#chances[name] ?? 0) > 0
  }

  happens(name: FaultName): boolean {
    const chance = this.#chances[name] ?? 0
    if (this.isCalm || chance === 0 || !this.#random.chance(chance)) return false
    this.thrown++
    if (this.#happening && !this.#happening.has(this.thrown)) return false
    this.#count(name)
    return true
  }

  /** The same for what people do wrong, also when other faults have stopped. They draw from their own random numbers. */
  happensToPeople(name: FaultName, random: Random): boolean {
    if (!random.chance(this.#chances[name] ?? 0)) return false
    this.#count(name)
    return true
  }

  #count(name: FaultName): void {
    this.happened.set(name, (this.happened.get(name) ?? 0) + 1)
  }
}
