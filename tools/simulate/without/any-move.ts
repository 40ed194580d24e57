import { attemptStates } from '@portal/server/database/tables/payments.ts'
import type { attemptStatesBefore as original } from '@portal/server/payments/states.ts'

export * from '@portal/server/payments/states.ts'

export const attemptStatesBefore: typeof original = () => [...attemptStates]
export const undecidedStates = attemptStates
