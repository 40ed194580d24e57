import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GatewayName } from '@portal/server/adapters/payment-gateway/port.ts'
import { z } from 'zod'
import { drawChances, faultNames, gentler, type Chances } from './faults.ts'
import { seededRandom, type Random } from './random.ts'

/**
 * Everything about a simulated world that is decided beforehand. What happens follows from the plan alone, so a plan
 * that breaks a promise can be made smaller, written down and run again.
 */
export const Plan = z.object({
  seed: z.number().int(),
  gateway: z.enum(['gge4', 'stripe']).default('gge4'),
  servers: z.number().int().min(1),
  payers: z.number().int().min(1),
  /** How many payments a payer makes at most, and of how many accounts. */
  wishes: z.number().int().min(1),
  accounts: z.number().int().min(1),
  /** Whether the gateway has a charge from before, with which its search can be proven to work. */
  hasHistory: z.boolean(),
  /** Whether finance gets its daily summaries, which are half of a world's work. */
  hasSummaries: z.boolean(),
  stormyMinutes: z.number().min(1),
  /** For how many days customers have AutoPay; none without it. */
  autopayDays: z.number().int().min(0).default(0),
  /** How likely each fault is; those left out never happen. */
  faults: z.partialRecord(z.enum(faultNames), z.number().min(0).max(1)),
  /** The numbers, from 1, of the drawn faults that really happen; null for all. */
  happening: z.array(z.number().int()).nullable(),
})
export type Plan = z.infer<typeof Plan>

/** By the gateway, or Stripe with AutoPay. */
export type Worlds = GatewayName | 'autopay'

export function gatewayIn(worlds: Worlds): GatewayName {
  return worlds === 'autopay' ? 'stripe' : worlds
}

/** The plan of a seed: the size of everything, and a subset of faults, each with its own strength. */
export function planOf(seed: number, gateway: Worlds = 'gge4'): Plan {
  if (gateway === 'autopay') return autopayPlanOf(seed)
  const random = seededRandom(seed)
  const plan = {
    seed,
    gateway,
    servers: random.between(1, 3),
    payers: random.between(1, 3),
    wishes: 3,
    accounts: 3,
    hasHistory: random.chance(0.8),
    hasSummaries: random.chance(0.3),
    stormyMinutes: 90,
    autopayDays: 0,
    faults: drawChances(random, gateway),
    happening: null,
  }
  return gateway === 'stripe' ? { ...plan, ...bankDays(plan.faults, random) } : plan
}

/** Bank accounts in each world, and in most of them the days that banks take, with fewer faults at a time. */
function bankDays(faults: Chances, random: Random): Pick<Plan, 'faults' | 'stormyMinutes'> {
  const paysByBank = random.between(4, 10) / 10
  if (random.chance(0.3)) return { faults: { ...faults, paysByBank }, stormyMinutes: 90 }
  return { faults: { ...gentler(faults, 5), paysByBank }, stormyMinutes: 10 * 1_440 }
}

/** Weeks of fewer faults, and customers with bills and saved cards. */
function autopayPlanOf(seed: number): Plan {
  const random = seededRandom(seed)
  const autopayDays = random.between(15, 45)
  return {
    seed,
    gateway: 'stripe',
    servers: random.between(1, 3),
    payers: 1,
    wishes: 1,
    accounts: 3,
    hasHistory: true,
    hasSummaries: false,
    stormyMinutes: autopayDays * 1_440,
    autopayDays,
    faults: drawChances(random, 'stripe', true),
    happening: null,
  }
}

/** The plan of a world in which nothing goes wrong except the given faults. */
export function calmPlan(faults: Chances, gateway: GatewayName = 'gge4'): Plan {
  const small = {
    seed: 1,
    gateway,
    servers: 1,
    payers: 1,
    wishes: 1,
    accounts: 3,
    hasHistory: true,
    hasSummaries: false,
    stormyMinutes: 90,
    autopayDays: 0,
  }
  return { ...small, faults, happening: null }
}

const folder = fileURLToPath(new URL('kept', import.meta.url))

/** A plan that once broke a promise, kept so that it never does again. */
const KeptPlan = z.object({
  broke: z.string(),
  plan: Plan,
})
type KeptPlan = z.infer<typeof KeptPlan>

/** For `simulate.test.ts`. @returns the file */
export async function keepPlan(kept: KeptPlan): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `seed-${kept.plan.seed}.json`)
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
  return file
}

export async function readKeptPlans(): Promise<Map<string, KeptPlan>> {
  const kept = new Map<string, KeptPlan>()
  for (const name of (await readdir(folder)).toSorted()) {
    kept.set(name, KeptPlan.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))))
  }
  return kept
}
