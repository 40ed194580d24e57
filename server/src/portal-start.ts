import { dateIn } from '@portal/contract/dates'
import { takesCards } from '@portal/contract/paths'
import { type PortalStart, UtilityProfile } from '@portal/contract/utility'
import { bankPaymentsOf } from './adapters/payment-gateway/port.ts'
import type { Deps } from './deps.ts'
import type { MaintenanceFlags } from './foundation/maintenance.ts'
import { callOrigins } from './settings/hosts.ts'
import { cardFeeInWords } from './settings/page-texts.ts'

interface PageRequest {
  isSignedIn: (kind: 'customer' | 'admin') => Promise<boolean>
  /** Path and query. */
  address: string
}

/** A page never fails because of the database: it starts as if nothing were off. The server still checks each call. */
export async function portalStart(
  {
    config,
    profile,
    clock,
    log,
    paymentGateway,
    billing,
  }: Pick<Deps, 'config' | 'profile' | 'clock' | 'log' | 'paymentGateway' | 'billing'>,
  readFlags: () => Promise<MaintenanceFlags>,
  { isSignedIn, address }: PageRequest,
): Promise<PortalStart> {
  const today = dateIn(profile.timeZone, clock.now())
  const origins = callOrigins(config)
  const { frame } = paymentGateway
  const orElse =
    <T>(value: T) =>
    (error: unknown): T => {
      log.error({ err: error }, 'Page served without start data')
      return value
    }
  const [maintenance, customer, admin, data] = await Promise.all([
    readFlags().catch(orElse({ login: false, payNow: false, autoPay: false, notifications: false })),
    isSignedIn('customer').catch(orElse(false)),
    isSignedIn('admin').catch(orElse(false)),
    billing.newestData().catch(orElse(null)),
  ])
  return {
    profile: UtilityProfile.parse({
      ...profile,
      bankPayments: bankPaymentsOf(profile, paymentGateway),
      cardFee: cardFeeInWords(profile),
    }),
    maintenance: { login: maintenance.login, payNow: maintenance.payNow },
    signedIn: { customer, admin },
    year: Number(today.slice(0, 4)),
    month: today.slice(0, 7),
    today,
    ...(frame && { cardFrame: { gateway: paymentGateway.name, start: frame.start, isAllowed: takesCards(address) } }),
    ...(data && data.lacks.length > 0 && { billing: { asOf: data.asOf, lacks: [...data.lacks] } }),
    ...(paymentGateway.savedMethods && { savesCards: true as const }),
    ...(paymentGateway.payouts && { hasPayouts: true as const }),
    ...(profile.paymentFile && {
      paymentFiles: profile.paymentFile.negative ? ('negative' as const) : ('byHand' as const),
    }),
    ...(Object.keys(origins).length > 0 && { callOrigins: origins }),
  }
}
