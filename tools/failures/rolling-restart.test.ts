import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '../simulate/random.ts'
import { type World, startWorld } from '../world/start-world.ts'
import { judge, readUnderWay } from './books.ts'
import { accountsOf, ledgerOf, payUntil, seenNothing, zipOfAll } from './payers.ts'

const payers = 4
const seen = seenNothing()
let world: World

beforeAll(async () => {
  world = await startWorld({ servers: 3, accounts: ledgerOf(payers * 2) })
}, 300_000)
afterAll(() => world?.close(), 120_000)

test('given payers at three servers, when these are restarted one after the other, then no payment is interrupted or lost', async () => {
  const end = new AbortController()
  const servers = world.servers.map(({ address }) => address)
  const paying = Array.from({ length: payers }, (_, index) =>
    payUntil(
      { servers, accounts: accountsOf(payers * 2), zip: zipOfAll, typed: world.typed, seen },
      seededRandom(index),
      end.signal,
    ),
  )
  const approvals = (): number => seen.told.filter(({ outcome }) => outcome === 'approved').length
  for (const server of world.servers) {
    const before = approvals()
    await vi.waitUntil(() => approvals() >= before + 5, { timeout: 120_000 })
    expect(await server.restart()).toBe(0)
  }
  end.abort()
  await Promise.all(paying)
  await vi.waitUntil(async () => Object.keys(await readUnderWay(world.database.pool)).length === 0, {
    timeout: 180_000,
  })

  expect(seen.paymentsCutOff).toBe(0)
  expect((await judge(world, seen)).disagreements).toEqual([])
  await world.database.pool.query(
    'update cis.portal_payment set amount_cents = amount_cents + 1 where payment_number = 1',
  )
  expect((await judge(world, seen)).disagreements).toEqual([expect.stringContaining('billing holds')])
}, 900_000)
