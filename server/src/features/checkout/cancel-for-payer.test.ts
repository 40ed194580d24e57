import { setTimeout } from 'node:timers/promises'
import type { Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { cancelForPayer } from '@portal/contract/one-payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InquiryAnswer } from '../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { makeEngine } from '../../payments/engine.ts'
import { resolveLoop } from '../../payments/recovery/resolve-unknown.ts'
import { addTestPayment } from '../../payments/testing/payments.ts'
import { testClock } from '../../testing/clock.ts'

const at = '2026-02-02T01:00:00.000Z'
const tag = '902000001'
const canceled: InquiryAnswer = {
  outcome: 'found',
  isFinal: true,
  transactions: [
    { tag, reference: '', amount: cents(5000), kind: 'purchase', status: 'error', authorization: null, at: '' },
  ],
}

/** What the gateway says. */
const said: { cancel: 'canceled' | 'tooLate'; found: InquiryAnswer } = { cancel: 'canceled', found: canceled }
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  const bankAccounts = {
    answersBy: (sentAt: Instant) => sentAt,
    debitsAbout: (sentAt: Instant) => sentAt,
    refusedFor: () => 'bank_refused' as const,
    verify: async () => ({ outcome: 'verified' as const }),
    cancel: async () => ({ outcome: said.cancel }),
  }
  portal = await testApp({ clock, gateway: testGateway({ bankAccounts, inquire: async () => said.found }) })
})
afterAll(() => portal.close())

async function cancel(id: number, level: 2 | 3 | 5) {
  const asked = (await portal.administrator(level)).post(cancelForPayer.path, { id })
  // Meanwhile a worker asks the gateway what is due.
  const call = { isAnswered: false }
  void asked.finally(() => (call.isAnswered = true))
  while (!call.isAnswered) {
    await resolveLoop(makeEngine(portal.deps)).run(new AbortController().signal)
    clock.advance(250)
    await setTimeout(5)
  }
  const reply = await asked
  const { rows } = await portal.database.pool.query<{ state: string }>(
    'select state from charge_attempt where checkout_id = $1',
    [id],
  )
  return [reply.statusCode, reply.json<{ title?: string }>().title, rows[0]?.state]
}

const paid = async (tagOf: string) =>
  await addTestPayment(portal.database.pool, { at, brand: null, state: 'PROCESSING', tag: tagOf })

test('a clerk cancels a bank payment for its payer, on the record', async () => {
  const id = await paid(tag)
  expect(await cancel(id, 5)).toEqual([200, undefined, 'NOT_CHARGED'])
  const { rows } = await portal.database.pool.query("select subject from audit_entry where action = 'debit-canceled'")
  expect(rows).toEqual([{ subject: expect.stringMatching(/^payment G\d{16}$/) }])
})

test('what the bank has already stays, and staff read what can be done then', async () => {
  Object.assign(said, { cancel: 'tooLate', found: { outcome: 'processing', tag: '902000002' } })
  const id = await paid('902000002')
  expect(await cancel(id, 3)).toEqual([409, cancelForPayer.problems['too-late'].title, 'PROCESSING'])
})

test('a card payment, or one that is not there, can’t be canceled so, and IT cancels none', async () => {
  const id = await addTestPayment(portal.database.pool, { at })
  expect((await cancel(id, 3))[0]).toBe(404)
  expect((await cancel(999_999, 3))[0]).toBe(404)
  expect((await cancel(await paid('902000003'), 2))[0]).toBe(403)
})
