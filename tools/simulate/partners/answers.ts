import { type ChargeResult, type FoundTransaction, emptyReply } from '@portal/server/adapters/card-gateway/port.ts'
import { authorizationOfAll } from './reversals.ts'

/** The part of a charge that the gateway reveals. */
type Charge = Pick<FoundTransaction, 'tag' | 'reference' | 'amount'> & { status: 'approved' | 'declined' }

/** The same transaction with the opposite decision. */
export function otherwise(transaction: FoundTransaction): FoundTransaction {
  return { ...transaction, status: transaction.status === 'approved' ? 'declined' : 'approved' }
}

/** A charge as the search and the report list it. */
export function listed({ tag, reference, amount, status }: Charge): FoundTransaction {
  return { tag, reference, amount, status, kind: 'purchase', authorization: authorizationOfAll, at: '' }
}

/** The gateway's answer to a charge, when the answer arrives. */
export function verdictOf({ tag, status }: Pick<Charge, 'tag' | 'status'>): ChargeResult {
  const reply = {
    ...emptyReply,
    tag,
    authorization: status === 'approved' ? authorizationOfAll : null,
    code: '00',
  }
  return status === 'approved' ? { outcome: 'charged', reply } : { outcome: 'declined', reply }
}
