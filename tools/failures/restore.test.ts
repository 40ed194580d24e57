import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSimulator, startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { Payer } from '../world/payer.ts'
import { settingsFor, startServer, type ServerProcess } from '../world/server.ts'
import { archiveNow, archiveTo, backUp, loseArchive, prepareRestore } from './base-backup.ts'
import { type UtilityAtNoon, runPortal, utilityAtNoon } from './utility-at-noon.ts'

/** Who pays when: before the backup, after it, and after the last log that reached the archive. */
const paid = { before: '8300000001', after: '8300000002', lost: '8300000003' }

let folder: string
let gateway: RunningSimulator
let utility: UtilityAtNoon
let restored: RunningPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  utility = await utilityAtNoon(join(folder, 'profile'))
  gateway = await startGatewaySimulator({
    credentials: testCredentials,
    timeZone: utility.timeZone,
    books: join(folder, 'books'),
  })
  const archive = join(folder, 'archive')
  const copy = join(folder, 'copy')
  await liveUntilLost(archive, copy)
  await prepareRestore(copy, archive)
  await mkdir(join(folder, 'second'))
  await rename(copy, join(folder, 'second', 'data'))
  restored = await startPostgres({ folder: join(folder, 'second'), durable: true, onLine: () => undefined })
}, 180_000)

afterAll(async () => {
  await restored?.stop()
  await gateway?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('given a database that was lost and restored from its backup and its archived log (docs/deployment.md)', () => {
  test('then every payment up to the last archived moment is there', async () => {
    const { pool, close } = connect(restored.url)
    const { rows } = await pool.query('select account_id from checkout_item order by account_id')
    await close()
    expect(rows).toEqual([{ account_id: paid.before }, { account_id: paid.after }])
  })

  test('then the comparison of the books names the charge that the backup did not have, and no other', async () => {
    const { code, text } = await runPortal(['reconcile', '--date', utility.day], settings(restored.url))
    expect(code).toBe(1)
    expect(text).toContain('1 discrepancy')
    expect(text).toMatch(/1 Charge not in portal: .*gateway 33\.03, portal -, billing -/s)
  })

  test('then the audit log is intact', async () => {
    expect(await runPortal(['audit', 'verify'], settings(restored.url))).toMatchObject({ code: 0 })
  })

  test('then the portal continues to take payments', async () => {
    const server = await startServer(settings(restored.url), null)
    try {
      expect(await pay(server, paid.before, 1_001)).toBe('approved')
    } finally {
      await server.kill('SIGTERM')
    }
  })
})

/** Takes payments on a first database, backs it up while it serves, and destroys it. */
async function liveUntilLost(archive: string, copy: string): Promise<void> {
  const options = { folder: join(folder, 'first'), durable: true, onLine: () => undefined }
  const empty = await startPostgres(options)
  await archiveTo(empty.url, archive)
  await empty.stop()
  const first = await startPostgres(options)
  await migrate(first.url)
  const { db, close } = connect(first.url)
  for (const account of Object.values(paid)) await addTestAccount(db, { account, balance: 10_000 })
  await close()

  const server = await startServer(settings(first.url), null)
  await pay(server, paid.before, 1_101)
  await backUp(first.url, copy)
  await pay(server, paid.after, 2_202)
  await archiveNow(first.url)
  await loseArchive(first.url)
  await pay(server, paid.lost, 3_303)
  await server.kill('SIGKILL')
  await first.stop()
  await rm(options.folder, { recursive: true })
}

async function pay(server: ServerProcess, accountId: string, amount: number): Promise<string> {
  const payer = new Payer(server.address)
  await payer.find(accountId, '96913')
  const key = randomUUID()
  await payer.checkOut({ key, accounts: [{ accountId, amount }] })
  const { outcome } = (await payer.look(key)) ?? {}
  return outcome ?? ''
}

function settings(databaseUrl: string): Record<string, string> {
  return { ...settingsFor(databaseUrl, gateway.url), PROFILE_FILE: utility.profileFile }
}
