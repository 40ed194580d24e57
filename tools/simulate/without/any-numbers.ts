import { judgeGateway as original } from '@portal/server/features/reconciliation/judge-gateway.ts'

export * from '@portal/server/features/reconciliation/judge-gateway.ts'

export const judgeGateway: typeof original = (match, moment) =>
  original(match, moment).filter(({ kind }) => kind !== 'recordedWithOtherNumbers')
