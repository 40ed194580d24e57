import { randomUUID } from 'node:crypto'
import type { Checkout } from '@portal/contract/checkout'
import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CrashPoint } from '../world/crash-points.ts'
import { Payer } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import { type World, startWorld } from '../world/start-world.ts'

/** Longer than a lease, on the busiest machine. */
const patience = { timeout: 180_000, interval: 250 }

const payers = ['7900000001', '7900000002', '7900000003']
let world: World
let running: ServerProcess[] = []

beforeAll(async () => {
  world = await startWorld({
    database: await createTestDatabase(),
    accounts: payers.map((account) => ({ account, balance: 10_000 })),
  })
})
afterEach(async () => {
  for (const server of running) await server.kill('SIGKILL')
  running = []
})
afterAll(() => world?.close())

describe('given a server process that stands still in the middle of a payment and resumes after another has taken over', () => {
  test('while it reports to the billing system: the payment is recorded there once, under the lease of the other', async () => {
    const { still, paying, settled } = await payAt('before-posting', '7900000001', async () => {
      const open = await world.database.pool.query(`select from posting where state = 'POSTING'`)
      return open.rowCount === 1
    })
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'approved', publicId: settled.publicId })
    await untilItHasPosted(still)
    expect(await postingsOf(settled)).toEqual([{ state: 'POSTED', tries: 2, recorded: 1, moves: 1 }])
  }, 400_000)

  test('between the charge and its outcome: the look-ups of the other settle it, and the late outcome changes nothing', async () => {
    const charges = world.gateway.purchases().length
    const { still, paying, settled } = await payAt('after-charge', '7900000002', async () => {
      return world.gateway.purchases().length > charges
    })
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'approved', publicId: settled.publicId })
    // The reply may arrive before the log line does.
    await expect.poll(() => still.log()).toContain('arrived after a different outcome was recorded')
    expect(world.gateway.purchases()).toHaveLength(charges + 1)
    expect(await postingsOf(settled)).toEqual([{ state: 'POSTED', tries: 1, recorded: 1, moves: 1 }])
  }, 400_000)

  test('inside its request to the gateway: a charge that it makes after the payer was told otherwise is given back', async () => {
    const charges = world.gateway.purchases().length
    const holds = async () => (await world.database.pool.query('select from account_hold')).rowCount === 1
    const isTold = ({ outcome }: Checkout) => outcome === 'serverFailed'
    const { still, paying, settled } = await payAt('after-intent', '7900000003', holds, isTold)
    expect(world.gateway.purchases()).toHaveLength(charges)
    still.goOn()
    expect(await (await paying).json()).toMatchObject({ outcome: 'reversed', publicId: settled.publicId })
    // The reply may arrive before the log line does.
    await expect.poll(() => still.log()).toContain('A card was charged after the payer was told it was not')
    const charge = () => world.gateway.purchases().find(({ reference }) => reference === settled.referenceNumber)
    await vi.waitUntil(() => charge()?.state === 'reversed', patience)
    await vi.waitUntil(async () => (await emailsAbout(settled)).includes('payment-reversed'), patience)
    expect(await emailsAbout(settled)).toEqual(['payment-not-made', 'payment-reversed'])
    expect(await postingsOf(settled)).toEqual([])
    expect(world.gateway.purchases()).toHaveLength(charges + 1)
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
  const still = await world.start({ crashAt: point, crashWith: 'SIGSTOP' })
  running.push(still)
  const payer = new Payer(still.address)
  await payer.find(account, '96913')
  const key = randomUUID()
  const paying = payer.checkOut({ key, accounts: [{ accountId: account, amount: 2_500 }] })
  await vi.waitUntil(standsStill, patience)
  const other = await world.start()
  running.push(other)
  const settled = await vi.waitUntil(async () => {
    const checkout = await payer.at(other.address).look(key)
    return checkout && isSettled(checkout) ? checkout : null
  }, patience)
  return { still, paying, settled }
}

/** The process counts an answer of the billing system just before it tries to record it. */
async function untilItHasPosted({ address }: ServerProcess): Promise<void> {
  await vi.waitUntil(async () => {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    return metrics.includes('portal_postings_total{result="recorded"} 1')
  }, patience)
}

async function postingsOf({ publicId }: Checkout): Promise<unknown[]> {
  const found = await world.database.pool.query<Record<string, unknown>>(
    `select posting.state, posting.tries,
       (select count(*) from cis.portal_payment where receipt_number = posting.receipt_number) as recorded,
       (select count(*) from payment_event event
        where event.checkout_id = checkout.id and event.subject = 'posting' and event.to_state = 'POSTED') as moves
     from checkout join posting on posting.checkout_id = checkout.id where checkout.public_id = $1`,
    [publicId],
  )
  return found.rows
}

/** The kinds of emails that were queued about a checkout, in order. */
async function emailsAbout({ publicId }: Checkout): Promise<string[]> {
  const found = await world.database.pool.query<{ kind: string }>(
    `select detail ->> 'kind' as kind from payment_event event join checkout on checkout.id = event.checkout_id
     where checkout.public_id = $1 and subject = 'email' and to_state = 'QUEUED' order by sequence`,
    [publicId],
  )
  return found.rows.map(({ kind }) => kind)
}
