import { readProfile } from '@portal/server/settings/profile.ts'

/** The utility of the simulated worlds, with only what emails print and the time zone. */
export const simulatedUtility = { ...readProfile(), name: 'Simulated Water', timeZone: 'Pacific/Guam' }
