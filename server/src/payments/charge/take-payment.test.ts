import { formatInstant } from '@portal/contract/dates'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { type Taken, takePayment } from './take-payment.ts'

const account = '1234567890'
const accounts = ['1234567890', '2345678901', '3456789012']
const never = new AbortController().signal

const world = engineTests()

async function pay(paid: string[], overrides = {}): Promise<Taken> {
  return takePayment(world.engine, intentFor(world.engine, paid, overrides), testCard, null)
}

function checkoutOf(taken: Taken): StoredCheckout {
  if (!('checkout' in taken)) throw new Error(`No checkout: ${taken.outcome}`)
  return taken.checkout
}

async function holds(): Promise<string[]> {
  const rows = await world.database.db.selectFrom('account_hold').select('account_id').orderBy('account_id').execute()
  return rows.map((row) => row.account_id)
}

describe('an approved payment', () => {
  test('charges the card once and receipts a single account as W-{tag}', async () => {
    const checkout = checkoutOf(await pay([account]))
    expect(world.alarms).toEqual([])
    expect(checkout.state).toBe('PAID')
    expect(checkout.items.map((item) => item.receiptNumber)).toEqual(['W-1001'])
    expect(world.gateway.charges).toMatchObject([{ amount: 4_250, countTag: 'SINGLE', mode: 'Online' }])
    expect(await holds()).toEqual([])
  })

  test('receipts several accounts as W-{tag}-{n} under one charge', async () => {
    const checkout = checkoutOf(await pay(accounts))
    expect(checkout.items.map((item) => item.receiptNumber)).toEqual(['W-1001-1', 'W-1001-2', 'W-1001-3'])
    expect(world.gateway.charges).toMatchObject([{ amount: 12_750, countTag: 'MULTI-3' }])
  })

  test('queues one confirmation with the receipt and the last four digits only', async () => {
    await pay([account])
    const emails = await world.database.db.selectFrom('email').selectAll().execute()
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatchObject({ kind: 'payment-confirmation', recipient: 'maria@example.com' })
    expect(emails[0]?.body_text).toContain('W-1001')
    expect(emails[0]?.body_text).toContain('Card: Visa ending in 1111')
    expect(emails[0]?.body_text).toContain(formatInstant(world.engine.profile, world.clock.now()))
  })

  test('sends no email to a payer who gave no address', async () => {
    await pay([account], { confirmationEmail: null })
    expect(await world.database.db.selectFrom('email').selectAll().execute()).toEqual([])
  })

  test('keeps a ledger that adds up to zero, before and after posting', async () => {
    const { id } = checkoutOf(await pay(accounts))
    expect(await books(id)).toEqual({ card: 12_750, unposted: -12_750 })
    await postingLoop(world.engine).run(never)
    expect(await books(id)).toEqual({ card: 12_750, posted: -12_750, unposted: 0 })
  })

  test('logs every move in order, without gaps', async () => {
    const { id } = checkoutOf(await pay([account]))
    await postingLoop(world.engine).run(never)
    const events = await world.database.db
      .selectFrom('payment_event')
      .select(['sequence', 'subject', 'from_state', 'to_state'])
      .where('checkout_id', '=', id)
      .orderBy('sequence')
      .execute()
    expect(events.map((event) => [event.sequence, event.subject, event.from_state, event.to_state])).toEqual([
      [1, 'checkout', null, 'CHARGING'],
      [2, 'attempt', null, 'INTENT'],
      [3, 'attempt', 'INTENT', 'CHARGED'],
      [4, 'checkout', 'CHARGING', 'PAID'],
      [5, 'posting', null, 'PENDING'],
      [6, 'email', null, 'QUEUED'],
      [7, 'posting', 'POSTING', 'POSTED'],
    ])
  })
})

describe('the consequences of a payment', () => {
  test.each([
    ['approved', charged('77'), 'maria@example.com', ['postings', 'emails']],
    ['approved, without an address', charged('77'), null, ['postings']],
    ['declined', declined('77'), 'maria@example.com', []],
    ['of unknown outcome', unknown, 'maria@example.com', []],
  ])('begins at once: %s', async (_what, verdict, confirmationEmail, woken) => {
    const asked: string[] = []
    world.engine.wake = (work) => asked.push(work)
    world.gateway.answer = async () => verdict
    await pay([account], { confirmationEmail })
    expect(asked).toEqual(woken)
  })
})

describe('a gateway that needs attention', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])('calls for a person when that is why it refuses a charge: %j', async (operatorAlarm, alarms) => {
    world.gateway.answer = async () => ({ outcome: 'notCharged', reply: emptyReply, operatorAlarm })
    expect(checkoutOf(await pay([account])).state).toBe('NOT_CHARGED')
    expect(world.alarms.filter((alarm) => alarm.includes('Gateway problem'))).toHaveLength(alarms)
  })
})

