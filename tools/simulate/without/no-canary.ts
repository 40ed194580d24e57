import type { searchBesideCanary as original } from '@portal/server/payments/inquiry/search-gateway.ts'

export * from '@portal/server/payments/inquiry/search-gateway.ts'

export const searchBesideCanary: typeof original = async ({ gateway }, { reference, sentAt }) => {
  const found = await gateway.inquire({ reference, tag: null, sentAt })
  return { found, isAbsenceProven: found.outcome === 'nothing' }
}
