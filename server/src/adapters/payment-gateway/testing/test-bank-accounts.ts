import { testClock } from '../../../testing/clock.ts'
import type { BankAccounts } from '../port-bank-accounts.ts'
import { stripePaymentGateway } from '../stripe/gateway.ts'

/** With the calendar and the codes of Stripe. Nothing is asked of it. */
export function testBankAccounts(): BankAccounts {
  const { bankAccounts } = stripePaymentGateway(
    {
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      url: 'http://127.0.0.1:9',
      timeZone: 'Pacific/Guam',
      chargeTimeout: 1_000,
    },
    testClock(),
  )
  if (!bankAccounts) throw new Error('Stripe debits bank accounts')
  return bankAccounts
}
