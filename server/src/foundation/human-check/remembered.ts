import type { HumanCheckPurpose } from '@portal/contract/human-check'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { CheckedAnswer } from './human-check.ts'

/**
 * Keeps a checked answer for the session's next call that needs one. A newer answer replaces it.
 * @returns false when the answer was used before.
 */
export async function keepHumanCheck(
  db: Db,
  sessionId: number,
  purpose: HumanCheckPurpose,
  checked: CheckedAnswer,
): Promise<boolean> {
  const kept = await sql`
    insert into session_human_check (session_id, purpose, check_id, expires_at)
    select ${sessionId}::bigint, ${purpose}, ${checked.id}, ${checked.expiresAt}::timestamptz
    where not exists (select from spent_human_check where id = ${checked.id})
    on conflict (session_id, purpose) do update set check_id = excluded.check_id, expires_at = excluded.expires_at
  `.execute(db)
  return kept.numAffectedRows === 1n
}

/**
 * The answer that the session submitted for this purpose, if it is still valid and unused. Whoever acts on it must
 * spend it.
 */
export async function recallHumanCheck(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionId: number,
  purpose: HumanCheckPurpose,
): Promise<CheckedAnswer | null> {
  const row = await db
    .selectFrom('session_human_check as kept')
    .leftJoin('spent_human_check as spent', 'spent.id', 'kept.check_id')
    .select(['kept.check_id as id', 'kept.expires_at as expiresAt'])
    .where('kept.session_id', '=', sessionId)
    .where('kept.purpose', '=', purpose)
    .where('kept.expires_at', '>', clock.now())
    .where('spent.id', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