describe('a declined payment', () => {
  test('says why, and frees the account to be paid again', async () => {
    world.gateway.answer = async () => declined('77')
    const checkout = checkoutOf(await pay([account]))
    expect(checkout).toMatchObject({ state: 'DECLINED', attempt: { bankMessage: 'Declined' } })
    expect(await holds()).toEqual([])
    world.gateway.answer = async () => charged('78')
    expect(checkoutOf(await pay([account])).state).toBe('PAID')
  })

  test('leaves no card number in its history, whatever the gateway answers', async () => {
    const reply = { ...emptyReply, tag: '77', bankMessage: 'Card 4111 1111 1111 1111 declined' }
    world.gateway.answer = async () => ({ outcome: 'declined', reply })
    const { id } = checkoutOf(await pay([account]))
    const events = world.database.db.selectFrom('payment_event').select('detail').where('checkout_id', '=', id)
    const answer = JSON.stringify(await events.execute())
    expect(answer).toContain('Card [removed] declined')
    expect(answer).not.toContain('4111')
  })

  test('posts nothing and mails nobody', async () => {
    world.gateway.answer = async () => declined('77')
    await pay(accounts)
    await postingLoop(world.engine).run(never)
    expect(world.billing.payments).toEqual([])
    expect(await world.database.db.selectFrom('email').selectAll().execute()).toEqual([])
  })
})

describe('a payment whose outcome is unknown', () => {
  test('holds its accounts, so that nobody pays them twice', async () => {
    world.gateway.answer = async () => unknown
    expect(checkoutOf(await pay(accounts)).state).toBe('UNDECIDED')
    expect(await holds()).toEqual(accounts)
    world.gateway.answer = async () => charged('5')
    expect(await pay([account])).toEqual({ outcome: 'accountHeld' })
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('leaves nothing behind when one of several accounts is held', async () => {
    world.gateway.answer = async () => unknown
    await pay([account])
    expect(await pay(accounts)).toEqual({ outcome: 'accountHeld' })
    expect(await holds()).toEqual([account])
    expect(await world.database.db.selectFrom('checkout').selectAll().execute()).toHaveLength(1)
  })
})

describe('a process that stood still until its intent was stale', () => {
  test('sends nothing, because others may have told the payer that nothing was charged', async () => {
    const checkout = checkoutOf(await pay([account], { staleAt: world.clock.now() }))
    expect(checkout.state).toBe('NOT_CHARGED')
    expect(world.gateway.charges).toEqual([])
    expect(await holds()).toEqual([])
  })
})

describe('the answer to the payer', () => {
  test.each([
    ['an approval', charged('77')],
    ['a refusal', declined('77')],
    ['an unknown outcome', unknown],
  ])('tells of %s what is recorded', async (_, verdict) => {
    world.gateway.answer = async () => verdict
    const checkout = checkoutOf(await pay(accounts))
    expect(checkout).toMatchObject((await readByPublicId(world.engine.db, checkout.publicId)) ?? {})
  })
})

describe('the same payment requested twice', () => {
  test('is the same checkout, charged once', async () => {
    const idempotencyKey = '0b0f7a6e-3d0b-4f3c-9f57-111111111111'
    const first = checkoutOf(await pay([account], { idempotencyKey }))
    const second = await pay([account], { idempotencyKey })
    expect(second).toMatchObject({ outcome: 'existing', checkout: { publicId: first.publicId, state: 'PAID' } })
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('is charged once when both arrive at the same moment', async () => {
    const idempotencyKey = '0b0f7a6e-3d0b-4f3c-9f57-222222222222'
    const taken = await Promise.all([1, 2, 3, 4].map(() => pay([account], { idempotencyKey })))
    expect(taken.map(({ outcome }) => outcome).toSorted()).toEqual(['existing', 'existing', 'existing', 'taken'])
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('is refused at the same moment when it is another payment of a held account', async () => {
    const taken = await Promise.all([pay([account]), pay([account])])
    expect(world.gateway.charges.length).toBe(taken.filter(({ outcome }) => outcome === 'taken').length)
  })

  test('cannot use one human verification for two payments', async () => {
    const { humanCheck } = intentFor(world.engine, [account])
    await pay([account], { humanCheck })
    expect(await pay([account], { humanCheck })).toEqual({ outcome: 'humanCheckSpent' })
    expect(world.gateway.charges).toHaveLength(1)
  })
})

describe('a gateway that gives a transaction reused another payment’s transaction tag', () => {
  beforeEach(async () => {
    world.gateway.answer = async () => charged('77')
    await pay(['9999999999'])
  })

  test('leaves an approval unknown and calls for a person, because nobody could tell the receipts apart', async () => {
    const checkout = checkoutOf(await pay([account]))
    expect(checkout).toMatchObject({ state: 'UNDECIDED', attempt: { transactionTag: null } })
    expect(await holds()).toEqual([account])
    expect(world.alarms).toEqual([expect.stringContaining('reused another payment’s transaction tag')])
  })

  test('is trusted when the bank refused', async () => {
    world.gateway.answer = async () => declined('77')
    const checkout = checkoutOf(await pay([account]))
    expect(checkout).toMatchObject({ state: 'DECLINED', attempt: { transactionTag: null, bankMessage: 'Declined' } })
    expect(await holds()).toEqual([])
  })
})

async function books(checkoutId: number): Promise<Record<string, number>> {
  const rows = await world.database.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => ['book', fn.sum<string>('amount_cents').as('total')])
    .where('checkout_id', '=', checkoutId)
    .groupBy('book')
    .orderBy('book')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.book, Number(row.total)]))
}
