import { afterEach, describe, expect, test } from 'vitest'
import { accept, autopayTests, charges, emails, mailed, notice, runOn } from './testing/autopay-world.ts'

const tests = autopayTests()

describe('given a service fee for AutoPay', () => {
  const passOn = (basisPoints: number) => {
    const serviceFees = [{ method: 'card', channels: ['autoPay'], basisPoints }] as const
    Object.assign(tests.world.engine.profile, { serviceFees })
  }
  afterEach(() => Object.assign(tests.world.engine.profile, { serviceFees: [] }))

  test('then new words and the notice have it, and the charge is of both', async () => {
    const { world } = tests
    await accept(world)
    passOn(250)
    await notice(world)
    const [words] = await mailed(world, 'autopay-words')
    expect(words?.text).toContain('Service fee: we add 2.5% of the payment to each charge.')
    const [told] = await mailed(world, 'autopay-notice')
    expect(told?.subject).toContain('AutoPay will charge $97.58 on')
    expect(told?.text).toMatch(/Bill payment: \$95\.20 Service fee, kept by [^:]*: \$2\.38 Amount: \$97\.58/)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: 9_758, fee: 238, accounts: [{ amount: 9_520 }] }])
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
  })

  test('that rises after the notice, then the new words and amount are noticed before anything is charged', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    passOn(295)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    expect(await emails(world)).toEqual(['autopay-agreed', 'autopay-notice', 'autopay-words', 'autopay-notice'])
    expect((await mailed(world, 'autopay-notice')).at(-1)?.subject).toContain('now charge $98.01')
  })

  test('that falls after the notice, then less is charged', async () => {
    const { world } = tests
    passOn(250)
    await accept(world)
    await notice(world)
    passOn(100)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: 9_615, fee: 95 }])
  })
})
