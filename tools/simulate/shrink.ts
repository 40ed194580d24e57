import type { Plan } from './plan.ts'

/** The result of a plan: the promise it broke, or null, and how many faults the dice drew. */
export interface Trial {
  promise: string | null
  thrown: number
}

const mostTrials = 4_000

/**
 * Makes a plan that breaks a promise smaller while it still breaks the same one: fewer people and servers, less time,
 * fewer kinds of faults, and only the faults that are needed.
 * @returns the smallest plan found, and how it breaks the promise.
 */
export async function shrink(
  failing: Plan,
  attempt: (plan: Plan) => Promise<Trial>,
): Promise<{ plan: Plan; promise: string }> {
  let plan = failing
  let { promise, thrown } = await attempt(plan)
  if (promise === null) throw new Error('This plan breaks no promise')
  const kind = kindOf(promise)
  let trials = 1
  for (;;) {
    const simpler = await firstFailing(simplerPlans(plan, thrown))
    if (!simpler) return { plan, promise }
    ;({ plan, promise, thrown } = simpler)
  }

  async function firstFailing(plans: Iterable<Plan>): Promise<{ plan: Plan; promise: string; thrown: number } | null> {
    for (const candidate of plans) {
      if (++trials > mostTrials) return null
      const trial = await attempt(candidate)
      if (trial.promise === null || kindOf(trial.promise) !== kind) continue
      return { plan: candidate, promise: trial.promise, thrown: trial.thrown }
    }
    return null
  }
}

/** A broken promise without the parts that differ from world to world: numbers, references, lists of payments, keys. */
function kindOf(promise: string): string {
  return promise
    .replace(/ holds .*/, ' holds')
    .replace(/: .*/, '')
    .replaceAll(/[GS][0-9A-Z]{16}|\d+/g, '')
}

function* simplerPlans(plan: Plan, thrown: number): Generator<Plan> {
  for (const name of ['payers', 'servers', 'wishes', 'accounts'] as const) {
    if (plan[name] > 1) yield { ...plan, [name]: 1 }
    if (plan[name] > 2) yield { ...plan, [name]: plan[name] - 1 }
  }
  for (const left of Object.keys(plan.faults)) {
    yield { ...plan, faults: Object.fromEntries(Object.entries(plan.faults).filter(([name]) => name !== left)) }
  }
  if (plan.stormyMinutes >= 2) yield { ...plan, stormyMinutes: Math.floor(plan.stormyMinutes / 2) }
  const happening = plan.happening ?? Array.from({ length: thrown }, (_, index) => index + 1)
  if (plan.happening === null) yield { ...plan, happening }
  for (let size = Math.ceil(happening.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = happening.length - size; start > -size; start -= size) {
      yield { ...plan, happening: happening.filter((_, index) => index < start || index >= start + size) }
    }
  }
}
