import { type ChargeVerdict, type FoundTransaction, emptyReply } from '@portal/server/adapters/card-gateway/port.ts'
import { modelAuthorization } from './reversals.ts'

/** What the gateway reveals of a charge. */
type Charge = Pick<FoundTransaction, 'tag' | 'reference' | 'amount'> & { status: 'approved' | 'declined' }

/** The same transaction, decided the other way. */
export function otherwise(transaction: FoundTransaction): FoundTransaction {
  return { ...transaction, status: transaction.status === 'approved' ? 'declined' : 'approved' }
}

/** A charge as the search and the report list it. */
export function listed({ tag, reference, amount, status }: Charge): FoundTransaction {
  return { tag, reference, amount, status, kind: 'purchase', authorization: modelAuthorization, at: '' }
}

/** What the gateway answers to a charge when its answer arrives. */
export function verdictOf({ tag, status }: Pick<Charge, 'tag' | 'status'>): ChargeVerdict {
  const reply = {
    ...emptyReply,
    tag,
    authorization: status === 'approved' ? modelAuthorization : null,
    exactCode: '00',
  }
  return status === 'approved' ? { outcome: 'charged', reply } : { outcome: 'declined', reply }
}
