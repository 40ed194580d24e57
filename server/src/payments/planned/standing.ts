import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { AgreementState } from '../../database/tables/autopay.ts'

/** An agreement whose row nobody else can change until the transaction ends. */
export interface LockedAgreement {
  id: number
  account: AccountNumber
  state: AgreementState
  reason: string | null
  webUserId: number | null
  savedCardId: number
}

/** Locks the agreement before its charges, as everybody does who locks both. */
export async function lockAgreement(tx: Tx, id: number): Promise<LockedAgreement | null> {
  const { rows } = await sql<LockedAgreement>`
    select id, account_id as account, state, reason, web_user_id as "webUserId", saved_card_id as "savedCardId"
    from autopay_agreement where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * In the transaction of an approved payment that its payer made with a saved card. Where an agreement waits for its
 * payer to confirm that card, it may go on.
 */
export async function noteConfirmed(tx: Tx, attemptId: number, at: Instant): Promise<void> {
  await sql`
    update autopay_agreement agreement set confirmed_at = ${at}
    from charge_attempt attempt join checkout_item item on item.checkout_id = attempt.checkout_id
    where attempt.id = ${attemptId} and agreement.saved_card_id = attempt.saved_card_id
      and agreement.account_id = item.account_id and agreement.changed_at <= attempt.sent_at
      and agreement.state = 'PAUSED' and reason = 'payer_asked'`.execute(tx)
}
