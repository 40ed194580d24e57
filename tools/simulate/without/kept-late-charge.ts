import type { reverseLateCharge as original } from '@portal/server/payments/charge/late-charge.ts'

export * from '@portal/server/payments/charge/late-charge.ts'

export const reverseLateCharge: typeof original = async () => false
