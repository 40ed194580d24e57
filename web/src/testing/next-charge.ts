import { CalendarDate } from '@portal/contract/dates'
import { cents, noCents } from '@portal/contract/money'
import type { NextCharge } from '@portal/contract/next-charge'
import { largestPayment } from '@portal/contract/owed'

/** $80.53 on 12/04/2026, as the customer was told. */
export function testNextCharge(differences: Partial<NextCharge> = {}): NextCharge {
  return {
    says: 'charges',
    on: CalendarDate.parse('2026-12-04'),
    dueOn: CalendarDate.parse('2026-12-04'),
    amount: cents(8053),
    fee: noCents,
    most: largestPayment,
    cardEnds: null,
    heldFor: null,
    ...differences,
  }
}
