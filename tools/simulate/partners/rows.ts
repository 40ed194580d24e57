import type { Cents } from '@portal/contract/money'
import { emptyReply, type ChargeResult, type FoundTransaction } from '@portal/server/adapters/card-gateway/port.ts'
import { authorizationOfAll } from './reversals.ts'

/** A row of the gateway's books, which say truly what was charged. */
export interface GatewayRow {
  tag: string
  reference: string
  amount: Cents
  status: 'approved' | 'declined'
  isReversed: boolean
  /**
   * A charge that nobody can know of when the payer is told that nothing was charged. Its request left a process that
   * had stood still for too long, or the gateway itself had said that it was declined.
   */
  isSurprise: boolean
  listedAt: number
  isGivenBackByHand?: boolean
}

/** The charges for a reference that stand: approved and not given back. */
export function liveCharges(rows: GatewayRow[], reference: string): GatewayRow[] {
  return rows.filter((row) => row.reference === reference && row.status === 'approved' && !row.isReversed)
}

type Charge = Pick<FoundTransaction, 'tag' | 'reference' | 'amount'> & { status: 'approved' | 'declined' }

export function otherwise(transaction: FoundTransaction): FoundTransaction {
  return { ...transaction, status: transaction.status === 'approved' ? 'declined' : 'approved' }
}

export function listed({ tag, reference, amount, status }: Charge): FoundTransaction {
  return { tag, reference, amount, status, kind: 'purchase', authorization: authorizationOfAll, at: '' }
}

export function verdictOf({ tag, status }: Pick<Charge, 'tag' | 'status'>): ChargeResult {
  const reply = {
    ...emptyReply,
    tag,
    authorization: status === 'approved' ? authorizationOfAll : null,
    code: '00',
  }
  return status === 'approved' ? { outcome: 'charged', reply } : { outcome: 'declined', reply }
}
