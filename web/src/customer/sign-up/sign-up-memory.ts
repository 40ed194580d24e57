import { AccountNumber } from '@portal/contract/ids'
import { AccountRelationship } from '@portal/contract/sign-up'
import { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import { z } from 'zod'

/** An enrolment that has been started: the account, the server's handle, and the source of the billing address. */
const Enrolment = z.object({
  accountId: AccountNumber,
  handle: EnrolmentHandle,
  billAddressSource: AccountRelationship.shape.billAddressSource,
})
export type Enrolment = z.infer<typeof Enrolment>

const key = 'signUp'

/**
 * Stores, for this tab, what a reloaded wizard needs to resume: no name, no address, and of the input only the account
 * number. The enrolment itself is the server's (R5).
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
