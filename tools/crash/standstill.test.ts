import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkout } from '@portal/contract/checkout'
import { addTestAccount } from '@portal/server/adapters/billing-system/testing/ledger.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { Payer } from '../payer/payer.ts'
import type { CrashPoint } from '../server-process/crash-points.ts'
import { settingsFor } from '../server-process/settings.ts'
import { type ServerProcess, startServer } from '../server-process/start-server.ts'

/** Longer than a lease, on the busiest machine. */
const patience = { timeout: 180_000, interval: 250 }

let database: TestDatabase
let books: string
let gateway: Awaited<ReturnType<typeof startGatewaySimulator>>
let running: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  books = await mkdtemp(join(tmpdir(), 'gateway-books-'))
  gateway = await startGatewaySimulator({ credentials: testCredentials, books })
})
afterEach(async () => {
  for (const server of running) await server.kill('SIGKILL')
  running = []
})
afterAll(async () => {
  await gateway.close()
  await database.drop()
  await rm(books, { recursive: true, force: true })
})

describe('given a server process that stands still in the middle of a payment and resumes after another has taken over', () => {
  test('while it reports to the billing system: the payment is recorded there once, under the lease of the other', async () => {
    const { still, paying, settled } = await payAt('before-posting', '7900000001', async () => {
      const open = await database.pool.query(`select from posting where state = 'POSTING'`)
      return open.rowCount === 1
    })
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'approved', publicId: settled.publicId })
    await untilItHasPosted(still)
    expect(await postingsOf(settled)).toEqual([{ state: 'POSTED', tries: 2, recorded: 1, moves: 1 }])
  }, 400_000)

  test('between the charge and its outcome: the look-ups of the other settle it, and the late outcome changes nothing', async () => {
    const charges = gateway.purchases().length
    const { still, paying, settled } = await payAt('after-charge', '7900000002', async () => {
      return gateway.purchases().length > charges
    })
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'approved', publicId: settled.publicId })
    // The reply may arrive before the log line does.
    await expect.poll(() => still.log()).toContain('came after its attempt had been a different outcome was recorded')
    expect(gateway.purchases()).toHaveLength(charges + 1)
    expect(await postingsOf(settled)).toEqual([{ state: 'POSTED', tries: 1, recorded: 1, moves: 1 }])
  }, 400_000)

  test('inside its request to the gateway: a charge that it makes after the payer was told otherwise is given back', async () => {
    const charges = gateway.purchases().length
    const holds = async () => (await database.pool.query('select from account_hold')).rowCount === 1
    const isTold = ({ outcome }: Checkout) => outcome === 'serverFailed'
    const { still, paying, settled } = await payAt('after-intent', '7900000003', holds, isTold)
    expect(gateway.purchases()).toHaveLength(charges)
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'reversed', publicId: settled.publicId })
    // The reply may arrive before the log line does.
    await expect.poll(() => still.log()).toContain('A card was charged after the payer was told that it was not')
    const charge = () => gateway.purchases().find(({ reference }) => reference === settled.referenceNumber)
    await vi.waitUntil(() => charge()?.state === 'reversed', patience)
    await vi.waitUntil(async () => (await emailsAbout(settled)).includes('payment-reversed'), patience)
    expect(await emailsAbout(settled)).toEqual(['payment-not-made', 'payment-reversed'])
    expect(await postingsOf(settled)).toEqual([])
    expect(gateway.purchases()).toHaveLength(charges + 1)
  }, 400_000)
})

interface TakenOver {
  still: ServerProcess
  /** The payer's request, which waits for the process that stands still. */
  paying: Promise<Response>
  /** The payment after the other process has dealt with it. */
  settled: Checkout
}

async function payAt(
  point: CrashPoint,
  account: string,
  standsStill: () => Promise<boolean>,
  isSettled = ({ accounts }: Checkout) => accounts.every(({ isPosted }) => isPosted),
): Promise<TakenOver> {
  await addTestAccount(database.db, { account, balance: 10_000 })
  const still = await start(point)
  const payer = new Payer(still.address)
  await payer.find(account, '96913')
  const key = randomUUID()
  const paying = payer.checkOut({ key, accounts: [{ accountId: account, amount: 2_500 }] })
  await vi.waitUntil(standsStill, patience)
  const other = await start(null)
  const settled = await vi.waitUntil(async () => {
    const checkout = await payer.at(other.address).look(key)
    return checkout && isSettled(checkout) ? checkout : null
  }, patience)
  return { still, paying, settled }
}

async function start(crashAt: CrashPoint | null): Promise<ServerProcess> {
  const server = await startServer(settingsFor(database.url, gateway.url), crashAt, 'SIGSTOP')
  running.push(server)
  return server
}

/** The process counts an answer of the billing system just before it tries to record it. */
async function untilItHasPosted({ address }: ServerProcess): Promise<void> {
  await vi.waitUntil(async () => {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    return metrics.includes('portal_postings_total{result="recorded"} 1')
  }, patience)
}

async function postingsOf({ publicId }: Checkout): Promise<unknown[]> {
  const found = await database.pool.query<Record<string, unknown>>(
    `select posting.state, posting.tries,
       (select count(*) from cis.portal_payment where receipt_number = posting.receipt_number) as recorded,
       (select count(*) from payment_event event
        where event.checkout_id = checkout.id and event.subject = 'posting' and event.to_state = 'POSTED') as moves
     from checkout join posting on posting.checkout_id = checkout.id where checkout.public_id = $1`,
    [publicId],
  )
  return found.rows
}

/** The kinds of letters that were queued about a checkout, in order. */
async function emailsAbout({ publicId }: Checkout): Promise<string[]> {
  const found = await database.pool.query<{ kind: string }>(
    `select detail ->> 'kind' as kind from payment_event event join checkout on checkout.id = event.checkout_id
     where checkout.public_id = $1 and subject = 'letter' and to_state = 'QUEUED' order by sequence`,
    [publicId],
  )
  return found.rows.map(({ kind }) => kind)
}
