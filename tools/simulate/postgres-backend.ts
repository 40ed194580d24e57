import { Instant, epochOf, instantOf } from '@portal/contract/dates'
import { CheckoutPublicId, ReceiptNumber, AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { Db } from '@portal/server/database/connect.ts'
import { emptyTables } from '@portal/server/database/testing/empty-tables.ts'
import { postgresHands } from '@portal/server/features/payments/by-hand/hand-queries.ts'
import type { HandStore } from '@portal/server/features/payments/by-hand/hand-store.ts'
import {
  postgresCancellations,
  postgresReversals,
  postgresStore,
} from '@portal/server/features/payments/postgres-store.ts'
import { postgresStepwise } from '@portal/server/features/payments/stepwise/postgres-stepwise.ts'
import { longestDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import { portalPaymentsReader } from '@portal/server/payments/balances.ts'
import type { Intent, StoredCheckout } from '@portal/server/payments/checkout.ts'
import { makeInquiriesDue } from '@portal/server/payments/records/attempts.ts'
import { readByIds } from '@portal/server/payments/records/checkouts.ts'
import { sql } from 'kysely'
import type { Backend } from './backend.ts'
import { leasesBetween } from './check-moves.ts'
import { type ModelRecords, addEdge, appendEvent, emptyRecords, keyOf } from './model/records.ts'
import { addSummaries, tellSummaries } from './postgres-summaries.ts'
import { simulatedUtility } from './utility.ts'

/**
 * A real PostgreSQL under a simulated world: the product's own statements on tables that are emptied for each world.
 */
export async function postgresBackend(db: Db): Promise<Backend> {
  await emptyTables(db, ['checkout', 'letter', 'account_hold', 'spent_human_check', 'finance_summary'], 'from1')
  await emptyTables(db, ['checkout', 'letter', 'account_hold', 'spent_human_check', 'checkout_turn'], 'from1')
  return {
    store: postgresStore(db),
    reversals: postgresReversals(db),
    cancellations: postgresCancellations(db),
    drafts: postgresStepwise(db),
    hands: handsOver(db),
    askForLooks: (references, now) => makeInquiriesDue(db, references, now),
    tellSummaries: (now, isKilled) => tellSummaries(db, now, isKilled),
    newestPaid: (accounts) => newestPaid(db, accounts),
    live: null,
    snapshot: () => snapshot(db),
    nextDue: () => nextDue(db),
  }
}

function handsOver(db: Db): HandStore {
  const within = <T>(make: (hands: HandStore) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => await make(postgresHands(tx)))
  return {
    lookAgain: (move) => within((hands) => hands.lookAgain(move)),
    retryBilling: (move) => within((hands) => hands.retryBilling(move)),
    sendAgain: (move, newReference) => within((hands) => hands.sendAgain(move, newReference)),
    giveBack: (move, reference) => within((hands) => hands.giveBack(move, reference)),
    recordGivenBack: (move, givenBack) => within((hands) => hands.recordGivenBack(move, givenBack)),
  }
}

async function newestPaid(db: Db, accounts: readonly AccountNumber[]): Promise<ReadonlyMap<AccountNumber, number>> {
  const clock = { now: () => instantOf(0), sleep: async () => undefined }
  const known = await portalPaymentsReader({ db, clock, profile: simulatedUtility })(accounts)
  return new Map([...known].map(([account, payments]) => [account, payments.newestPaid]))
}

async function nextDue(db: Db): Promise<number> {
  const found = await sql<{ due: string | null }>`
    select min(due) as due from (
      select greatest(next_look_at, lease_until) as due from charge_attempt
      where next_look_at is not null
      union all
      select greatest(next_try_at, lease_until) from posting where state in ('PENDING', 'POSTING', 'CANCEL_DUE', 'CANCELLING')
      union all
      select greatest(next_try_at, lease_until) from reversal where state in ('REQUESTED', 'SENT', 'UNKNOWN')
      union all
      select created_at + ${longestDraft} * interval '1 millisecond' from checkout where state = 'DRAFT') as rows`.execute(
    db,
  )
  const due = found.rows[0]?.due ?? null
  return due === null ? Infinity : epochOf(Instant.parse(due))
}

/** Reads every row into the form in which the promises are checked. */
async function snapshot(db: Db): Promise<ModelRecords> {
  const records = emptyRecords()
  const ids = await db.selectFrom('checkout').select(['id', 'idempotency_key']).orderBy('id').execute()
  const keys = new Map(ids.map((row) => [row.id, row.idempotency_key]))
  for (const checkout of await readByIds(db, [...keys.keys()]))
    addCheckout(records, checkout, keys.get(checkout.id) ?? '')
  await addEvents(db, records)
  await addReversals(db, records)
  await addRest(db, records)
  await addSummaries(db, records)
  return records
}

function addCheckout(records: ModelRecords, checkout: StoredCheckout, idempotencyKey: string): void {
  const { attempt, items } = checkout
  const intent: Intent = {
    ...checkout,
    ...attempt,
    paidBy: null,
    idempotencyKey,
    items: items.map((item) => ({ ...item, newestPaid: 0 })),
    humanCheck: { id: '', expiresAt: checkout.createdAt },
    turn: 0,
    at: checkout.createdAt,
    staleAt: checkout.createdAt,
  }
  const record = {
    id: checkout.id,
    intent,
    state: checkout.state,
    decidedAt: checkout.decidedAt,
    attempt: { ...attempt, nextLookAt: null, leaseUntil: null },
    items,
    events: [],
  }
  records.checkouts.set(checkout.id, record)
  records.byKey.set(keyOf(checkout.sessionId, idempotencyKey), record)
  records.byPublicId.set(CheckoutPublicId.parse(checkout.publicId), record)
}

async function addEvents(db: Db, records: ModelRecords): Promise<void> {
  const events = await db.selectFrom('payment_event').selectAll().orderBy('checkout_id').orderBy('sequence').execute()
  const stood = new Map<string, string | null>()
  for (const event of events) {
    const { subject, subject_id: subjectId, from_state: from, to_state: to } = event
    const name = `${subject} ${subjectId}`
    for (const lease of leasesBetween(subject, stood.get(name) ?? null, from) ?? []) addEdge(records, subject, lease)
    stood.set(name, to)
    const checkout = records.checkouts.get(event.checkout_id)
    if (!checkout) {
      addEdge(records, subject, { from, to })
      continue
    }
    appendEvent(records, checkout, { subject, subjectId, from, to })
    if (checkout.events.at(-1)?.sequence !== event.sequence) throw new Error('The log of a checkout has gaps')
    if (event.subject === 'letter' && event.to_state === 'QUEUED') {
      records.letters.push({ checkoutId: checkout.id, kind: String(event.detail['kind']), at: Instant.parse(event.at) })
    }
  }
}

async function addReversals(db: Db, records: ModelRecords): Promise<void> {
  for (const row of await db.selectFrom('reversal').selectAll().execute()) {
    records.reversals.set(row.id, {
      id: row.id,
      checkoutId: row.checkout_id,
      attemptId: row.attempt_id,
      tag: row.transaction_tag,
      authorization: row.authorization_number,
      amount: cents(row.amount_cents),
      kind: row.kind,
      reference: row.reference,
      cause: row.cause,
      state: row.state,
      sentAt: null,
      nextTryAt: Instant.parse(row.next_try_at),
      leaseUntil: null,
      tries: row.tries,
      misses: row.misses,
      epoch: row.epoch,
    })
  }
}

async function addRest(db: Db, records: ModelRecords): Promise<void> {
  for (const hold of await db.selectFrom('account_hold').selectAll().execute()) {
    records.holds.set(AccountNumber.parse(hold.account_id), hold.attempt_id)
  }
  for (const entry of await db.selectFrom('ledger_entry').selectAll().execute()) {
    records.ledger.push({ checkoutId: entry.checkout_id, book: entry.book, amount: entry.amount_cents })
  }
  const postings = await db
    .selectFrom('posting')
    .innerJoin('checkout_item as item', 'item.id', 'posting.item_id')
    .selectAll('posting')
    .select('item.account_id')
    .execute()
  for (const row of postings) {
    records.postings.set(row.item_id, {
      itemId: row.item_id,
      checkoutId: row.checkout_id,
      accountId: AccountNumber.parse(row.account_id),
      receiptNumber: ReceiptNumber.parse(row.receipt_number),
      amount: cents(row.amount_cents),
      state: row.state,
      nextTryAt: Instant.parse(row.next_try_at),
      leaseUntil: null,
      epoch: row.epoch,
      tries: row.tries,
    })
  }
}
