import type { searchBesideCanary as original } from '@portal/server/payments/inquiry/search-gateway.ts'

export * from '@portal/server/payments/inquiry/search-gateway.ts'

export const searchBesideCanary: typeof original = async ({ gateway }, { subject, reference, sentAt }) => {
  const found = await gateway.inquire({ subject, reference, tag: null, sentAt })
  return { found, isAbsenceProven: found.outcome === 'nothing' }
}
