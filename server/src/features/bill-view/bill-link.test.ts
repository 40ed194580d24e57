import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { billLinkCommand } from './bill-link.ts'

const account = '4821007391'

let portal: TestApp
let closed: number
beforeAll(async () => {
  portal = await testApp()
  await addTestAccount(portal.database.db, { account })
})
beforeEach(() => {
  closed = 0
})
afterAll(() => portal.close())

async function run(...words: string[]) {
  let written = ''
  const open = () => ({ deps: portal.deps, close: async () => void (closed += 1) })
  const exitCode = await billLinkCommand(words, { open, write: (text) => void (written += text) })
  return { exitCode, written }
}

test('prints an address that shows the bill to anyone who opens it (R7)', async () => {
  const { exitCode, written } = await run(`${account}01`)
  expect(exitCode).toBe(0)
  const address = new URL(written.trim())
  expect(address.origin).toBe(portal.deps.config.PUBLIC_URL)
  const { id, user, signature } = Object.fromEntries(address.searchParams)
  const reply = await portal.guest().post('/api/v1/view-linked-bill', { billId: `${account}01`, user, id, signature })
  expect(reply.json().billInfo1.acctID).toBe(account)
  expect(closed).toBe(1)
})

test('says when there is no such bill', async () => {
  expect(await run('999999999999')).toEqual({ exitCode: 1, written: 'Bill 999999999999 not found.\n' })
})

test.each([[[]], [['12']], [[`${account}01`, 'more']]])('called with %j tells how it is used', async (words) => {
  const { exitCode, written } = await run(...words)
  expect(exitCode).toBe(2)
  expect(written).toContain('portal bill-link BILL')
})
