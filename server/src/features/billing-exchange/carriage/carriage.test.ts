import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { folderExchange } from '../../../adapters/file-exchange/folder.ts'
import { type SftpHost, sftpExchange } from '../../../adapters/file-exchange/sftp.ts'
import { sftpServer } from '../../../adapters/file-exchange/testing/sftp-server.ts'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { testClock } from '../../../testing/clock.ts'
import { exportPayments } from '../export/export-payments.ts'
import { simpleLayout } from '../layout/layout-file.ts'
import { deliverCommand, fetchCommand } from './commands.ts'

let database: TestDatabase
/** Of the billing system, and ours. */
let there: string
let here: string
let server: Awaited<ReturnType<typeof sftpServer>>
const template = await createTestTemplate(async () => undefined)
beforeAll(async () => {
  there = await mkdtemp(join(tmpdir(), 'there-'))
  server = await sftpServer(there)
})
beforeEach(async () => {
  database = await template.clone()
  here = await mkdtemp(join(tmpdir(), 'here-'))
  for (const folder of ['out', 'in', 'processed']) await mkdir(join(there, folder))
})
afterEach(async () => {
  await database.drop()
  await rm(here, { recursive: true })
  for (const folder of ['out', 'in', 'processed']) await rm(join(there, folder), { recursive: true })
})
afterAll(async () => {
  await server.close()
  await rm(there, { recursive: true })
  await template.drop()
})

const clock = testClock()
const paymentLayout = PaymentLayout.parse({
  name: 'pay-{number}.csv',
  delimiter: ',',
  payment: [{ value: 'account' }, { value: 'amount' }],
})

interface Way {
  host?: Partial<SftpHost>
  exchange?: () => ReturnType<typeof sftpExchange>
  whileWaiting?: () => Promise<void>
}

const commands = { fetch: fetchCommand, deliver: deliverCommand }

/** What it says, and its exit code. */
async function running(
  command: keyof typeof commands,
  { host = {}, exchange, whileWaiting = async () => undefined }: Way = {},
  ...args: string[]
) {
  let said = ''
  const code = await commands[command](args, {
    databaseUrl: database.url,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    waterUnit: 'gallons',
    paymentLayout,
    containment: 'reference',
    proof: undefined,
    clock: { ...clock, sleep: whileWaiting },
    isTerminal: false,
    layout: async () => simpleLayout,
    billingFolder: () => here,
    exchange: () => ({
      open: exchange ?? (async () => await sftpExchange({ ...server, ...host })),
      fetchFolder: 'out',
      deliverFolder: 'in',
      loadedFolder: 'processed',
    }),
    write: (text) => {
      said += text
    },
  })
  return [code, said]
}

const remote = async (path: string, text = 'account,name,balance\n1,Ann,1.00\n') => {
  await writeFile(join(there, path), text)
  await utimes(join(there, path), new Date(0), new Date(0))
}
const inbox = async () => await readdir(join(here, 'inbox'))

describe('portal fetch', () => {
  test('a file with a mark is fetched at once, and never again', async () => {
    await remote('out/accounts.csv')
    await remote('out/accounts.csv.done', '')
    await remote('out/readme.txt')
    const whileWaiting = async () => expect.unreachable()
    expect(await running('fetch', { whileWaiting })).toEqual([0, 'accounts.csv: 32 bytes\n'])
    expect(await inbox()).toEqual(['accounts.csv'])
    expect(await readFile(join(here, 'inbox', 'accounts.csv'), 'utf8')).toContain('Ann')
    await rm(join(here, 'inbox', 'accounts.csv'))
    expect(await running('fetch')).toEqual([0, 'No new files.\n'])
  })

  test('one without a mark is fetched when two looks find the same; one that grows waits', async () => {
    await remote('out/accounts.csv')
    await remote('out/customers.csv')
    const whileWaiting = async () => await remote('out/customers.csv', 'longer than it was, and not yet all of it')
    expect(await running('fetch', { whileWaiting })).toEqual([
      0,
      'accounts.csv: 32 bytes\ncustomers.csv is still being written. It is fetched next time.\n',
    ])
    expect(await inbox()).toEqual(['accounts.csv'])
    expect(await running('fetch')).toEqual([0, 'customers.csv: 41 bytes\n'])
  })

  test('a file of the same name that was written again is another one', async () => {
    await remote('out/accounts.csv')
    await running('fetch')
    await remote('out/accounts.csv', 'account,name,balance\n')
    expect(await running('fetch')).toEqual([0, 'accounts.csv: 21 bytes\n'])
  })

  test('a mark that is older than its file counts for nothing', async () => {
    await remote('out/accounts.csv.done', '')
    await writeFile(join(there, 'out/accounts.csv'), 'new')
    const whileWaiting = async () => await writeFile(join(there, 'out/accounts.csv'), 'new and longer')
    expect(await running('fetch', { whileWaiting })).toEqual([
      0,
      'accounts.csv is still being written. It is fetched next time.\n',
    ])
  })

  test('from a folder it is the same', async () => {
    await remote('out/accounts.csv')
    const exchange = async () => folderExchange(there)
    expect(await running('fetch', { exchange })).toEqual([0, 'accounts.csv: 32 bytes\n'])
    await rm(join(there, 'out'), { recursive: true })
    expect(await running('fetch', { exchange })).toEqual([1, `${there}/out cannot be read (ENOENT).\n`])
    await mkdir(join(there, 'out'))
  })

  test('what waited for 35 days is removed', async () => {
    await remote('out/accounts.csv')
    await running('fetch')
    await utimes(join(here, 'inbox', 'accounts.csv'), new Date(0), new Date(0))
    await running('fetch')
    expect(await inbox()).toEqual([])
  })
})

