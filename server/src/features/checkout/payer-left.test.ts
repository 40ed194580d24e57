import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { startCheckout } from '@portal/contract/checkout'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest } from '../../adapters/payment-gateway/port.ts'
import { chargingGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { charged, testCard } from '../../payments/testing/engine-world.ts'

const account = '4821007391'
const charges: ChargeRequest[] = []
const gateway = chargingGateway(async (request) => {
  charges.push(request)
  return charged('4711')
})

let portal: TestApp
let maria: TestBrowser
let port: number
beforeAll(async () => {
  portal = await testApp({ gateway })
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
  await addTestAccount(portal.database.db, { account, balance: 8_053 })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.logLines.splice(0)
  maria = await portal.customer({ person: account, accounts: [account] })
})

/** A call that pays the whole balance, as it goes over the wire. */
async function payment(): Promise<string> {
  const key = randomUUID()
  const humanCheck = await maria.solve('checkout', key)
  const body = JSON.stringify({ accounts: [{ accountId: account, amount: 8_053 }], card: testCard, humanCheck })
  const cookies = [...maria.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    `POST ${startCheckout.path} HTTP/1.1`,
    'Host: a',
    `Cookie: ${cookies}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

test('a payment whose payer leaves while it is checked is not charged: a reloaded page may have said that it was never started', async () => {
  const { billing } = portal.deps
  const findAccounts = billing.findAccounts.bind(billing)
  const isGone = new Promise((resolve) => {
    portal.app.server.once('connection', (served) => served.once('close', resolve))
  })
  const socket = connect(port, '127.0.0.1')
  vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
    socket.destroy()
    await isGone
    return await findAccounts(...asked)
  })
  socket.write(await payment())
  await expect
    .poll(() => [charges.length, portal.logLines.join('').includes('"problem":"payer-left"')])
    .toEqual([0, true])
})
