import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres } from '../postgres/start-postgres.ts'
import { Payer } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import { type World, startWorld } from '../world/start-world.ts'
import { archiveNow, archiveTo, backUp, loseArchive, prepareRestore } from './base-backup.ts'
import { type UtilityAtNoon, runPortal, utilityAtNoon } from './utility-at-noon.ts'

/** Who pays when: before the backup, after it, and after the last log that reached the archive. */
const paid = { before: '8300000001', after: '8300000002', lost: '8300000003' }

let folder: string
let utility: UtilityAtNoon
let restored: World

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  utility = await utilityAtNoon(join(folder, 'profile'))
  await liveUntilLost(join(folder, 'archive'), join(folder, 'copy'))
  await prepareRestore(join(folder, 'copy'), join(folder, 'archive'))
  await mkdir(join(folder, 'pg'))
  await rename(join(folder, 'copy'), join(folder, 'pg', 'data'))
  restored = await inhabit([])
}, 180_000)

afterAll(async () => {
  await restored?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('given a database that was lost and restored from its backup and its archived log (docs/deployment.md)', () => {
  test('then every payment up to the last archived moment is there', async () => {
    const { rows } = await restored.database.pool.query('select account_id from checkout_item order by account_id')
    expect(rows).toEqual([{ account_id: paid.before }, { account_id: paid.after }])
  })

  test('then the comparison of the books names the charge that the backup did not have, and no other', async () => {
    const { code, text } = await runPortal(['reconcile', '--date', utility.day], restored.settings)
    expect(code).toBe(1)
    expect(text).toContain('1 discrepancy')
    expect(text).toMatch(
      /1 Charge not in portal: .*gateway 33\.03, portal -, billing -.*Accounts: 8300000003 \$33\.03\./s,
    )
    const [, tag = ''] = /(\d+) +gateway 33\.03/.exec(text) ?? []
    await runPortal(['admin', 'create', 'ana', 'ana@utility.example', '3'], restored.settings)
    const request = ['record-charge', tag, '--as', 'ana', '--reason', 'Lost in the restore']
    expect(await runPortal(request, restored.settings)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Requested: record $33.03'),
    })
  })

  test('then the audit log is intact', async () => {
    expect(await runPortal(['audit', 'verify'], restored.settings)).toMatchObject({ code: 0 })
  })

  test('then the portal continues to take payments', async () => {
    const server = await restored.start()
    try {
      expect(await pay(server, paid.before, 1_001)).toBe('approved')
    } finally {
      await server.kill('SIGTERM')
    }
  })
})

/** Takes payments on a first database, backs it up while it serves, and destroys it. The gateway's books stay. */
async function liveUntilLost(archive: string, copy: string): Promise<void> {
  const data = join(folder, 'pg')
  const empty = await startPostgres({ folder: data, durable: true, onLine: () => undefined })
  await archiveTo(empty.url, archive)
  await empty.stop()
  const first = await inhabit(Object.values(paid))
  const { url } = first.database
  const server = await first.start()
  await pay(server, paid.before, 1_101)
  await backUp(url, copy)
  await pay(server, paid.after, 2_202)
  await vi.waitUntil(async () => {
    const open = await first.database.pool.query(`select from posting where state <> 'POSTED'`)
    return open.rowCount === 0
  }, 30_000)
  await archiveNow(url)
  await loseArchive(url)
  await pay(server, paid.lost, 3_303)
  await server.kill('SIGKILL')
  await first.close()
  await rm(data, { recursive: true })
}

/** A world with what is in the folder. */
async function inhabit(accounts: readonly string[]): Promise<World> {
  return await startWorld({
    folder,
    accounts: accounts.map((account) => ({ account, balance: 10_000 })),
    settings: { PROFILE_FILE: utility.profileFile },
    timeZone: utility.timeZone,
  })
}

async function pay(server: ServerProcess, accountId: string, amount: number): Promise<string> {
  const payer = new Payer(server.address)
  await payer.find(accountId, '96913')
  const key = randomUUID()
  await payer.checkOut({ key, accounts: [{ accountId, amount }] })
  const { outcome } = (await payer.look(key)) ?? {}
  return outcome ?? ''
}
