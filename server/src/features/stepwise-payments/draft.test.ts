import { later } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import type { Intent } from '../../payments/charge/intent.ts'
import { takePayment } from '../../payments/charge/take-payment.ts'
import { findOwn } from '../../payments/records/checkouts.ts'
import type { StoredDraft } from '../../payments/records/stored-checkout.ts'
import { type EngineWorld, engineWorld, intentFor, knowsAll, testCard } from '../../payments/testing/engine-world.ts'
import { type SavedItem, deleteExpired, expireDrafts, saveDraft, saveItem } from './drafts.ts'

const [first, second, third] = ['1234567890', '2345678901', '3456789012']

let database: TestDatabase
let world: EngineWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())
beforeEach(async () => {
  await emptyTables(database.db, ['checkout', 'email', 'account_hold', 'spent_human_check'])
  world = engineWorld(database.db)
})

/** A draft of $42.50 for each of these accounts. */
async function draftOf(accounts: (string | undefined)[], sessionId = 7): Promise<StoredDraft> {
  const draft = await beginDraft(accounts, sessionId)
  for (const account of accounts) await save(draft, account)
  return read(draft.publicId, sessionId)
}

/** A draft of this session, or the one that it has open, started over. */
async function beginDraft(accounts: (string | undefined)[], sessionId = 7): Promise<StoredDraft> {
  const { publicId, idempotencyKey, amount, at } = intentFor(world.engine, accounts.map(String))
  const parts = { publicId, idempotencyKey, amount, at, contentHash: 'draft', mode: 'Online' } as const
  return read(await saveDraft(database.db, { ...parts, sessionId, paidBy: 'maria' }), sessionId)
}

async function read(publicId: StoredDraft['publicId'], sessionId = 7): Promise<StoredDraft> {
  const draft = await findOwn(database.db, sessionId, publicId)
  if (!draft || draft.attempt) throw new Error('No such draft')
  return draft
}

async function save({ id }: StoredDraft, account: string | undefined, amount = 4_250): Promise<SavedItem> {
  const accountId = AccountNumber.parse(account)
  return saveItem(database.db, { draftId: id, accountId, amount: cents(amount), serviceLocation: 'here', most: 3 })
}

async function charge(draft: StoredDraft, paidBy: string | null = null) {
  const { publicId, idempotencyKey, amount, items } = draft
  const parts: Partial<Intent> = { publicId, paidBy, idempotencyKey, amount, draft: { id: draft.id } }
  const intent = intentFor(
    world.engine,
    draft.items.map(({ accountId }) => accountId),
    parts,
  )
  const asRead = { ...intent, items: items.map((item) => ({ ...item, serviceLocation: 'here', newestPaid: knowsAll })) }
  return takePayment(world.engine, asRead, testCard, null)
}

describe('a draft whose card is charged', () => {
  test('becomes the checkout itself, with its accounts numbered and its log without gaps', async () => {
    const draft = await draftOf([second, first])
    const taken = await charge(draft)
    expect(taken).toMatchObject({
      outcome: 'taken',
      checkout: { id: draft.id, publicId: draft.publicId, state: 'PAID' },
    })
    expect('checkout' in taken && taken.checkout.items).toMatchObject([
      { accountId: second, ordinal: 1, receiptNumber: 'W-1001-1' },
      { accountId: first, ordinal: 2, receiptNumber: 'W-1001-2' },
    ])
    expect(await findOwn(database.db, 7, draft.publicId)).toEqual('checkout' in taken && taken.checkout)
    expect(await findOwn(database.db, 8, draft.publicId)).toBeNull()
    const events = await database.db
      .selectFrom('payment_event')
      .select(['sequence', 'to_state'])
      .orderBy('sequence')
      .execute()
    expect(events.slice(0, 3)).toEqual([
      { sequence: 1, to_state: 'DRAFT' },
      { sequence: 2, to_state: 'CHARGING' },
      { sequence: 3, to_state: 'INTENT' },
    ])
  })

  test('is recorded for the username of the call that charges it', async () => {
    await charge(await draftOf([first]), 'maria.cruz')
    for (const table of ['checkout', 'charge_attempt'] as const) {
      expect(await database.db.selectFrom(table).select('paid_by').execute()).toEqual([{ paid_by: 'maria.cruz' }])
    }
  })

  test('accepts no more accounts', async () => {
    const draft = await draftOf([first])
    await charge(draft)
    expect(await save(draft, second)).toBe('notOpen')
  })

  test('is charged once, however many try at the same moment', async () => {
    const draft = await draftOf([first])
    const taken = await Promise.all([1, 2, 3, 4].map(() => charge(draft)))
    expect(taken.map(({ outcome }) => outcome).toSorted()).toEqual(['existing', 'existing', 'existing', 'taken'])
    expect(world.gateway.charges).toHaveLength(1)
  })
})

