import { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../database/testing/database.ts'
import { type AuditEvent, auditAppended, portalActor, recordAudit, verifyAudit } from './audit.ts'

const now = Instant.parse('2026-02-10T01:00:00.123Z')
const origin = { clientAddress: '203.0.113.7', requestId: 'request' }
const ana = { kind: 'admin', id: 7, name: 'ana' } as const

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

async function record(event: AuditEvent): Promise<void> {
  await database.db.transaction().execute(async (tx) => await recordAudit(tx, event, origin, now))
}

async function recordThree(): Promise<void> {
  await record({ actor: ana, action: 'admin-sign-in' })
  await record({ actor: ana, action: 'switch-changed', subject: 'Pay Now', before: { flag: 0 }, after: { flag: 1 } })
  await record({ actor: portalActor, action: 'admin-added', subject: 'ben', outcome: 'refused' })
}

describe('the audit log', () => {
  test('is intact after entries were added, one after the other or at the same time', async () => {
    await recordThree()
    await Promise.all(Array.from({ length: 20 }, async () => await record({ actor: ana, action: 'admin-sign-out' })))
    expect(await verifyAudit(database.db)).toMatchObject({ entries: 23, brokenAt: null })
  })

  test('is intact while it is empty', async () => {
    expect(await verifyAudit(database.db)).toEqual({ entries: 0, brokenAt: null, lastHash: '0'.repeat(64) })
  })

  test.each(['update audit_entry set actor = $$ben$$', 'delete from audit_entry', 'truncate audit_entry'])(
    'refuses: %s',
    async (statement) => {
      await recordThree()
      await expect(database.pool.query(statement)).rejects.toThrow('only ever added to')
    },
  )

  test.each([
    'update audit_entry set actor_kind = $$system$$ where id = 2',
    'update audit_entry set actor_id = 8 where id = 2',
    'update audit_entry set actor = $$ben$$ where id = 2',
    'update audit_entry set action = $$switch-read$$ where id = 2',
    'update audit_entry set outcome = $$refused$$ where id = 2',
    'update audit_entry set subject = $$Login$$ where id = 2',
    'update audit_entry set address = $$203.0.113.8$$ where id = 2',
    'update audit_entry set request_id = $$other$$ where id = 2',
    'update audit_entry set before_change = $${"flag":1}$$ where id = 2',
    'update audit_entry set after_change = $${"flag":0}$$ where id = 2',
    "update audit_entry set at = at + interval '1 millisecond' where id = 2",
    'delete from audit_entry where id = 1',
  ])('shows the first entry that does not follow, after someone went round the guard: %s', async (statement) => {
    await recordThree()
    await database.pool.query('alter table audit_entry disable trigger user')
    await database.pool.query(statement)
    expect((await verifyAudit(database.db)).brokenAt).toBe(2)
  })

  test('is checked completely, however long it is', async () => {
    const { db, pool } = database
    const appended = auditAppended({ actor: ana, action: 'admin-sign-out' }, origin, now)
    await sql`select ${appended} from generate_series(1, 5001)`.execute(db)
    expect(await verifyAudit(db)).toMatchObject({ entries: 5001, brokenAt: null })
    await pool.query('alter table audit_entry disable trigger user')
    await pool.query('update audit_entry set actor = $$ben$$ where id = 5001')
    expect(await verifyAudit(db)).toMatchObject({ entries: 5000, brokenAt: 5001 })
  })

  test('has no entry of a transaction that was rolled back', async () => {
    const undone = database.db.transaction().execute(async (tx) => {
      await recordAudit(tx, { actor: ana, action: 'admin-deleted' }, origin, now)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect((await verifyAudit(database.db)).entries).toBe(0)
  })
})
