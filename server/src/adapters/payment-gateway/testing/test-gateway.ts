import { gge4Traits } from '../gge4/traits.ts'
import type { BankAccounts } from '../port-bank-accounts.ts'
import type { PaymentGateway } from '../port.ts'

/** A gateway that does what a test says, and otherwise is away. */
export function testGateway(script: Partial<PaymentGateway> = {}): PaymentGateway {
  const reason = 'the gateway is away in this test'
  return {
    ...gge4Traits,
    limits: { charge: 65_000, inquiry: 15_000 },
    charge: async () => ({ outcome: 'notSent', reason }),
    inquire: async () => ({ outcome: 'unavailable', reason }),
    reverse: async () => ({ outcome: 'notSent', reason }),
    report: async () => ({ outcome: 'unavailable', reason }),
    check: async () => [],
    ...script,
  }
}

/** Of a gateway that debits bank accounts, as far as no test says more. */
export const testBankAccounts: BankAccounts = {
  answersBy: (sentAt) => sentAt,
  refusedFor: () => 'bank_refused',
  debitsAbout: (sentAt) => sentAt,
  verify: async () => ({ outcome: 'verified' }),
  cancel: async () => ({ outcome: 'tooLate' }),
}

/** A gateway that answers charges like this, and has nothing else to say. */
export function chargingGateway(charge: PaymentGateway['charge']): PaymentGateway {
  return testGateway({ charge, inquire: async () => ({ outcome: 'nothing' }) })
}
