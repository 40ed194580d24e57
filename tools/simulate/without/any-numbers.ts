import { gatewayDiscrepancies as original } from '@portal/server/features/reconciliation/gateway-discrepancies.ts'

export * from '@portal/server/features/reconciliation/gateway-discrepancies.ts'

export const gatewayDiscrepancies: typeof original = (match, moment) =>
  original(match, moment).filter(({ kind }) => kind !== 'recordedWithOtherNumbers')
