import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import type { Tx } from '../../database/connect.ts'
import { blockedAccountsOf, liftBankBlock } from '../../payments/bank-blocks.ts'
import type { Engine } from '../../payments/engine.ts'
import { addNote } from '../../payments/manual/manual-actions.ts'
import type { ManualAction } from '../../payments/reversals/request-refund.ts'
import { refuseField } from '../../refusal.ts'
import { asksAboutBank } from './read-exception.ts'

/** For each account of the payment that needs it. */
export async function allowBank({ profile }: Engine, tx: Tx, action: ManualAction): Promise<boolean> {
  const { checkoutId, by, reason, at } = action
  const blocked = await blockedAccountsOf(tx, profile, checkoutId, at)
  for (const account of blocked) await liftBankBlock(tx, { account, by, reason, at })
  if (blocked.length === 0) return false
  await addNote(tx, action, `allowed bank payments for ${blocked.join(', ')}`)
  return true
}

/** @throws Refusal where the bank may still return the payment */
export async function requireNoBank(tx: Tx, { checkoutId, at }: ManualAction): Promise<void> {
  const asked = await tx
    .selectFrom('charge_attempt')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where(asksAboutBank(at))
    .executeTakeFirst()
  if (asked) throw refuseField('bankNotAsked', exceptionsTexts.bankNotAskedMissing)
}
