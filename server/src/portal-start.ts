import { dateIn } from '@portal/contract/dates'
import type { PortalStart } from '@portal/contract/utility'
import type { Deps } from './deps.ts'
import type { Switches } from './features/maintenance/read-switches.ts'

/**
 * What every page starts with. A page never waits or fails for the database: when the switches cannot be read it starts
 * as if nothing were switched off, and the server's own check of each call still holds.
 */
export async function portalStart(
  { profile, clock, log }: Pick<Deps, 'profile' | 'clock' | 'log'>,
  readSwitches: () => Promise<Switches>,
): Promise<PortalStart> {
  const today = dateIn(profile.timeZone, clock.now())
  const maintenance = await readSwitches().catch((error: unknown) => {
    log.error({ err: error }, 'The maintenance switches cannot be read')
    return { login: false, payNow: false }
  })
  return { profile, maintenance, year: Number(today.slice(0, 4)), month: today.slice(0, 7) }
}
