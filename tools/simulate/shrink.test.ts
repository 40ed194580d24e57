import { describe, expect, test } from 'vitest'
import { type Plan, planOf } from './plan.ts'
import { type Trial, shrink } from './shrink.ts'

const large: Plan = {
  ...planOf(1),
  servers: 3,
  payers: 3,
  faults: { crash: 0.1, stall: 0.1, answerLost: 0.1, searchBlind: 0.1 },
}
const thrown = 40

/** Acts as if the plan's faults happened in every world, and the needed ones broke the promise. */
async function breaks(plan: Plan, needed: number[]): Promise<Trial> {
  const happening = plan.happening ?? Array.from({ length: thrown }, (_, index) => index + 1)
  const isBroken =
    plan.servers > 1 &&
    plan.faults.crash !== undefined &&
    plan.faults.answerLost !== undefined &&
    needed.every((fault) => happening.includes(fault))
  return { promise: isBroken ? `checkout ${plan.servers} was charged ${happening.length} times` : null, thrown }
}

describe('a plan that breaks a promise', () => {
  test('is made as small as possible while it still breaks it', async () => {
    const { plan, promise } = await shrink(large, (candidate) => breaks(candidate, [3, 17, 18]))
    expect(plan).toEqual({
      ...large,
      servers: 2,
      payers: 1,
      wishes: 1,
      accounts: 1,
      stormyMinutes: 1,
      faults: { crash: 0.1, answerLost: 0.1 },
      happening: [3, 17, 18],
    })
    expect(promise).toBe('checkout 2 was charged 3 times')
  })

  test('still breaks the same promise, even when a smaller plan breaks another', async () => {
    const { plan } = await shrink(large, async (candidate) => {
      const { promise } = await breaks(candidate, [])
      return { promise: promise ?? 'the log has gaps', thrown }
    })
    expect(plan.servers).toBe(2)
  })

  test('must break one', async () => {
    await expect(shrink(large, async () => ({ promise: null, thrown }))).rejects.toThrow('breaks no promise')
  })
})
