import { AccountNumber } from '@portal/contract/ids'
import { AccountRelationship } from '@portal/contract/sign-up'
import { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import { z } from 'zod'
import { readStored, writeStored } from '#session/storage.ts'

/** Started, with the server's handle and the source of the billing address. */
const Enrolment = z.object({
  accountId: AccountNumber,
  handle: EnrolmentHandle,
  billAddressSource: AccountRelationship.shape.billAddressSource,
})
export type Enrolment = z.infer<typeof Enrolment>

const key = 'signUp'

/** For this tab: no name, no address, and of the input only the account number. The enrolment is the server's (R5). */
export function keepEnrolment(enrolment: Enrolment | null): void {
  writeStored('tab', key, enrolment && JSON.stringify(enrolment))
}

/** Without one, the wizard starts at its first step. */
export function keptEnrolment(): Enrolment | null {
  try {
    return Enrolment.parse(JSON.parse(readStored('tab', key) ?? 'null'))
  } catch {
    return null
  }
}
