import { listedTransactions as original } from '@portal/server/payments/inquiry/search-gateway.ts'

export * from '@portal/server/payments/inquiry/search-gateway.ts'

export const listedTransactions: typeof original = (transactions) => {
  const rows = transactions.map((transaction) => original([transaction]))
  return {
    charges: rows.flatMap(({ charges }) => charges),
    reversals: rows.flatMap(({ reversals }) => reversals),
    refusals: rows.flatMap(({ refusals }) => refusals),
    unknownKind: rows.flatMap(({ unknownKind }) => unknownKind),
    isContradictory: original(transactions).isContradictory,
  }
}
