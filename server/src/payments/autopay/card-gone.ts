import { sql } from 'kysely'
import type { CardGone } from '../saved-cards/cards.ts'
import { stopAgreement } from './agreements.ts'
import type { AgreementParts } from './parts.ts'

/**
 * Once the card can't be charged anymore: the customer is told right away, and not at the next bill. What this leaves,
 * because a process ended, the run pauses when a charge is due.
 */
export function pausingAgreements(parts: AgreementParts): CardGone {
  return async (savedCardId, by) => {
    const { rows } = await sql<{ id: number }>`
      select id from autopay_agreement where saved_card_id = ${savedCardId} and state <> 'ENDED' and state = 'ACTIVE'
      order by id`.execute(parts.engine.db)
    for (const { id } of rows) await stopAgreement(parts, id, 'card_removed', by)
  }
}
