import type { BlockReason } from '@portal/contract/autopay'
import type { PaidWith } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentGateway } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'

/**
 * The customer's own, neither removed nor blocked, at the gateway that charges now and in its mode. It stays so in
 * the transaction. Null for any other.
 */
export async function usableMethod(
  { gateway }: { gateway: Charging },
  tx: Db | Tx,
  webUserId: number,
  savedCardId: number,
): Promise<PaidWith | null> {
  const { rows } = await sql<PaidWith>`
    select ${paidWith} from saved_card card join gateway_customer owner on owner.id = gateway_customer_id
    where card.id = ${savedCardId} and ${isUsable(gateway, sql`${webUserId}`)}
    for share of card`.execute(tx)
  return rows[0] ?? null
}

/** SQL on the row `card`: a bank account; null for a card. */
export const bankAccountOf = sql`case when card.bank_name is not null then json_build_object(
  'bankName', card.bank_name, 'accountType', card.bank_account_type, 'lastFour', card.last_four) end`

/** SQL on the row `card`: how people know it (`PaidWith`). */
export const paidWith = sql`card.brand, card.last_four as "lastFour", ${bankAccountOf} as "bankAccount"`

/** Of `card` and its `owner`. */
export function isUsable({ name, savedMethods }: Charging, webUserId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(removed_at is null and blocked_for is null and owner.web_user_id = ${webUserId}
    and owner.gateway = ${name} and owner.is_live = ${savedMethods?.isLive ?? false})`
}

type Charging = Pick<PaymentGateway, 'name' | 'savedMethods'>

/**
 * Nobody debits that bank account again, whoever has saved it. Its agreements pause (`agreements/pause-blocked.ts`), and its
 * scheduled payments end.
 */
export async function blockAccount(tx: Tx, fingerprint: string, reason: BlockReason, at: Instant): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update saved_card set blocked_for = ${reason}
    where fingerprint = ${fingerprint} and bank_name is not null and blocked_for is null returning id`.execute(tx)
  for (const { id } of rows) await wakeScheduled(tx, id, at)
}

/** Charges of this card that belong to schedules find out right away that it is gone. */
export async function wakeScheduled(tx: Tx, savedCardId: number, at: Instant): Promise<void> {
  await sql`
    update planned_charge set next_step_at = ${at} from payment_schedule schedule
    where schedule.saved_card_id = ${savedCardId} and schedule.id = schedule_id and next_step_at is not null`.execute(
    tx,
  )
}

/** A card that an agreement or a schedule charges after this day. */
const isChargedAfter = (day: CalendarDate) => sql`(
  exists (
    select from autopay_agreement where saved_card_id = card.id and state = 'ACTIVE'
      and (ends_on is null or ends_on > ${day}))
  or exists (
    select from payment_schedule schedule join planned_charge charge on schedule_id = schedule.id
    where schedule.saved_card_id = card.id and charge_on > ${day} and charge.state in ('PLANNED', 'NOTIFIED')))`

/** Whose card it is, if it is to be charged without its owner; null otherwise. */
export async function ownerOfPlanned(db: Db, savedCardId: number, today: CalendarDate): Promise<PersonId | null> {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId" from saved_card card
    join gateway_customer owner on owner.id = gateway_customer_id
    join web_user on web_user.id = owner.web_user_id
    where card.id = ${savedCardId} and ${isChargedAfter(today)}`.execute(db)
  return rows[0]?.personId ?? null
}

export interface ExpiringCard {
  id: number
  brand: string
  lastFour: string
  expires: string
  personId: PersonId
}

/** Cards whose last month is this one, to be charged after its last day, whose owners have not been told this yet. */
export async function expiringCards(
  db: Db,
  { gateway, isLive }: { gateway: string; isLive: boolean },
  { month, lastDay, warning }: { month: string; lastDay: CalendarDate; warning: string },
  most: number,
): Promise<ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    select card.id, brand, last_four as "lastFour", expires, person_id as "personId"
    from saved_card card
    join gateway_customer owner on owner.id = gateway_customer_id
    join web_user on web_user.id = owner.web_user_id
    where removed_at is null and expires = ${month} and expiry_mailed is distinct from ${warning}
      and gateway = ${gateway} and is_live = ${isLive} and ${isChargedAfter(lastDay)}
    order by card.id limit ${most}`.execute(db)
  return rows
}

/** False when the card was updated or removed meanwhile, or was mailed before. */
export async function recordExpiryMailed(
  tx: Tx,
  { id, expires }: Pick<ExpiringCard, 'id' | 'expires'>,
  warning: string,
): Promise<boolean> {
  const { rows } = await sql`
    update saved_card set expiry_mailed = ${warning}
    where id = ${id} and expires = ${expires} and removed_at is null and expiry_mailed is distinct from ${warning}
    returning id`.execute(tx)
  return rows.length > 0
}
