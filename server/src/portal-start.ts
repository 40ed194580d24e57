import { dateIn } from '@portal/contract/dates'
import { type PortalStart, UtilityProfile } from '@portal/contract/utility'
import type { Deps } from './deps.ts'
import type { MaintenanceFlags } from './foundation/maintenance.ts'
import { callOrigins } from './settings/hosts.ts'

/** A page never fails because of the database: it starts as if nothing were off. The server still checks each call. */
export async function portalStart(
  { config, profile, clock, log }: Pick<Deps, 'config' | 'profile' | 'clock' | 'log'>,
  readFlags: () => Promise<MaintenanceFlags>,
  isSignedIn: (kind: 'customer' | 'admin') => Promise<boolean>,
): Promise<PortalStart> {
  const today = dateIn(profile.timeZone, clock.now())
  const origins = callOrigins(config)
  const orElse =
    <T>(value: T) =>
    (error: unknown): T => {
      log.error({ err: error }, 'Page served without start data')
      return value
    }
  const [maintenance, customer, admin] = await Promise.all([
    readFlags().catch(orElse({ login: false, payNow: false })),
    isSignedIn('customer').catch(orElse(false)),
    isSignedIn('admin').catch(orElse(false)),
  ])
  return {
    profile: UtilityProfile.parse(profile),
    maintenance,
    signedIn: { customer, admin },
    year: Number(today.slice(0, 4)),
    month: today.slice(0, 7),
    ...(Object.keys(origins).length > 0 && { callOrigins: origins }),
  }
}
