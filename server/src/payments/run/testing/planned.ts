import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { emptyTables } from '../../../database/testing/empty-tables.ts'

/** As the engine would have left them; what a test does not say is ordinary. */
export interface TestCharge {
  account?: string
  agreementId?: number
  state?: 'PLANNED' | 'NOTIFIED' | 'DECLINED' | 'FAILED' | 'PAID'
  heldFor?: string
  reason?: string
  dueOn?: string
  chargeOn?: string
  /** Null before the notice. */
  noticed?: number | null
}

export async function noAutopay(db: Db): Promise<void> {
  await emptyTables(db, ['plan_event', 'planned_charge', 'autopay_agreement', 'payment_schedule', 'autopay_words'])
  await emptyTables(db, ['saved_card', 'gateway_customer', 'plan_hour'])
}

let made = 0

/** A Visa 4242 pays for the account. @returns the agreement's key */
export async function addTestAgreement(
  db: Db,
  { account, state = 'ACTIVE', reason = null }: { account: string; state?: string; reason?: string | null },
): Promise<number> {
  made += 1
  const { rows } = await execute(db, [
    `insert into autopay_words (sha256, version, words, first_accepted_at)
       values (repeat('a', 64), '1', 'We charge your card.', '2026-01-01') on conflict do nothing`,
    `insert into gateway_customer (gateway, is_live, customer, made_at) values ('gge4', false, 'cus_${made}', '2026-01-01')`,
    `insert into saved_card (gateway_customer_id, method, setup, brand, last_four, expires, funding, fingerprint,
         card_holder, added_at, added_by)
       select id, 'pm_${made}', 'seti_${made}', 'Visa', '4242', '2030-12', 'credit', 'print ${made}', 'Maria Cruz',
         '2026-01-01', 'maria' from gateway_customer where customer = 'cus_${made}'`,
    `insert into autopay_agreement (account_id, person_id, saved_card_id, state, reason, day_rule, day_number, most_cents,
         words_sha256, accepted_at, accepted_from, session_id, changed_at)
       select '${account}', '${account}', id, '${state}', ${reason === null ? 'null' : `'${reason}'`}, 'daysBefore', 3,
         30000, repeat('a', 64), '2026-01-01', '', 1, '2026-01-02' from saved_card where method = 'pm_${made}'
       returning id`,
  ])
  return rows[0]?.id ?? 0
}

/** @returns its key */
export async function addTestCharge(db: Db, charge: TestCharge): Promise<number> {
  made += 1
  const { account = '4821007391', state = 'NOTIFIED', noticed = 9_520 } = charge
  const { dueOn = '2026-02-20' } = charge
  const { chargeOn = dueOn < '2026-02-17' ? dueOn : '2026-02-17' } = charge
  const agreementId = charge.agreementId ?? (await addTestAgreement(db, { account }))
  const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`)
  const isOpen = state === 'PLANNED' || state === 'NOTIFIED' || state === 'DECLINED'
  const { rows } = await execute(db, [
    `insert into planned_charge (account_id, agreement_id, bill_id, state, reason, held_for, due_on, charge_on,
         noticed_cents, noticed_at, notices, made_at, next_step_at)
       values ('${account}', ${agreementId}, '5${String(made).padStart(11, '0')}', '${state}', ${text(charge.reason)},
         ${text(charge.heldFor)}, '${dueOn}', '${chargeOn}', ${noticed ?? 'null'},
         ${noticed === null ? 'null' : `'2026-02-01'`}, ${noticed === null ? 0 : 1}, '2026-02-01',
         ${isOpen ? `'2026-02-01'` : 'null'})
       returning id`,
  ])
  return rows[0]?.id ?? 0
}

async function execute(db: Db, statements: readonly string[]): Promise<{ rows: { id: number }[] }> {
  return await db.transaction().execute(async (tx) => {
    let result: { rows: { id: number }[] } = { rows: [] }
    await sql`set local test.any_state = 'on'`.execute(tx)
    for (const statement of statements) result = await sql<{ id: number }>`${sql.raw(statement)}`.execute(tx)
    return result
  })
}
