import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkout } from '@portal/contract/checkout'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { Payer } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import { type World, startWorld } from '../world/start-world.ts'
import { backUp, commitOnStandbyToo, prepareStandby, promote } from './base-backup.ts'
import { type MovingAddress, startMovingAddress } from './moving-address.ts'
import { endPostgres } from './storm.ts'
import { type UtilityAtNoon, runPortal, utilityAtNoon } from './utility-at-noon.ts'

/** Who has paid when the primary dies, whose charge is under way, and who pays afterwards. */
const payers = { before: '8400000001', meanwhile: '8400000002', afterwards: '8400000003' }

let folder: string
let utility: UtilityAtNoon
let first: RunningPostgres
let standby: RunningPostgres
let address: MovingAddress
let world: World
let server: ServerProcess
const paid = new Map<string, { payer: Payer; key: string }>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failover-'))
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  utility = await utilityAtNoon(join(folder, 'profile'))
  await startBoth()
  address = await startMovingAddress(first.url)
  const { db, pool, close } = connect(address.url)
  world = await startWorld({
    database: { url: address.url, db, pool, drop: close },
    accounts: Object.values(payers).map((account) => ({ account, balance: 10_000 })),
    settings: { PROFILE_FILE: utility.profileFile },
    timeZone: utility.timeZone,
  })
  server = await world.start()
  await pay(payers.before, 1_101)
  await dieWhilePaying(payers.meanwhile, 2_202)
}, 180_000)

afterAll(async () => {
  await world?.close()
  address?.close()
  await standby?.stop()
  await first?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('given a database that died during a payment, and its synchronous standby took over (docs/deployment.md)', () => {
  test('then everything that was confirmed as paid is still paid', async () => {
    expect((await look(payers.before))?.outcome).toBe('approved')
  })

  test('then the payment that was under way is completed, with one charge', async () => {
    await vi.waitUntil(async () => (await look(payers.meanwhile))?.outcome === 'approved', { timeout: 60_000 })
    expect(world.gateway.purchases().filter(({ amount }) => amount === 2_202)).toHaveLength(1)
  })

  test('then the portal continues to take payments, without a restart', async () => {
    await pay(payers.afterwards, 3_303)
    expect((await look(payers.afterwards))?.outcome).toBe('approved')
  })

  test('then the books agree, and the audit log is intact', async () => {
    expect(await runPortal(['reconcile', '--date', utility.day], world.settings)).toMatchObject({ code: 0 })
    expect(await runPortal(['audit', 'verify'], world.settings)).toMatchObject({ code: 0 })
  })
})

/** Starts a primary, and a standby that must have everything on disk before it counts as committed. */
async function startBoth(): Promise<void> {
  const second = join(folder, 'second')
  await mkdir(second)
  first = await startPostgres({ folder: join(folder, 'first'), durable: true, onLine: () => undefined })
  await migrate(first.url)
  await backUp(first.url, join(second, 'data'))
  await prepareStandby(join(second, 'data'), first.url)
  standby = await startPostgres({ folder: second, durable: true, onLine: () => undefined })
  await commitOnStandbyToo(first.url)
}

/** The gateway has charged but not answered yet when the primary dies and the standby takes over. */
async function dieWhilePaying(accountId: string, amount: number): Promise<void> {
  world.gateway.fail({ kind: 'delayAfterCommit', milliseconds: 1_500 })
  const paying = pay(accountId, amount).catch(() => undefined)
  await vi.waitUntil(() => world.gateway.purchases().some((purchase) => purchase.amount === amount), {
    timeout: 30_000,
  })
  await endPostgres(join(folder, 'first', 'data'), 'kill -9')
  address.leadTo(standby.url)
  await promote(standby.url)
  await paying
}

async function pay(accountId: string, amount: number): Promise<void> {
  const one = { payer: new Payer(server.address), key: randomUUID() }
  paid.set(accountId, one)
  await one.payer.find(accountId, '96913')
  await one.payer.checkOut({ key: one.key, accounts: [{ accountId, amount }] })
}

async function look(accountId: string): Promise<Checkout | null | undefined> {
  const one = paid.get(accountId)
  return await one?.payer.look(one.key)
}
