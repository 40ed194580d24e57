import type { PayMethod } from '@portal/contract/bank-accounts'
import { startCheckout } from '@portal/contract/checkout'
import { type FeeChannel, feeRuleOf, serviceFeeOf } from '@portal/contract/fees'
import { type Cents, noCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import { refuse } from '../../refusal.ts'
import type { Intent } from '../charge/intent.ts'
import { type Payer, modeOf } from './payer.ts'

const channelOf = { Online: 'online', 'Phoned-In': 'phone' } as const satisfies Record<PaymentMode, FeeChannel>

/** The service fee that comes on top. @throws `fee-changed` when the payer was shown another one */
export function checkFee(
  { serviceFees }: Pick<UtilityProfile, 'serviceFees'>,
  { payer, fee: shown = noCents }: { payer: Payer; fee?: Cents },
  method: PayMethod,
  amount: Cents,
): Intent['fee'] {
  const asked = [serviceFees, method, channelOf[modeOf(payer.session)]] as const
  const fee = serviceFeeOf(...asked, amount)
  if (fee !== shown) throw refuse(startCheckout, 'fee-changed', { fee, serviceFees })
  const rule = feeRuleOf(...asked)
  return rule && { amount: fee, rule }
}
