import type { FoundTransaction } from '../../adapters/card-gateway/port.ts'

/**
 * The transactions that the gateway lists for one reference, sorted by what they mean. Each list has the oldest first.
 */
export interface ListedTransactions {
  /** Approved purchases, whether or not they have been taken back since. */
  charges: FoundTransaction[]
  /** Approved voids and refunds. Those that the gateway made by itself do not say which charge they belong to. */
  reversals: FoundTransaction[]
  /** Purchases that were not approved. */
  refusals: FoundTransaction[]
  /** Approved, but of a kind that the portal never asks for. A person must find out whether money moved. */
  unheardOf: FoundTransaction[]
  /** The same transaction is listed in two ways, as when its row changed while the pages were being read. */
  isContradictory: boolean
}

/**
 * Sorts the gateway's list, which is in no particular order and may repeat a row. Each tag is one transaction, and tags
 * rise with time.
 */
export function transactionsOf(transactions: readonly FoundTransaction[]): ListedTransactions {
  const byTag = new Map(transactions.map((transaction) => [transaction.tag, transaction]))
  const inOrder = [...byTag.values()].toSorted((one, other) => Number(one.tag) - Number(other.tag))
  const approved = inOrder.filter(({ status }) => status === 'approved')
  return {
    charges: approved.filter(({ kind }) => kind === 'purchase'),
    reversals: approved.filter(({ kind }) => kind === 'void' || kind === 'refund'),
    refusals: inOrder.filter(({ kind, status }) => kind === 'purchase' && status !== 'approved'),
    unheardOf: approved.filter(({ kind }) => kind === 'other'),
    isContradictory: transactions.some((row) => !isSame(row, byTag.get(row.tag) ?? row)),
  }
}

function isSame(one: FoundTransaction, other: FoundTransaction): boolean {
  return one.kind === other.kind && one.status === other.status && one.amount === other.amount
}
