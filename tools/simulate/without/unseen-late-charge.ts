import { evaluateRecheck as original } from '@portal/server/payments/inquiry/evaluate-inquiry.ts'

export * from '@portal/server/payments/inquiry/evaluate-inquiry.ts'

export const evaluateRecheck: typeof original = (checkout, found) => ({ ...original(checkout, found), charges: [] })
