import { ServiceFees } from '@portal/contract/fees'
import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { startReversal } from './engine.ts'
import { recordDispute } from './gateway-events/record-dispute.ts'
import { movesOfDispute } from './records/gateway-events.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { bankTag, bankTests, processing } from './testing/bank-tests.ts'

const { world, checkout, credit, pay, asked, purchase, post, standing } = bankTests()

const [rule] = ServiceFees.parse([{ method: 'bank', channels: ['online'], flat: 50 }])
const bills = 4_250
const fee = 50
const total = bills + fee

async function submitted() {
  await pay(processing, rule && { fee: { amount: cents(fee), rule } })
  await post()
}

async function settled() {
  await submitted()
  await asked(purchase('approved'))
  await post()
}

const lastEmail = async () =>
  await world.database.db
    .selectFrom('email')
    .select(['kind', 'body_text as text'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const parts = /Bill payment: \$42\.50.*\nService fee, kept by Test Water: \$0\.50.*\nAmount: \$43\.00/

describe.each(['submission', 'settlement'] as const)('given a bank payment with a fee, credited at %s', (policy) => {
  beforeEach(() => credit(policy))
  const isAtOnce = policy === 'submission'

  test('then both are debited in one, and only the bills are posted', async () => {
    await submitted()
    expect(world.gateway.charges).toMatchObject([{ amount: total, fee, accounts: [{ amount: bills }] }])
    expect(await standing()).toMatchObject({
      state: 'PROCESSING',
      books: isAtOnce ? { clearing: total, posted: -bills, fee: -fee } : 'empty',
    })
    expect(await lastEmail()).toMatchObject({ kind: 'bank-submitted', text: expect.stringMatching(parts) })
  })

  test('that the bank pays, then the fee stands in a book of its own, and on the receipt', async () => {
    await settled()
    expect((await standing()).books).toEqual({ card: total, posted: -bills, fee: -fee })
    expect(world.billing.payments.map(({ amount }) => amount)).toEqual([bills])
    expect(await lastEmail()).toMatchObject({ kind: 'payment-confirmation', text: expect.stringMatching(parts) })
  })

  test('that the bank returns, then the fee goes back with the payment', async () => {
    await submitted()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toMatchObject({ state: 'RETURNED', books: 'empty' })
    expect(await lastEmail()).toMatchObject({ kind: 'bank-returned', text: expect.stringMatching(parts) })
  })

  test('that the bank returns after it had paid, then the fee is gone, too', async () => {
    await settled()
    const asOf = await movesOfDispute(world.database.db, world.engine.gateway.name, 'du_1')
    await recordDispute(
      world.engine,
      { tag: 'du_1', asOf },
      {
        chargeTag: bankTag,
        chargeReference: null,
        amount: cents(total),
        evidenceDueAt: null,
        openedAt: world.clock.now(),
        state: 'lost',
        reason: 'insufficient funds',
        returned: { reason: 'funds', code: 'R01' },
      },
    )
    await post()
    expect(await standing()).toMatchObject({ state: 'REVERSED', books: 'empty' })
  })

  test('that finance refunds, then all of it goes back', async () => {
    await settled()
    const stored = await checkout()
    const move = { checkoutId: stored?.id ?? 0, by: 'finance', reason: 'paid twice', at: world.clock.now() }
    await world.database.db.transaction().execute(async (tx) => {
      await requestRefund(tx, move, startReversal(world.engine))
    })
    await reversalLoop(world.engine).run(new AbortController().signal)
    await post()
    expect(world.gateway.reversals).toMatchObject([{ amount: total }])
    expect(await standing()).toMatchObject({ state: 'REVERSED', books: 'empty' })
  })
})