describe('a draft that has changed since it was read', () => {
  test.each([
    ['another amount', async (draft: StoredDraft) => save(draft, first, 100)],
    [
      'another account',
      async (draft: StoredDraft) => {
        await save(draft, first, 4_000)
        await save(draft, second, 250)
      },
    ],
    [
      'been left for an hour',
      async () => expireDrafts(database.db, world.engine.clock.now(), world.engine.clock.now(), 10),
    ],
  ])('because it got %s is not charged, and nothing is held', async (_, change) => {
    const draft = await draftOf([first])
    await change(draft)
    expect(await charge(draft)).toEqual({ outcome: 'draftChanged' })
    expect(world.gateway.charges).toEqual([])
    expect(await database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
    expect((await read(draft.publicId)).items.length).toBeGreaterThan(0)
  })

  test('in which two of three accounts have other amounts with the same sum is not charged', async () => {
    const draft = await draftOf([first, second, third])
    await save(draft, second, 4_150)
    await save(draft, third, 4_350)
    expect(await charge(draft)).toEqual({ outcome: 'draftChanged' })
    expect(world.gateway.charges).toEqual([])
  })

  test('is not charged for another session', async () => {
    const draft = await draftOf([first])
    await database.db.updateTable('checkout').set({ session_id: 8 }).execute()
    expect(await charge(draft)).toEqual({ outcome: 'draftChanged' })
  })
})

describe('a draft that expired', () => {
  test('is deleted with all that it had, and a payment that was charged never is', async () => {
    await charge(await draftOf([second]))
    await draftOf([first])
    const { clock } = world.engine
    await expireDrafts(database.db, clock.now(), clock.now(), 10)
    expect(await deleteExpired(database.db, later(clock.now(), -1), 10)).toBe(0)
    expect(await deleteExpired(database.db, clock.now(), 10)).toBe(1)
    const left = await database.db.selectFrom('checkout').select('state').execute()
    expect(left).toEqual([{ state: 'PAID' }])
    for (const table of ['payment_event', 'checkout_item'] as const) {
      const owners = await database.db.selectFrom(table).select('checkout_id').distinct().execute()
      expect(owners).toHaveLength(1)
    }
    await expect(database.db.deleteFrom('payment_event').execute()).rejects.toThrow('append-only')
  })
})

describe('a draft', () => {
  test('accepts accounts up to the limit', async () => {
    const draft = await draftOf([first, second, third])
    expect(await save(draft, '4567890123')).toBe('full')
    expect(await save(draft, third, 100)).toBe('saved')
  })

  test('keeps its accounts when somebody else starts their own over', async () => {
    const [mine, theirs] = [await draftOf([first]), await draftOf([second], 8)]
    await beginDraft([first])
    await save(theirs, second, 250)
    await save(theirs, third, 4_000)
    const both = [{ accountId: second }, { accountId: third }]
    expect((await read(theirs.publicId, 8)).items).toMatchObject(both)
    await beginDraft([second], 8)
    await save(mine, third)
    expect((await read(mine.publicId)).items).toMatchObject([{ accountId: third }])
    expect((await read(theirs.publicId, 8)).items).toMatchObject(both)
  })

  test('has no card: the database refuses a source before the charge, and a missing one afterwards', async () => {
    await draftOf([first])
    await expect(sql`update checkout set source_code = 'CCV'`.execute(database.db)).rejects.toThrow('card_and_accounts')
    await expect(sql`update checkout set state = 'CHARGING'`.execute(database.db)).rejects.toThrow('card_and_accounts')
  })
})
