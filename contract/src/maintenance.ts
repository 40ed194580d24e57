import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'

/** 1 means switched off for maintenance (R16). */
export const MaintenanceFlag = z.object({ id: z.number().int(), flag: z.union([z.literal(0), z.literal(1)]) })
export type MaintenanceFlag = z.infer<typeof MaintenanceFlag>

export const readMaintenance = call({
  method: 'GET',
  path: '/api/v1/system-maintenance',
  group: 'general',
  summary: 'The maintenance switches, login / sign-up first, Pay Now second (A§7, C§7)',
  access: 'anyone',
  reply: z.tuple([MaintenanceFlag, MaintenanceFlag]),
  problems: {},
})

/** A§2. */
export const switchNames = { 1: 'Login / Sign Up', 2: 'Pay Now' } as const

export const updateMaintenance = call({
  method: 'POST',
  path: '/api/v1/system-maintenance-update',
  group: 'admin',
  summary: 'Change a maintenance switch (A§7)',
  access: { admin: levelsOfTab['system-maintenance'] },
  body: z.object({ id: z.literal([1, 2, 3, 4]), flag: z.literal([0, 1]) }),
  reply: z.object({ result: z.literal('Success') }),
  problems: {},
})
