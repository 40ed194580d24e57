import { listedTransactions as original } from '@portal/server/payments/inquiry/search-gateway.ts'

export * from '@portal/server/payments/inquiry/search-gateway.ts'

export const listedTransactions: typeof original = (transactions) => ({
  ...original(transactions),
  isContradictory: false,
})
