import { cardMessages } from '@portal/contract/card'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../database/testing/while-changed.ts'
import { call, chargeOf, save, saveOverall } from '../features/stepwise-payments/testing/calls.ts'
import {
  type StepwiseWorld,
  accounts,
  handIn,
  stepwiseWorld,
} from '../features/stepwise-payments/testing/stepwise-world.ts'
import type { TestBrowser } from '../http/testing/app.ts'
import { charged, declined } from './testing/engine-world.ts'

const [account] = accounts

let world: StepwiseWorld
let clerk: TestBrowser
beforeAll(async () => {
  world = await stepwiseWorld()
  clerk = await world.portal.administrator(4)
})
afterAll(() => world.portal.close())
beforeEach(() => world.reset())

/** A guest's payment that is charged, unless the bank declines it. @returns its key */
async function pay(answer = charged('51')): Promise<number> {
  world.script.answer = () => answer
  const guest = await world.guestWho([account])
  const overallId = await saveOverall(guest, '50.00')
  await save(guest, overallId, account, '50.00')
  await handIn(guest, 'checkout')
  await call(guest, 'payeezy', chargeOf(overallId, '50.00'))
  const [checkout] = await world.rows('select id from checkout order by id desc limit 1')
  return Number(checkout?.['id'])
}

const ask = async (id: number, email: string) => await clerk.post('/api/v1/send-receipt', { id, email })
const emailsTo = async (recipient: string) =>
  await world.rows(`select body_text from email where recipient = '${recipient}' order by id`)

describe('given a payer who phones because the receipt is lost', () => {
  test('then it is mailed again, unchanged, to the address they name, and the audit log says who sent it where', async () => {
    const id = await pay()
    const reply = await ask(id, ' payer@example.com ')
    expect([reply.statusCode, reply.json()]).toEqual([200, { result: { status: 'Success' } }])
    expect(await emailsTo('payer@example.com')).toEqual([{ body_text: expect.stringContaining('W-51') }])
    expect(
      await world.rows(
        "select actor_kind, subject, after_change from audit_entry where action = 'receipt-sent' order by id desc limit 1",
      ),
    ).toEqual([{ actor_kind: 'admin', subject: 'payment W-51', after_change: '{"email":"payer@example.com"}' }])
  })

  test('then it can be sent again when that one is lost, too', async () => {
    const id = await pay()
    await ask(id, 'payer@example.com')
    world.clock.pass(60_000)
    await ask(id, 'payer@example.com')
    expect(await emailsTo('payer@example.com')).toHaveLength(2)
  })

  test.each(['', 'payer', 'payer@', '4111111111111111@example.com'])(
    'then %j is refused as an address',
    async (email) => {
      const reply = await ask(await pay(), email)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ field: 'email', message: cardMessages.email }])
    },
  )
})

test.each([
  ['was declined', async () => await pay(declined('201'))],
  ['does not exist', async () => 987_654],
])('given a payment that %s, then there is no receipt to send', async (_, payment) => {
  const reply = await ask(await payment(), 'payer@example.com')
  expect([reply.statusCode, reply.json().type]).toEqual([409, '/problems/no-receipt'])
  expect(await emailsTo('payer@example.com')).toEqual([])
})

test('given a payment that is given back at the same moment, then no receipt is sent after that email', async () => {
  const id = await pay()
  const reversed = { sql: "update checkout set state = 'REVERSED' where id = $1", values: [id] }
  const reply = await whileChanged(world.portal.database.pool, reversed, () => ask(id, 'payer@example.com'))
  expect([reply.statusCode, reply.json().type]).toEqual([409, '/problems/no-receipt'])
  expect(await emailsTo('payer@example.com')).toEqual([])
})
