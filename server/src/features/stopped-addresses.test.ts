import type { ReplyOf } from '@portal/contract/call'
import { type listStoppedAddresses, stoppedPageSize } from '@portal/contract/stopped-addresses'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { enrolCustomer } from '../testing/people.ts'

const [marias, joses] = ['4821007391', '4821007392']
let portal: TestApp
let care: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  for (const account of [marias, joses]) await addTestAccount(portal.database.db, { account })
})
beforeEach(async () => {
  await emptyTables(portal.database.db, ['web_user', 'stopped_address'], 'from1')
  care = await portal.administrator(4)
})
afterAll(() => portal.close())

type Page = ReplyOf<typeof listStoppedAddresses>
const list = async (query = '') => (await care.get(`/api/v1/stopped-addresses${query}`)).json<Page>()
const listed = async (query = '') => (await list(query)).addresses.map(({ address }) => address)

async function stop(channel: 'email' | 'text', address: string, why: 'stop' | 'bounced' | 'undelivered') {
  const since = portal.deps.clock.now()
  await portal.database.db.insertInto('stopped_address').values({ channel, address, why, since }).execute()
}

/** With that address confirmed, and one notification chosen. */
async function customer(person: string, username: string, channel: 'email' | 'text', address: string): Promise<void> {
  const { webUserId } = await enrolCustomer(portal.deps, { person, username })
  await portal.database.pool.query(
    `insert into proven_address (web_user_id, channel, address, proven_at) values ($1, $2, $3, now())`,
    [webUserId, channel, address],
  )
  await portal.database.pool.query(
    `insert into notification_choice values ($1, $2, 'billReady', $3, '1', now(), '203.0.113.7')`,
    [webUserId, person, channel],
  )
}

describe('given stopped addresses', () => {
  test('each is listed with why, since when, and who uses it, the newest first', async () => {
    await customer(marias, 'maria', 'text', '+16715550101')
    await customer(joses, 'jose', 'text', '+16715550101')
    await stop('text', '+16715550101', 'stop')
    await stop('email', 'gone@customer.example', 'bounced')
    expect(await list()).toEqual({
      addresses: [
        expect.objectContaining({ address: 'gone@customer.example', why: 'bounced', customers: [], others: 0 }),
        {
          id: 1,
          channel: 'text',
          address: '+16715550101',
          why: 'stop',
          since: portal.deps.clock.now(),
          customers: [
            { username: 'maria', accountId: marias },
            { username: 'jose', accountId: joses },
          ],
          others: 0,
        },
      ],
      hasMore: false,
    })
  })

  test('who was only asked to confirm an address does not use it', async () => {
    await customer(marias, 'maria', 'text', '+16715550101')
    await portal.database.pool.query('update proven_address set proven_at = null')
    await stop('text', '+16715550101', 'undelivered')
    expect((await list()).addresses).toMatchObject([{ customers: [], others: 0 }])
  })

  test.each([
    ['channel=text', ['+16715550101']],
    ['channel=email&why=bounced', ['other@customer.example', 'maria@customer.example']],
    ['why=undelivered', []],
    ['address=MARIA', ['maria@customer.example', '+16715550101']],
    [`address=${encodeURIComponent('(671) 555')}`, ['+16715550101']],
    ['channel=&why=&address=', ['other@customer.example', 'maria@customer.example', '+16715550101']],
  ])('the filter %s finds %j', async (query, addresses) => {
    await customer(marias, 'maria', 'text', '+16715550101')
    await stop('text', '+16715550101', 'stop')
    await stop('email', 'maria@customer.example', 'bounced')
    await stop('email', 'other@customer.example', 'bounced')
    expect(await listed(`?${query}`)).toEqual(addresses)
  })

  test('pages follow each other without a gap, also when an address was lifted meanwhile', async () => {
    for (let nth = 0; nth < stoppedPageSize + 3; nth += 1) await stop('email', `n${nth}@customer.example`, 'bounced')
    const first = await list()
    expect([first.addresses.length, first.hasMore]).toEqual([stoppedPageSize, true])
    const last = first.addresses.at(-1)?.id ?? 0
    await portal.database.db.deleteFrom('stopped_address').where('id', '=', last).execute()
    expect(await listed(`?before=${last}`)).toEqual([
      'n2@customer.example',
      'n1@customer.example',
      'n0@customer.example',
    ])
  })

  test('the file has what the filter finds, and no cell in it runs as a formula', async () => {
    await customer(marias, 'maria', 'email', '=cmd@customer.example')
    await stop('email', '=cmd@customer.example', 'bounced')
    await stop('text', '+16715550102', 'undelivered')
    const file = await care.get('/api/v1/stopped-addresses.csv?channel=email')
    expect(file.headers['content-disposition']).toBe('attachment; filename="GWA-Stopped-Addresses-2026-02-03.csv"')
    expect(file.body).toBe(
      [
        '\uFEFFAddress,Channel,Why,Since,Username,Account',
        `"'=cmd@customer.example",Email,Emails came back,2026-02-03,maria,${marias}`,
        '',
      ].join('\n'),
    )
    const { rows } = await portal.database.pool.query(
      "select after_change from audit_entry where action = 'stopped-addresses-exported'",
    )
    expect(rows).toEqual([{ after_change: '{"channel":"email"}' }])
  })
})

test.each([2, 3, 6] as const)('they are none of the business of level %d', async (level) => {
  const other = await portal.administrator(level)
  for (const path of ['/api/v1/stopped-addresses', '/api/v1/stopped-addresses.csv'])
    expect((await other.get(path)).statusCode).toBe(403)
})
