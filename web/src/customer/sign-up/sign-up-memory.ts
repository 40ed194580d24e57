import { AccountNumber } from '@portal/contract/ids'
import { AccountRelationship } from '@portal/contract/sign-up'
import { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import { z } from 'zod'

/** An enrolment that has been begun: of which account, its handle, and where that account's bills go. */
const Enrolment = z.object({
  accountId: AccountNumber,
  handle: EnrolmentHandle,
  billAddressSource: AccountRelationship.shape.billAddressSource,
})
export type Enrolment = z.infer<typeof Enrolment>

const key = 'signUp'

/**
 * Keeps what a reload of the wizard needs to come back to where it was, for this tab: no name, no address, nothing of
 * what was typed but the account number. The enrolment itself is the server's (R5).
 */
export function keepEnrolment(enrolment: Enrolment | null): void {
  try {
    if (enrolment) sessionStorage.setItem(key, JSON.stringify(enrolment))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden or full: a reload starts at the first step.
  }
}

export function keptEnrolment(): Enrolment | null {
  try {
    const kept = Enrolment.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}
