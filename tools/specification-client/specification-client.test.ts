import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateIn, instantOf } from '@portal/contract/dates'
import { systemClock } from '@portal/server/clock.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import { verifyAudit } from '@portal/server/foundation/audit/verify.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addAdministrator } from '../demo/administrators.ts'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { startMailCatcher } from '../mail-catcher/catcher.ts'
import { settingsFor } from '../server-process/settings.ts'
import { type ServerProcess, startServer } from '../server-process/start-server.ts'
import { Browser, type MadeCall } from './browser.ts'
import { callsLeftOut } from './calls.ts'
import { visit } from './visit.ts'

/** A customer of two to five active accounts who can be proven by the person's own zip code. */
const suitable = `
  select account.account_id as "accountId", left(person.postal, 5) as zip, person.email_address as email
  from cis.account
  join cis.account_person link on link.account_id = account.account_id and link.is_main
    and link.bill_address_source = 'PER'
  join cis.person on person.person_id = link.person_id and person.email_address is not null
  where account.balance_cents > 10000 and (
      select count(*) from cis.account_person sibling
      join cis.account theirs on theirs.account_id = sibling.account_id and not theirs.is_cash_only
      join cis.service_agreement agreement on agreement.account_id = theirs.account_id and agreement.status = '20'
      where sibling.person_id = link.person_id and sibling.is_main and sibling.may_use_web) between 2 and 5
    and not exists (select from cis.account_person sibling
      join cis.account theirs on theirs.account_id = sibling.account_id and theirs.is_cash_only
      where sibling.person_id = link.person_id)
  order by account.account_id limit 1`
const Suitable = z.object({ accountId: z.string(), zip: z.string(), email: z.string() })

let database: TestDatabase
let folder: string
let gateway: Awaited<ReturnType<typeof startGatewaySimulator>>
let mails: Awaited<ReturnType<typeof startMailCatcher>>
let server: ServerProcess
let customer: z.infer<typeof Suitable>
let made: MadeCall[]

/** Given a portal with the demo utility, when somebody visits it who knows the specification alone. */
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'specification-'))
  await importDemoUtility()
  customer = Suitable.parse((await database.pool.query(suitable)).rows[0])
  const admin = await addAdministrator(database.url, 'spec.super', 1)
  gateway = await startGatewaySimulator({ credentials: testCredentials, books: join(folder, 'books') })
  mails = await startMailCatcher({ folder: join(folder, 'mails') })
  const smtp = `smtp://127.0.0.1:${mails.smtpPort}`
  server = await startServer({ ...settingsFor(database.url, gateway.url), SMTP_URL: smtp }, null)
  const card = { cardHolderName: 'Maria Cruz', cardNumber: '4111111111111111', validExpDate: '1235', cvv: '123' }
  const known = {
    division: 'GWA',
    customer,
    admin,
    card: { ...card, billingZipCode: '96913' },
    declinedAmount: '5302.00',
  }
  made = await visit(server.address, known, () => undefined)
}, 180_000)

afterAll(async () => {
  await server?.kill('SIGTERM')
  await mails?.close()
  await gateway?.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function importDemoUtility(): Promise<void> {
  const file = join(folder, 'utility.extract')
  const asOf = dateIn('Pacific/Guam', instantOf(Date.now()))
  await writeDemoExtract({ accounts: 200, seed: 3, asOf, months: 6 }, createWriteStream(file))
  const report = await importExtract({ databaseUrl: database.url, file, division: 'GWA', clock: systemClock })
  expect(report.outcome).toBe('imported')
}

describe('a client that knows only the specification', () => {
  test('makes every call of A§7 and C§7, and every reply has the names shown there', () => {
    expect(callsLeftOut(made)).toEqual([])
  })

  test('causes the letters for enrollment, recovery and confirmations', async () => {
    await vi.waitUntil(async () => (await mails.mails()).length >= 6, { timeout: 30_000, interval: 200 })
    const subjects = (await mails.mails()).map(({ subject }) => subject)
    expect(subjects.join('\n')).toMatch(/username/i)
    expect(subjects.join('\n')).toMatch(/password/i)
    expect(subjects.join('\n')).toMatch(/payment|receipt/i)
  })

  test('leaves an entry in the audit log for everything the administrator did, and an unbroken chain', async () => {
    const { rows } = await database.pool.query<{ action: string }>('select distinct action from audit_entry')
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'admin-sign-in',
        'admin-added',
        'admin-password-changed',
        'admin-role-changed',
        'admin-deleted',
        'switch-changed',
        'announcement-added',
        'announcement-changed',
        'announcement-shown',
        'announcement-deleted',
        'customer-searched',
        'customer-password-reset',
        'payment-taken',
        'customer-enrolled',
        'customer-sign-in',
        'customer-details-changed',
      ]),
    )
    expect((await verifyAudit(database.db)).brokenAt).toBeNull()
  })

  test('notices a reply without a required name, and a refusal', async () => {
    const browser = new Browser(server.address, [])
    const flags = z.array(z.object({ id: z.number(), flagg: z.number() }))
    await expect(browser.get('C§7', '/api/v1/system-maintenance', flags)).rejects.toThrow(/flagg/)
    await expect(browser.get('A§7', '/api/v1/users', z.unknown())).rejects.toThrow(/answered 401/)
  })

  test('knows nothing else: no file of it imports the contract, the server or another tool, except the reader of command arguments', async () => {
    const here = import.meta.dirname
    for (const name of (await readdir(here)).filter((file) => !file.endsWith('.test.ts'))) {
      const text = await readFile(join(here, name), 'utf8')
      const imported = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '')
      expect(
        imported.filter((from) => !/^(\.\/|node:|zod$|sharp$|altcha-lib|\.\.\/run\/read-words\.ts$)/.test(from)),
      ).toEqual([])
    }
  })
})
