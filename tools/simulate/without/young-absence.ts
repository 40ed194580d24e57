export * from '@portal/server/payments/schedule.ts'

export const absenceAge = 0
export const absenceMisses = 1
