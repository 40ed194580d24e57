import { z } from 'zod'
import { call } from './call.ts'

/** A maintenance switch: 1 means that function is switched off for maintenance (design R16). */
export const MaintenanceFlag = z.object({ id: z.number().int(), flag: z.union([z.literal(0), z.literal(1)]) })
export type MaintenanceFlag = z.infer<typeof MaintenanceFlag>

/** `GET /api/v1/system-maintenance`: the two switches in order, login / sign-up first, Pay Now second (A§3, C§7). */
export const readMaintenance = call({
  method: 'GET',
  path: '/api/v1/system-maintenance',
  summary: 'The maintenance switches, login / sign-up first, Pay Now second (C§7)',
  access: 'anyone',
  reply: z.tuple([MaintenanceFlag, MaintenanceFlag]),
  problems: {},
})

/** What visitors read while Pay Now is switched off. */
export const payNowMaintenanceMessage =
  'Pay Now is under temporary maintenance. Please try again later, or call customer service to pay.'
