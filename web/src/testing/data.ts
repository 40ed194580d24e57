import type { Checkout } from '@portal/contract/checkout'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import type { PayableAccount } from '@portal/contract/pay-now'
import type { PortalStart } from '@portal/contract/utility'

export const testStart: PortalStart = {
  profile: {
    name: 'Island Water',
    shortName: 'IW',
    division: 'GWA',
    country: 'USA',
    locale: 'en-US',
    timeZone: 'Pacific/Guam',
    city: 'Mangilao',
    state: 'Guam',
    website: 'https://water.example',
    customerServiceEmail: 'help@water.example',
    phones: [{ label: 'Customer service', number: '671-555-0100' }],
    customerServiceHours: 'Monday to Friday 8:00 a.m.-5:00 p.m.',
    offices: [{ name: 'Main building', address: '100 Demo Road', hours: ['Mon-Fri 7:00am-5:00pm'] }],
    look: {
      deep: '#3b1f2b',
      brand: '#8a1538',
      accent: '#c8963e',
      pay: '#f2c14e',
      ink: '#1d1d1d',
      page: '#f7f3ef',
    },
    paper: 'A4',
    sampleBill: { name: 'ANN SAMPLE', street: '1 SAMPLE ROAD', city: 'ISLA, GU', zip: '96910' },
    waterUnit: 'gallons',
    benefits: ['Pay at any hour'],
    autoPayForms: [{ label: 'Form of a page we do not have', to: '/auto-pay' }],
    paymentDescription: 'Water bill payment',
    bankPayments: null,
    serviceFees: [],
    refundPolicy: 'Call customer service for a refund.',
    receiptFilePrefix: 'IW-Payment',
    cardBrands: ['Visa', 'Mastercard', 'Discover'],
    acceptMastercard2Series: false,
    monthlyCardCap: cents(50_000),
    videoHosts: ['videos.example'],
    consolePath: '/gwaadmin',
  },
  maintenance: { login: false, payNow: false },
  signedIn: { customer: false, admin: false },
  year: 2026,
  month: '2026-11',
  today: CalendarDate.parse('2026-11-20'),
}

/** Of a utility that takes payments from bank accounts. */
export const startWithBanks = {
  profile: { ...testStart.profile, bankPayments: { credit: 'submission', sourceCode: 'ACH' } },
} as const satisfies Partial<PortalStart>

const accountNumber = AccountNumber.parse('0123456789')

export function testAccount(differences: Partial<PayableAccount> = {}): PayableAccount {
  return {
    accID: accountNumber,
    className: 'RESID',
    serviceLocation: '123 Marine Corps Dr, Tamuning, GU 96913',
    amount: cents(8053),
    dueDate: CalendarDate.parse('2026-11-25'),
    isDueDateRed: false,
    arrearsTotal: cents(0),
    isActive: true,
    cashOnlyFlag: 'N',
    isBeingPaid: false,
    pendingPayment: null,
    isBankBlocked: false,
    ...differences,
  }
}

export const testCheckoutId = CheckoutPublicId.parse('5b0f6c3e-8a53-4b7e-9a53-0d8a4c1f2e77')

/** An approved payment of one account. */
export function testCheckout(differences: Partial<Checkout> = {}): Checkout {
  const receiptNumber = ReceiptNumber.parse('W-81234567')
  return {
    publicId: testCheckoutId,
    outcome: 'approved',
    amount: cents(8053),
    fee: noCents,
    currency: 'USD',
    cardBrand: 'Visa',
    bankAccount: null,
    bank: null,
    cardHolderName: 'María Cruz',
    maskedCardNumber: '############1111',
    startedAt: Instant.parse('2026-11-20T22:00:00.000Z'),
    decidedAt: Instant.parse('2026-11-20T22:00:05.000Z'),
    referenceNumber: 'GWA7F3K2M9Q4',
    authorizationNumber: 'ET131078',
    transactionTag: '81234567',
    shortNumber: null,
    message: null,
    receiptNumber,
    confirmationEmail: 'maria@example.com',
    accounts: [
      {
        accountId: accountNumber,
        serviceLocation: '123 Marine Corps Dr, Tamuning, GU 96913',
        amount: cents(8053),
        receiptNumber,
        isPosted: true,
      },
    ],
    ...differences,
  }
}

/** Of a bank account, as the base of what its bank does with it. */
export function bankCheckout(
  outcome: 'verifying' | 'submitted' | 'returned',
  differences: Partial<NonNullable<Checkout['bank']>> = {},
) {
  const submittedAt = outcome === 'verifying' ? null : testCheckout().startedAt
  return {
    ...unpaidCheckout(outcome),
    shortNumber: 'K105-92P9',
    cardBrand: null,
    cardHolderName: 'Ana Cruz',
    bankAccount: { bankName: 'First Hawaiian', accountType: 'checking' as const, lastFour: '6789' },
    bank: {
      submittedAt,
      debitsAbout: submittedAt && Instant.parse('2026-11-24T23:00:00.000Z'),
      answersBy: submittedAt && Instant.parse('2026-11-30T23:00:00.000Z'),
      isCredited: outcome === 'submitted',
      deposits: null,
      returned: outcome === 'returned' ? ('funds' as const) : null,
      ...differences,
    },
  }
}

/** The same payment with another outcome: no receipt, no authorization. */
export function unpaidCheckout(outcome: Checkout['outcome'], message: string | null = null): Checkout {
  const accounts = testCheckout().accounts.map((account) => ({ ...account, receiptNumber: null, isPosted: false }))
  const decidedAt = outcome === 'beingConfirmed' ? null : testCheckout().decidedAt
  return testCheckout({ outcome, message, accounts, decidedAt, receiptNumber: null, authorizationNumber: null })
}
