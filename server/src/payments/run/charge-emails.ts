import { billEmails } from '../agreements/emails.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import type { About } from '../planned/partners.ts'
import type { ChargeEmails } from '../planned/write-email.ts'
import { scheduledEmails } from '../schedules/emails.ts'

/** What its owner reads about a planned charge: of an AutoPay agreement, or of a scheduled payment. */
export function chargeEmails(about: About, charge: PlannedCharge): ChargeEmails {
  const { of } = charge
  return of.kind === 'agreement' ? billEmails(about, charge, of) : scheduledEmails(about, charge, of)
}
