import { startCheckout } from '@portal/contract/checkout'
import { bankLimit } from '@portal/contract/checkout-problems'
import { dateIn } from '@portal/contract/dates'
import { type Cents, cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { BankAccountFacts } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import { startOfDay } from '../../database/sql.ts'
import { refuse } from '../../refusal.ts'
import { composeOutcome } from '../charge/outcome.ts'
import { recordOutcome } from '../charge/record-outcome.ts'
import type { Engine } from '../engine.ts'
import { readById } from '../records/checkouts.ts'
import { type AskedAccount, beingPaid } from './check-accounts.ts'

/** What the utility takes from this bank account. @throws Refusal: bank-account-unusable, bank-limit */
export async function checkBank(
  engine: Engine,
  { fingerprint }: Pick<BankAccountFacts, 'fingerprint'>,
  amount: Cents,
): Promise<void> {
  const { mostPerPayment, mostPerDay } = engine.profile.bankPayments ?? {}
  if (mostPerPayment !== undefined && amount > mostPerPayment) {
    throw refuse(startCheckout, 'bank-limit', { detail: bankLimit(cents(mostPerPayment), 'payment') })
  }
  if (fingerprint === null) return
  const { isUnusable, today } = await readBank(engine, fingerprint)
  if (isUnusable) throw refuse(startCheckout, 'bank-account-unusable')
  if (mostPerDay !== undefined && amount + today > mostPerDay) {
    throw refuse(startCheckout, 'bank-limit', { detail: bankLimit(cents(mostPerDay), 'day') })
  }
}

/** Closed, wrong, frozen, or its holder allows no debits: whoever uses it, the bank would send the next one back, too. */
export const unusableFor = ['account', 'unauthorized', 'person'] as const

async function readBank(
  { db, clock, profile }: Engine,
  fingerprint: string,
): Promise<{ isUnusable: boolean; today: Cents }> {
  const day = dateIn(profile.timeZone, clock.now())
  const { rows } = await sql<{ isUnusable: boolean; today: Cents }>`
    select coalesce(bool_or(return_reason = any(${[...unusableFor]}::text[])), false) as "isUnusable",
      coalesce(sum(amount_cents) filter (where sent_at >= ${startOfDay(day, profile.timeZone)}
        and state not in ('DECLINED', 'NOT_CHARGED')), 0)::bigint as today
    from charge_attempt where bank_fingerprint = ${fingerprint}`.execute(db)
  return rows[0] ?? { isUnusable: false, today: cents(0) }
}

/**
 * Nothing has been debited for them, and nothing may be once the account is paid another way. What the gateway does not
 * cancel has to be waited for. @throws Refusal account-being-paid
 */
export async function cancelVerifying(engine: Engine, asked: readonly AskedAccount[]): Promise<void> {
  const accounts = asked.map(({ accountId }) => accountId)
  const running = await engine.db
    .selectFrom('charge_attempt as attempt')
    .innerJoin('checkout_item as item', 'item.checkout_id', 'attempt.checkout_id')
    .select('attempt.checkout_id as id')
    .distinct()
    .where('attempt.state', '=', 'VERIFYING')
    .where('item.account_id', 'in', accounts)
    .execute()
  for (const { id } of running) {
    const checkout = await readById(engine.db, id)
    const tag = checkout?.attempt.transactionTag
    if (!checkout || !tag) continue
    const said = await engine.gateway.bankAccounts?.cancel(tag)
    if (said?.outcome !== 'canceled') throw await beingPaid(engine, asked)
    const detail = { reason: 'paid another way' }
    const parts = { to: 'NOT_CHARGED', from: ['VERIFYING'], reply: null, detail, epoch: null } as const
    await recordOutcome(engine.db, composeOutcome(engine, checkout, parts))
  }
}
