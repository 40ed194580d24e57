/** What a transaction does with money. */
type TransactionKind = 'purchase' | 'void' | 'refund'

export interface TransactionType {
  kind: TransactionKind
  /** Whether it names an earlier transaction by its tag instead of a card. */
  isTagged: boolean
}

const types: Readonly<Record<string, TransactionType>> = {
  '00': { kind: 'purchase', isTagged: false },
  '04': { kind: 'refund', isTagged: false },
  '13': { kind: 'void', isTagged: false },
  '33': { kind: 'void', isTagged: true },
  '34': { kind: 'refund', isTagged: true },
}

/** The type of a wire code, or null for one that is not simulated. */
export function transactionType(code: string): TransactionType | null {
  return Object.hasOwn(types, code) ? (types[code] ?? null) : null
}
