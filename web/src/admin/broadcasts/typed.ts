import { NotificationChannel } from '@portal/contract/notifications'
import { z } from 'zod'
import { storedWork, storeWork } from '#session/storage.ts'

const Values = z.object({
  subject: z.string(),
  channels: z.array(NotificationChannel).readonly(),
  villages: z.array(z.string()).readonly().nullable(),
  body: z.string(),
  text: z.string(),
})
/** What the form holds. */
export type TypedMessage = z.infer<typeof Values>

const Remembered = z.object({ adminId: z.number(), message: z.number().nullable(), values: Values })

/** What this administrator had typed about this message when the end of the session interrupted them in this tab. */
export function recallTyped(adminId: number, message: number | null): TypedMessage | null {
  try {
    const found = Remembered.parse(JSON.parse(storedWork('broadcast') ?? 'null'))
    return found.adminId === adminId && found.message === message ? found.values : null
  } catch {
    return null
  }
}

/** @param values null once they are saved or given up */
export function rememberTyped(adminId: number, message: number | null, values: TypedMessage | null): void {
  storeWork('broadcast', values && JSON.stringify({ adminId, message, values }))
}
