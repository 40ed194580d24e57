import { ZipCode } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { ChargeRequest, ReversalRequest } from '../../port.ts'
import type { Gge4Settings } from '../settings.ts'

/** A charge, its reversal and settings for tests. The card has a public test number, which cannot pay anything. */
export const exampleCharge = {
  reference: 'G0123456789ABCDEF',
  amount: cents(12050),
  tender: {
    cardHolderName: 'A Payer',
    cardNumber: '4111111111111111',
    validExpDate: '1230',
    cvv: '737',
    billingZipCode: ZipCode.parse('96913'),
  },
  brand: 'Visa',
  mode: 'Online',
  customerReference: '1234567890',
  accounts: [],
  shortNumber: null,
  countTag: 'MULTI-2',
  clientAddress: '203.0.113.7',
  named: async () => true,
} satisfies ChargeRequest

export const exampleReversal: ReversalRequest = {
  kind: 'void',
  reference: 'GREVERSAL0123456A',
  tag: '902006933',
  authorization: 'ET181147',
  amount: cents(12050),
}

export const exampleSettings: Gge4Settings = {
  url: 'http://127.0.0.1:1',
  id: 'A00000-01',
  password: 'terminal-password',
  keyId: '1234',
  hmacKey: 'test-hmac-key',
  searchUser: 'reader',
  searchPassword: 'reader-password',
  timeZone: 'Pacific/Guam',
}
