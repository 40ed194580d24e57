import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Engine } from '../engine.ts'
import { stopAgreement } from './agreements.ts'
import type { ChangedBy } from './move-agreement.ts'

/**
 * Once the card can't be charged anymore: the customer is told right away, and not at the next bill. What this leaves,
 * because a process ended, the run pauses when a charge is due.
 */
export async function pauseAgreementsOf(
  { engine, billing, profile }: Pick<Deps, 'billing' | 'profile'> & { engine: Engine },
  savedCardId: number,
  by?: ChangedBy,
): Promise<void> {
  const parts = { engine, deps: { db: engine.db, clock: engine.clock, billing, profile } }
  const { rows } = await sql<{ id: number }>`
    select id from autopay_agreement where saved_card_id = ${savedCardId} and state <> 'ENDED' and state = 'ACTIVE'
    order by id limit ${mostAtOnce}`.execute(engine.db)
  for (const { id } of rows) await stopAgreement(parts, id, 'card_removed', by)
}

const mostAtOnce = 200
