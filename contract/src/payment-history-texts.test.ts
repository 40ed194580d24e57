import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { amountPaid } from './payment-history.ts'

test.each([
  ['a payment', '-12.50', cents(1250)],
  ['a payment that was taken back', '12.50', cents(-1250)],
  ['nothing', '0.00', cents(0)],
])('what somebody paid: %s', (_what, total, paid) => expect(amountPaid(total)).toBe(paid))
