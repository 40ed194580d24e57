import { dollars } from '@portal/contract/money'
import type { ChargeRecord } from '../../adapters/card-gateway/port-records.ts'

const mostNamed = 20

/** For people who have to find out whom a charge is for that we do not have: ` Accounts: 0123456789 $80.53.` */
export function accountsInWords(accounts: ChargeRecord['accounts'] | undefined): string {
  if (!accounts || accounts.length === 0) return ' Accounts: not known to the gateway.'
  const named = accounts.slice(0, mostNamed).map(({ accountId, amount }) => `${accountId} ${dollars(amount)}`)
  const more = accounts.length - named.length
  return ` Accounts: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
