import { AccountNumber } from '@portal/contract/ids'
import { AccountRelationship } from '@portal/contract/sign-up'
import { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import { z } from 'zod'
import { readStored, writeStored } from '#session/storage.ts'

/** Started, with the server's handle and the source of the billing address. */
const Enrollment = z.object({
  accountId: AccountNumber,
  handle: EnrollmentHandle,
  billAddressSource: AccountRelationship.shape.billAddressSource,
})
export type Enrollment = z.infer<typeof Enrollment>

const key = 'signUp'

/** For this tab: no name, no address, and of the input only the account number. The enrollment is the server's (R5). */
export function keepEnrollment(enrollment: Enrollment | null): void {
  writeStored('tab', key, enrollment && JSON.stringify(enrollment))
}

/** Without one, the wizard starts at its first step. */
export function keptEnrollment(): Enrollment | null {
  try {
    return Enrollment.parse(JSON.parse(readStored('tab', key) ?? 'null'))
  } catch {
    return null
  }
}
