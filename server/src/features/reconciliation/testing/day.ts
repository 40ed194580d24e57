import { randomUUID } from 'node:crypto'
import { Instant, dateIn } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { z } from 'zod'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import { type BillingSystem, BillingSystemDown } from '../../../adapters/billing-system/port.ts'
import type { Payout, PayoutPart } from '../../../adapters/payment-gateway/port-payouts.ts'
import type { PaymentGateway, ReportedTransaction } from '../../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../../adapters/payment-gateway/testing/test-gateway.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { testConfig } from '../../../http/testing/app.ts'
import { createLog } from '../../../log.ts'
import { type TestClock, testClock } from '../../../testing/clock.ts'
import { defaultProfile } from '../../../testing/profile.ts'
import type { ReconciliationDeps } from '../reconcile-day.ts'

const timeZone = 'Pacific/Guam'

/** 1 June in Guam, when payments are made unless a test says otherwise. */
export const noon = Instant.parse('2026-06-01T02:00:00.000Z')
/** 2 June in Guam. */
const twoInTheMorning = Instant.parse('2026-06-01T16:00:00.000Z')

const LogLine = z.looseObject({ level: z.string(), msg: z.string() })

/** And when it was written. */
type BookedTransaction = ReportedTransaction & { instant: Instant }

/** A real database and ledger, a gateway that lists what a test says, and time that stands still. */
export interface TestDay {
  database: TestDatabase
  deps: ReconciliationDeps
  clock: TestClock
  /** `report` lists a day of these, `inquire` a reference. */
  gateway: {
    books: BookedTransaction[]
    isAway: boolean
    isSearchAway: boolean
    reports: number
    payouts: { payout: Payout; parts: PayoutPart[] }[]
    arePayoutsAway: boolean
  }
  billing: { isDown: boolean }
  logged(): z.infer<typeof LogLine>[]
  woken: string[]
  /** $42.50, in all three books; reference and tag are made from the number. */
  pay(number: number, at?: Instant): Promise<PaidPayment>
  close(): Promise<void>
}

interface PaidPayment {
  reference: string
  tag: string
  receipt: ReceiptNumber
  transaction: BookedTransaction
}

export async function testDay(): Promise<TestDay> {
  const database = await createTestDatabase()
  const clock = testClock(twoInTheMorning)
  const gateway: TestDay['gateway'] = {
    books: [],
    isAway: false,
    isSearchAway: false,
    reports: 0,
    payouts: [],
    arePayoutsAway: false,
  }
  const billing = { isDown: false }
  const lines: string[] = []
  const woken: string[] = []
  const ledger = ledgerBilling(database.db, 'GWA')
  return {
    database,
    clock,
    gateway,
    billing,
    woken,
    deps: {
      db: database.db,
      clock,
      log: createLog('debug', { write: (line) => void lines.push(line) }),
      profile: { ...defaultProfile, timeZone },
      config: testConfig(database.url),
      paymentGateway: scriptedGateway(gateway),
      billing: switchable(ledger, billing),
      wake: (work) => void woken.push(work),
    },
    logged: () => lines.map((line) => LogLine.parse(JSON.parse(line))),
    async pay(number, at = noon) {
      const paid = await recordCharge(database, number, at)
      gateway.books.push(paid.transaction)
      await recordInLedger(ledger, number, paid.receipt, at)
      return paid
    },
    close: () => database.drop(),
  }
}

function scriptedGateway(script: TestDay['gateway']): PaymentGateway {
  return testGateway({
    charge: () => Promise.reject(new Error('Reconciliation charges nothing')),
    reverse: () => Promise.reject(new Error('Reconciliation gives nothing back')),
    async inquire({ reference }) {
      if (script.isSearchAway) return { outcome: 'unavailable', reason: 'the search is away' }
      const transactions = script.books.filter((row) => row.reference === reference)
      return transactions.length === 0 ? { outcome: 'nothing' } : { outcome: 'found', transactions }
    },
    async report(day) {
      script.reports += 1
      if (script.isAway) return { outcome: 'unavailable', reason: 'the gateway is away' }
      const transactions = script.books.filter(({ instant }) => dateIn(timeZone, instant) === day)
      return { outcome: 'listed', transactions }
    },
    payouts: {
      async list(from, to) {
        if (script.arePayoutsAway) return { outcome: 'unavailable', reason: 'the payouts are away' }
        const payouts = script.payouts.map(({ payout }) => payout)
        return { outcome: 'listed', payouts: payouts.filter(({ arrivesOn: day }) => from <= day && day <= to) }
      },
      async parts(id) {
        const parts = script.payouts.find(({ payout }) => payout.id === id)?.parts ?? []
        return { outcome: 'listed', parts }
      },
    },
  })
}

function switchable(ledger: BillingSystem, script: TestDay['billing']): BillingSystem {
  return {
    ...ledger,
    async *paymentsOn(day) {
      if (script.isDown) throw new BillingSystemDown('the ledger is away')
      yield* ledger.paymentsOn(day)
    },
  }
}

const amount = cents(4250)

const accountOf = (number: number): AccountNumber => AccountNumber.parse(String(1_000_000_000 + number))

async function recordCharge({ db, pool }: TestDatabase, number: number, at: Instant): Promise<PaidPayment> {
  const reference = `G${String(number).padStart(16, '0')}`
  const tag = String(902_000_000 + number)
  const receipt = ReceiptNumber.parse(`W-${tag}`)
  await addTestAccount(db, { account: accountOf(number) })
  await pool.query(
    `with paid as (
       insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
         account_count, state, created_at, decided_at)
       values ($1, 1, $1, 'content', 'Online', 'CCV', $2, 1, 'PAID', $3, $3) returning id)
     insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
       decided_at, transaction_tag, authorization_number, mode)
     select id, $4, $2, 'Visa', '1111', 'Maria Cruz', 'CHARGED', $3, $3, $5, 'ET000001', 'Online' from paid`,
    [randomUUID(), amount, at, reference, tag],
  )
  await pool.query(
    `insert into checkout_item (checkout_id, account_id, ordinal, amount_cents, service_location, status)
     select checkout_id, $2, 1, amount_cents, '12 Marine Corps Dr', 'PAID' from charge_attempt where reference = $1`,
    [reference, accountOf(number)],
  )
  await pool.query(
    `insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at, posted_at)
     select item.id, item.checkout_id, $2, item.amount_cents, 'POSTED', $3, $3
     from checkout_item item join charge_attempt using (checkout_id) where reference = $1`,
    [reference, receipt, at],
  )
  const transaction: BookedTransaction = {
    tag,
    reference,
    amount,
    kind: 'purchase',
    status: 'approved',
    authorization: 'ET000001',
    at: 'gateway time',
    customerReference: null,
    instant: at,
  }
  return { reference, tag, receipt, transaction }
}

async function recordInLedger(
  ledger: BillingSystem,
  number: number,
  receipt: ReceiptNumber,
  paidAt: Instant,
): Promise<void> {
  await ledger.recordPayment({
    receipt,
    accountId: accountOf(number),
    amount,
    source: 'CCV',
    method: 'PG001',
    authorization: 'ET000001',
    paidAt,
    payDate: dateIn(timeZone, paidAt),
  })
}
