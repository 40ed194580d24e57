import type { CustomerCaller } from '@portal/server/caller.ts'
import { sql } from 'kysely'
import { bankFingerprint, bankName } from './partners/stripe-debits.ts'
import type { Life } from './utility.ts'

/** Two cards and a bank account. @returns their ids: of the credit card, the debit card and the account */
export async function saveMethods({ simulated }: Life, { webUserId, username }: CustomerCaller): Promise<number[]> {
  const { gateway, database, scheduler } = simulated
  const saved = await gateway.saveMethods?.()
  if (!saved) throw new Error('This gateway keeps no cards')
  const now = scheduler.now()
  const made = sql<{ id: number }>`
    with owner as (
      insert into gateway_customer (web_user_id, gateway, is_live, customer, made_at)
      values (${webUserId}, 'stripe', false, ${saved.customer}, ${now}::timestamptz) returning id)
    insert into saved_card (gateway_customer_id, method, setup, brand, last_four, expires, funding, fingerprint,
      card_holder, added_at, added_by)
    select owner.id, method, 'seti_' || method, 'Visa', '4242', '2030-12', funding, method, 'A Customer',
      ${now}::timestamptz, ${username}
    from owner, unnest(${saved.methods}::text[], ${['credit', 'debit']}::text[]) as card(method, funding)
    order by funding returning id`
  const account = sql<{ id: number }>`
    insert into saved_card (gateway_customer_id, method, setup, mandate, bank_name, bank_account_type, last_four, fingerprint,
      card_holder, added_at, added_by)
    select id, ${saved.bank.method}, 'seti_' || id, ${saved.bank.mandate}, ${bankName}, 'checking', ${saved.bank.lastFour},
      ${bankFingerprint(saved.bank.lastFour)}, 'A Customer', ${now}::timestamptz, ${username}
    from gateway_customer where customer = ${saved.customer} returning id`
  const cards = (await scheduler.outside(made.execute(database.db))).rows
  return [...cards, ...(await scheduler.outside(account.execute(database.db))).rows].map(({ id }) => id)
}
