import { Paperless } from '@portal/contract/paperless'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { paperlessWork } from '../paperless/compare.ts'

const account = '4821007391'
const path = '/api/v1/paperless'
const trouble = '/api/v1/paperless-trouble'
let portal: TestApp
let maria: TestBrowser
let agent: TestBrowser

beforeAll(async () => {
  portal = await testApp()
  await addTestAccount(portal.database.db, { account, balance: 8_053, email: 'maria@customer.example' })
})
afterAll(async () => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'web_user', 'email', 'stopped_address'])
  await portal.database.pool.query('truncate contact_outbox, cis.contact_change cascade')
  agent = await portal.administrator(5)
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

const state = async () => Paperless.parse((await maria.get(path)).json()).accounts.map((each) => each.state)
const told = async () => {
  const changes = await portal.database.db.selectFrom('cis.contact_change').select('detail').execute()
  return changes.map(({ detail }) => detail.billRoutes)
}
const turn = async (isOn: boolean, accountId = account) => await maria.post(path, { accountId, isOn })

async function typeMailedCode(): Promise<void> {
  const emails = await portal.database.db.selectFrom('email').select('body_text').orderBy('id').execute()
  const code = /^Code: (\d{6})$/m.exec(emails.at(-1)?.body_text ?? '')?.[1] ?? ''
  await maria.post('/api/v1/notifications/confirm', { channel: 'email', code })
}

describe('given a customer whose address is not confirmed', () => {
  test('when they go paperless, then the code is mailed, and nothing is told to the billing system until it is typed', async () => {
    expect((await turn(true)).statusCode).toBe(200)
    expect(await state()).toEqual(['asked'])
    expect(await told()).toEqual([])
    await typeMailedCode()
    expect(await state()).toEqual(['pending'])
    const { rows } = await portal.database.pool.query('select kind, channel from notification_choice')
    expect(rows).toEqual([{ kind: 'billReady', channel: 'email' }])
    await turn(false)
    expect(await state()).toEqual(['off'])
    expect(await told()).toEqual([[{ accountId: account, route: 'EMAIL' }], [{ accountId: account, route: 'POSTAL' }]])
  })

  test('when there is no address, then it says what to do', async () => {
    await portal.database.pool.query('update cis.person set email_address = null')
    expect((await turn(true)).statusCode).toBe(409)
    await portal.database.pool.query("update cis.person set email_address = 'maria@customer.example'")
    expect(await state()).toEqual(['off'])
  })

  test('then accounts of others stay as they are', async () => {
    expect((await turn(true, '4821007399')).statusCode).toBe(404)
  })
})

test('given paperless bills whose emails come back, then staff see them and mail paper again, once', async () => {
  await turn(true)
  await typeMailedCode()
  await portal.database.pool.query(
    "insert into stopped_address values ('email', 'maria@customer.example', 'bounced', now())",
  )
  await paperlessWork(portal.deps).run(new AbortController().signal)
  expect((await maria.get(path)).json()).toMatchObject({ email: { state: 'stopped' } })
  const { found } = (await agent.get(trouble)).json<{ found: { id: number }[] }>()
  expect(found).toMatchObject([
    { accountId: account, personId: account, address: 'm***a@customer.example', reason: 'stopped' },
  ])
  const id = found[0]?.id
  expect((await agent.post(`${trouble}/${id}/paper`, {})).statusCode).toBe(200)
  expect((await agent.post(`${trouble}/${id}/paper`, {})).statusCode).toBe(409)
  expect((await agent.get(trouble)).json()).toEqual({ found: [], hasMore: false })
  expect((await maria.get(path)).json()).toMatchObject({ accounts: [{ state: 'returned', why: 'emails' }] })
  const { rows } = await portal.database.pool.query(
    "select actor_kind from audit_entry where action = 'paperless-ended'",
  )
  expect(rows).toEqual([{ actor_kind: 'admin' }])
})
