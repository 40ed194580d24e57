import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { UtilityProfile } from '@portal/contract/utility'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { scrub } from '../database/long-digits.ts'

/**
 * SQL: whether banks have returned so many payments of an account, since a person last let it pay from bank accounts,
 * that it can't anymore.
 */
export function isBankBlocked(
  { bankPayments }: Pick<UtilityProfile, 'bankPayments'>,
  account: RawBuilder<unknown>,
  now: Instant,
): RawBuilder<boolean> {
  if (!bankPayments) return sql<boolean>`false`
  const { count, months } = bankPayments.returnsBlock ?? { count: 2, months: 12 }
  return sql<boolean>`(
    select count(*) >= ${count}::int
    from checkout_item back join charge_attempt sent_back on sent_back.checkout_id = back.checkout_id
    where back.account_id = ${account} and sent_back.return_reason is not null
      and sent_back.decided_at > greatest(${now}::timestamptz - make_interval(months => ${months}::int), (
        select max(lifted_at) from bank_block_lift lift where lift.account_id = ${account})))`
}

/** Those of a payment. */
export async function blockedAccountsOf(
  db: Db | Tx,
  profile: Pick<UtilityProfile, 'bankPayments'>,
  checkoutId: number,
  now: Instant,
): Promise<AccountNumber[]> {
  const { rows } = await sql<{ account: AccountNumber }>`
    select item.account_id as account from checkout_item item
    where item.checkout_id = ${checkoutId}::bigint and ${isBankBlocked(profile, sql`item.account_id`, now)}
    order by item.ordinal`.execute(db)
  return rows.map(({ account }) => account)
}

/** By a person: the account may pay from bank accounts again, until as many more are returned. */
export async function liftBankBlock(
  tx: Tx,
  { account, by, reason, at }: { account: AccountNumber; by: string; reason: string; at: Instant },
): Promise<void> {
  await tx
    .insertInto('bank_block_lift')
    .values({ account_id: account, lifted_at: at, lifted_by: by, reason: scrub(reason) })
    .execute()
}