describe('when the host is not as it should be, then nothing is carried', () => {
  test('away', async () => {
    expect(await running('fetch', { host: { port: 1 } })).toEqual([1, '127.0.0.1 does not answer (ECONNREFUSED).\n'])
  })

  test('with another key, not even the login is sent', async () => {
    await paid('W-1')
    const before = server.counts.logins
    const hostKeys = [`SHA256:${'A'.repeat(43)}`]
    const [code, said] = await running('deliver', { host: { hostKeys } })
    expect([code, said]).toEqual([
      1,
      `127.0.0.1 shows another host key, ${server.hostKeys[0]}. Nothing was sent. Ask its operator whether the key was changed, and only then pin the new one.\n`,
    ])
    expect(server.counts.logins).toBe(before)
    expect(await states()).toEqual(['WRITTEN'])
  })

  test('with another password', async () => {
    expect(await running('fetch', { host: { password: 'wrong' } })).toEqual([
      1,
      '127.0.0.1 refused the login of portal.\n',
    ])
  })
})

const sql = async (text: string) => (await database.pool.query<Record<string, string>>(text)).rows
const paid = async (receipt: string) => {
  await sql(`insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date)
    values ('${receipt}', '1000000001', 1234, 'CCV', 'PG001', 'A', now(), '2026-02-01')`)
  const [file] = await exportPayments({
    db: database.db,
    clock,
    folder: here,
    layout: paymentLayout,
    timeZone: 'Pacific/Guam',
  })
  return file?.path.slice(here.length + 1) ?? ''
}
const states = async () => (await sql('select state from cis.payment_export order by id')).map(({ state }) => state)

describe('portal deliver', () => {
  test('each file is delivered once, byte for byte, and loaded when the billing system has moved it', async () => {
    const name = await paid('W-1')
    expect(await running('deliver')).toEqual([0, `${name}: delivered\n`])
    expect(await readdir(join(there, 'in'))).toEqual([name])
    expect(await readFile(join(there, 'in', name), 'utf8')).toBe('1000000001,12.34\r\n')
    expect(await states()).toEqual(['DELIVERED'])
    expect(await running('deliver')).toEqual([0, 'No payment files to deliver.\n'])
    await rename(join(there, 'in', name), join(there, 'processed', `20260202_${name.toUpperCase()}.OLD`))
    expect(await running('deliver')).toEqual([0, `${name}: loaded\n`])
    expect(await sql('select state, loaded_by from cis.payment_export')).toEqual([{ state: 'LOADED', loaded_by: null }])
  })

  test.each([
    ['before it had its name, then it gets it', async (name: string) => await remote(`in/${name}.part`, 'half'), 1],
    ['after that, then it is not sent again', async (name: string) => await remote(`in/${name}`, 'all'), 0],
    ['and it was taken away since, then it is not sent again', async () => undefined, 0],
  ] as const)('when it is interrupted %s', async (_, left, sent) => {
    const name = await paid('W-1')
    await sql('update cis.payment_export set delivering_at = now()')
    await left(name)
    expect(await running('deliver')).toEqual([0, `${name}: delivered\n`])
    const content = await readFile(join(there, 'in', name), 'utf8').catch(() => 'gone')
    expect(content.startsWith('1000000001')).toBe(sent === 1)
    expect(await states()).toEqual(['DELIVERED'])
  })

  test('a file whose payments an import contains is not delivered; an old one only on demand', async () => {
    const name = await paid('W-1')
    await sql(
      `insert into cis.import_run (started_at, outcome, rows_loaded, quarantined) values (now(), 'running', '{}', 0)`,
    )
    await sql('update cis.portal_payment set contained_in_import = 1')
    expect(await running('deliver')).toEqual([0, 'No payment files to deliver.\n'])
    await sql('update cis.portal_payment set contained_in_import = null')
    await sql(`update cis.payment_export set written_at = written_at - interval '8 days'`)
    expect(await running('deliver')).toEqual([
      1,
      `${name} is more than a week old. Unless it was loaded by hand, deliver it with --old.\n`,
    ])
    expect(await running('deliver', {}, '--old')).toEqual([0, `${name}: delivered\n`])
  })

  test('the file of a person who said that it is not loaded waits for a person', async () => {
    const name = await paid('W-1')
    await running('deliver')
    await rename(join(there, 'in', name), join(there, 'processed', name))
    await sql('update cis.payment_export set not_loaded_at = now()')
    expect(await running('deliver')).toEqual([0, 'No payment files to deliver.\n'])
    expect((await stat(join(there, 'processed', name))).size).toBeGreaterThan(0)
  })
})
