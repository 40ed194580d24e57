import { billEmails } from '../agreements/emails.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import type { About } from '../planned/partners.ts'
import type { ChargeEmails } from '../planned/write-email.ts'
import { scheduledEmails } from '../schedules/emails.ts'

export function chargeEmails(about: About, charge: PlannedCharge): ChargeEmails {
  const { of } = charge
  return of.kind === 'agreement' ? billEmails(about, charge, of) : scheduledEmails(about, charge, of)
}
