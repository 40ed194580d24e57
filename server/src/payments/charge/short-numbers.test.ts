import { describe, expect, test } from 'vitest'
import { stripeTraits } from '../../adapters/payment-gateway/stripe/traits.ts'
import { receiptTo } from '../emails.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, intentFor, testCard } from '../testing/engine-world.ts'
import { takePayment } from './take-payment.ts'

const world = engineTests()

async function pay(accounts: string[], tag: string): Promise<StoredCheckout> {
  world.gateway.answer = async () => charged(tag)
  const taken = await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

describe('given a gateway whose tags nobody can read out', () => {
  test('then receipts, their postings and their email have a short number of ours, and the tag stays known', async () => {
    world.engine.gateway = { ...world.engine.gateway, hasReadableTags: stripeTraits.hasReadableTags }
    const checkout = await pay(['1000000001', '1000000002'], 'pi_First')
    const { shortNumber, transactionTag } = checkout.attempt
    expect(transactionTag).toBe('pi_First')
    const receipts = [`W-${shortNumber}-1`, `W-${shortNumber}-2`]
    expect(checkout.items.map(({ receiptNumber }) => receiptNumber)).toEqual(receipts)
    await postingLoop(world.engine).run(new AbortController().signal)
    expect(world.billing.payments.map(({ receipt }) => receipt)).toEqual(receipts)
    const email = receiptTo(world.engine.profile, checkout, 'maria@example.com')
    expect(email?.text).toContain(`W-${shortNumber}`)
    expect(email?.text).not.toContain('pi_First')
  })

  test('then a number that another payment has is drawn again before anything is charged', async () => {
    const drawn = ['K105-92P9', 'K105-92P9', 'K105-92P9', 'K4M7-92PD']
    world.engine.newShortNumber = () => drawn.shift() ?? null
    const first = await pay(['1000000001'], 'pi_First')
    const second = await pay(['1000000002'], 'pi_Second')
    expect([first, second].map(({ items }) => items[0]?.receiptNumber)).toEqual(['W-K105-92P9', 'W-K4M7-92PD'])
    expect(world.gateway.charges).toHaveLength(2)
    expect(drawn).toEqual([])
  })
})

test('given a gateway with readable tags, then receipts have them (R1)', async () => {
  const { attempt, items } = await pay(['1000000001'], '4711')
  expect([attempt.shortNumber, items[0]?.receiptNumber]).toEqual([null, 'W-4711'])
})
