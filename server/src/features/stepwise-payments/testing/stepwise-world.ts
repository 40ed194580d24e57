import { epochOf, Instant, instantOf } from '@portal/contract/dates'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ChargeRequest, ChargeResult } from '../../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../../adapters/payment-gateway/testing/test-gateway.ts'
import type { Clock } from '../../../clock.ts'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { makeEngine } from '../../../payments/engine.ts'
import { postingLoop } from '../../../payments/posting/post-to-billing.ts'
import { charged } from '../../../payments/testing/engine-world.ts'

/** A real database, a gateway that does what a test says, and time that passes while people wait. */
export interface StepwiseWorld {
  portal: TestApp
  /** Those that reached the gateway. */
  charges: ChargeRequest[]
  script: { answer: (request: ChargeRequest) => ChargeResult | Promise<ChargeResult>; isPosting: boolean }
  clock: Clock & { pass(milliseconds: number): void }
  /** Has found these accounts. */
  guestWho(accounts: string[]): Promise<TestBrowser>
  rows(query: string): Promise<Record<string, unknown>[]>
  /** Payments, emails and counted tries; the gateway approves again. */
  reset(): Promise<void>
}

export const accounts = ['4821007391', '4821007392', '4821007393', '4821007394', '4821007395'] as const
export const cashOnly = '4821007396'

export async function stepwiseWorld(): Promise<StepwiseWorld> {
  const charges: ChargeRequest[] = []
  const script: StepwiseWorld['script'] = { answer: approve, isPosting: true }
  let tag = 100
  function approve(): ChargeResult {
    return charged(String(++tag))
  }
  const gateway = testGateway({
    async charge(request) {
      charges.push(request)
      return script.answer(request)
    },
    inquire: async () => ({ outcome: 'nothing' }),
  })
  const clock = waitingClock(async () => {
    if (script.isPosting) await postingLoop(makeEngine(portal.deps)).run(new AbortController().signal)
  })
  const portal = await testApp({ clock, gateway, config: { RATE_LIMIT_FACTOR: 1000 } })
  for (const account of accounts) await addTestAccount(portal.database.db, { account, balance: 10_000 })
  await addTestAccount(portal.database.db, { account: cashOnly, balance: 100, isCashOnly: true })
  return {
    portal,
    charges,
    script,
    clock,
    async guestWho(found) {
      const guest = portal.guest()
      for (const accountId of found) {
        await handIn(guest, 'account')
        await guest.post('/api/v1/validate-account', { accountId, division: 'GWA', postal: '96913' })
      }
      return guest
    },
    rows: async (query) => (await portal.database.pool.query<Record<string, unknown>>(query)).rows,
    async reset() {
      await emptyTables(portal.database.db, ['rate_limit', 'checkout', 'email', 'payment_client_note'])
      await portal.database.pool.query('update maintenance_switch set is_off = false')
      charges.length = 0
      script.answer = approve
      script.isPosting = true
      clock.pass(60_000)
    },
  }
}

/** Solved first, as the bodies of the specification carry none. */
export async function handIn(guest: TestBrowser, purpose: 'account' | 'checkout'): Promise<void> {
  await guest.post('/api/v1/human-check', { purpose, answer: await guest.solve(purpose) })
}

/** Waiting takes no time, but background work gets its turn. */
function waitingClock(inBackground: () => Promise<void>): StepwiseWorld['clock'] {
  let now = epochOf(Instant.parse('2026-02-10T01:00:00.000Z'))
  return {
    now: () => instantOf(now),
    async sleep(milliseconds) {
      now += milliseconds
      await inBackground()
    },
    pass(milliseconds) {
      now += milliseconds
    },
  }
}
