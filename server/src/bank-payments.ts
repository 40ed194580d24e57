import type { UtilityProfile } from '@portal/contract/utility'
import type { CardGateway } from './adapters/card-gateway/port.ts'

/** How bank accounts pay here; null where the profile does not want them or the gateway can't debit them. */
export function bankPaymentsOf(
  { bankPayments }: Pick<UtilityProfile, 'bankPayments'>,
  { bankAccounts }: Pick<CardGateway, 'bankAccounts'>,
): UtilityProfile['bankPayments'] {
  return bankAccounts ? bankPayments : null
}
