import { AccountNumber, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { testAccount } from '#testing/data.ts'

/** An account that a clerk has found; `testPhonedInAccount(7)` is 0000000007, owned by a person who has no other. */
export function testPhonedInAccount(number: number, differences: Partial<PhonedInAccount> = {}): PhonedInAccount {
  const digits = String(number).padStart(10, '0')
  return {
    ...testAccount({ accID: AccountNumber.parse(digits) }),
    isComplete: true,
    latestBill: null,
    arrears: [],
    alreadyPaid: { Visa: cents(0), Discover: cents(0) },
    personId: PersonId.parse(digits),
    fullName: 'Maria Cruz',
    emailAddress: '',
    postal: '',
    ...differences,
  }
}
