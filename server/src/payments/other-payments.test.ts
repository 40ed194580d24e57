import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type ChargeResult, emptyReply } from '../adapters/payment-gateway/port.ts'
import type { Tx } from '../database/connect.ts'
import { reverseLateCharge } from './charge/late-charge.ts'
import { takePayment } from './charge/take-payment.ts'
import { startReversal } from './engine.ts'
import { closeRefund, inquireNow, addNote, postAgain, sendAgain } from './manual/manual-actions.ts'
import { cancellationLoop, postingLoop } from './posting/post-to-billing.ts'
import type { StoredCheckout } from './records/stored-checkout.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { type ManualAction, requestRefund } from './reversals/request-refund.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { engineTests } from './testing/engine-tests.ts'
import { declined, intentFor, testCard, unknown } from './testing/engine-world.ts'

/** Other payments exist beside each payment in these tests, in every state in which a payment stays for long. */

const never = new AbortController().signal
const world = engineTests()

let lastAccount: number
let lastAccountOfOthers: number
let others: unknown[]
beforeEach(async () => {
  lastAccount = 2_000_000_000
  await makeOthers()
  lastAccountOfOthers = lastAccount
  others = await recordsOfOthers()
})

async function makeOthers(): Promise<void> {
  await payAnswered(declined('1'))
  await refusedByBilling()
  await refund(await posted())
  await reverse()
  await refund(await posted())
  await leaveUntil2099()
  // These come last, because work that is made after them could already change them.
  await refusedRefund()
  await refusedLateCharge()
  await payAnswered(unknown)
  await leaveUntil2099()
}

/** Postpones everything that is due until long after these tests. */
async function leaveUntil2099(): Promise<void> {
  const { db } = world.database
  await sql`update posting set next_try_at = '2099-01-01'`.execute(db)
  await sql`update reversal set next_try_at = '2099-01-01'`.execute(db)
  await sql`update charge_attempt set next_look_at = '2099-01-01' where next_look_at is not null`.execute(db)
}

async function recordsOfOthers(): Promise<unknown[]> {
  const { rows } = await sql`
    with others as (
      select distinct checkout_id from checkout_item where account_id::bigint <= ${lastAccountOfOthers}::bigint)
    select 'checkout' as record, to_jsonb(checkout) as row from checkout join others on others.checkout_id = checkout.id
    union all select 'item', to_jsonb(item) from checkout_item item join others using (checkout_id)
    union all select 'attempt', to_jsonb(attempt) from charge_attempt attempt join others using (checkout_id)
    union all select 'hold', to_jsonb(held) from account_hold held
      join charge_attempt on charge_attempt.id = attempt_id join others using (checkout_id)
    union all select 'posting', to_jsonb(posting) from posting join others using (checkout_id)
    union all select 'entry', to_jsonb(entry) from ledger_entry entry join others using (checkout_id)
    union all select 'reversal', to_jsonb(reversal) from reversal join others using (checkout_id)
    union all select 'event', to_jsonb(event) from payment_event event join others using (checkout_id)
    order by 1, 2`.execute(world.database.db)
  return rows
}

/** A payment of two accounts that nobody else pays. */
async function pay(): Promise<StoredCheckout> {
  const accounts = [String(++lastAccount), String(++lastAccount)]
  const taken = await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

async function payAnswered(answer: ChargeResult): Promise<StoredCheckout> {
  const usual = world.gateway.answer
  world.gateway.answer = async () => answer
  const checkout = await pay()
  world.gateway.answer = usual
  return checkout
}

/** Paid, and recorded in the billing system unless that refuses. */
async function posted(): Promise<StoredCheckout> {
  const checkout = await pay()
  await postingLoop(world.engine).run(never)
  return checkout
}

async function refusedByBilling(): Promise<StoredCheckout> {
  world.billing.refuses = 'unknown account'
  const checkout = await posted()
  world.billing.refuses = null
  return checkout
}

async function reverse(): Promise<void> {
  await reversalLoop(world.engine).run(never)
}

async function reverseInVain(): Promise<void> {
  const usual = world.gateway.answerReversal
  world.gateway.answerReversal = async () => {
    return { outcome: 'refused', reason: 'other', reply: emptyReply, operatorAlarm: false }
  }
  await reverse()
  world.gateway.answerReversal = usual
}

async function refusedRefund(): Promise<StoredCheckout> {
  const checkout = await posted()
  await refund(checkout)
  await reverseInVain()
  return checkout
}

/** Charged after the payer was told that it was not; the gateway refuses to give it back. */
async function refusedLateCharge(): Promise<StoredCheckout> {
  const checkout = await payAnswered(declined(`5${checkoutsSoFar()}`))
  const reply = { ...emptyReply, tag: `6${checkoutsSoFar()}` }
  const charges = [{ tag: reply.tag, authorization: 'ET5', amount: cents(8_500) }]
  await reverseLateCharge(world.engine, checkout, { charges, reply, epoch: null })
  await reverseInVain()
  return checkout
}

/** A number for tags, each of which belongs to one payment. */
function checkoutsSoFar(): number {
  return lastAccount - 2_000_000_000
}

/** A move that somebody makes at the exceptions page. */
async function byHand<Made>(
  { id: checkoutId }: StoredCheckout,
  make: (tx: Tx, move: ManualAction) => Promise<Made>,
): Promise<Made> {
  const move = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.engine.clock.now() }
  return await world.database.db.transaction().execute(async (tx) => await make(tx, move))
}

async function refund(checkout: StoredCheckout): Promise<void> {
  const start = startReversal(world.engine)
  expect(await byHand(checkout, (tx, move) => requestRefund(tx, move, start))).toBe('requested')
}

const becomes: [what: string, make: () => Promise<unknown>][] = [
  ['is charged and recorded in the billing system', posted],
  ['is declined', async () => await payAnswered(declined('77'))],
  [
    'is unknown, looked at, and to be looked at again by hand',
    async () => {
      const checkout = await payAnswered(unknown)
      const inquiries = resolveLoop(world.engine)
      // The first run finds that the process does not answer, the second one asks the gateway.
      for (const milliseconds of [20_000, 60_000]) {
        world.clock.pass(milliseconds)
        expect(await inquiries.run(never)).toBe(1)
      }
      expect(await byHand(checkout, (tx, move) => inquireNow(tx, move))).toBe(true)
    },
  ],
  [
    'is refused by the billing system, which is told again',
    async () => {
      const checkout = await refusedByBilling()
      expect(await byHand(checkout, (tx, move) => postAgain(tx, move))).toBe(true)
      expect(await postingLoop(world.engine).run(never)).toBe(2)
    },
  ],
  [
    'is given back and cancelled',
    async () => {
      await refund(await posted())
      await reverse()
      expect(await cancellationLoop(world.engine).run(never)).toBe(2)
    },
  ],
  [
    'is not given back, because the gateway refuses, and is settled in another way',
    async () => expect(await byHand(await refusedRefund(), closeRefund)).toBe(true),
  ],
  [
    'somebody wishes to give back',
    async () => await byHand(await posted(), async (tx, move) => await addNote(tx, move, 'give-back-asked')),
  ],
  [
    'is charged late, and asked for once more after the gateway refused to give it back',
    async () => {
      const checkout = await refusedLateCharge()
      expect(await byHand(checkout, (tx, move) => sendAgain(world.engine, tx, move))).toBe(true)
      await reverse()
    },
  ],
]

test.each(becomes)('given a payment that %s, then all others stay as they were', async (_what, make) => {
  await make()
  expect(await recordsOfOthers()).toEqual(others)
})
