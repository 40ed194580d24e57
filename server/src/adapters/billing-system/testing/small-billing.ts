import { payOldestFirst } from '@portal/contract/aged-debt'
import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber, BillId, PersonId, type ReceiptNumber } from '@portal/contract/ids'
import { cents, noCents, sumCents } from '@portal/contract/money'
import type { BillingPayment, BillingSystem } from '../port.ts'

/** A billing system of one household that keeps its books in memory, beside no table of the portal. */
export function smallBilling(): { billing: BillingSystem; account: AccountNumber; person: PersonId } {
  const account = AccountNumber.parse('9000000001')
  const person = PersonId.parse('9100000001')
  const bill = {
    billId: BillId.parse('900000000001'),
    billDate: CalendarDate.parse('2026-01-15'),
    dueDate: CalendarDate.parse('2026-02-15'),
    total: cents(8_053),
  }
  const address = { address1: '1 Small Street', address2: null, city: 'Tamuning', state: 'GU', postal: '96913' }
  const mailing = { ...address, country: 'USA' }
  const serviceLocation = '1 Small Street, Tamuning, GU, 96913'
  const of = { accountId: account, customerClass: 'RESID', isActive: true, isCashOnly: false, serviceLocation }
  const reach = { personId: person, fullName: 'Rosa Small', isBusiness: false, emailAddress: 'rosa@customer.example' }
  const found = { ...of, division: 'GWA', person: reach, mailing: { ...mailing, source: 'PER' as const } }
  const recorded = new Map<ReceiptNumber, BillingPayment>()
  const cancelled = new Set<ReceiptNumber>()
  const stands = () => [...recorded.values()].filter(({ receipt }) => !cancelled.has(receipt))
  const debt = { newCharges: bill.total, days30: noCents, days60: noCents, days90: noCents, older: noCents }

  const billing: BillingSystem = {
    holdsAccount: () => 'true',
    villages: async () => [mailing.city],
    villagesOf: async (asked) => new Map(asked.includes(account) ? [[account, mailing.city]] : []),
    findAccount: async (asked) => (asked === account ? found : null),
    findAccounts: async (asked) => (asked.includes(account) ? [found] : []),
    proofsOf: async () => ({ lastBill: bill.total, lastPayment: null, lastPaymentDigest: null, pinDigest: null }),
    holdersOf: async (asked) =>
      asked === account
        ? [
            {
              personId: person,
              relationshipType: 'MAIN',
              isMain: true,
              mayUseWeb: true,
              billAddressSource: 'PER',
              override: null,
            },
          ]
        : [],
    findPerson: async (asked) =>
      asked === person ? { ...reach, address: mailing, phones: [], previousEmail: null, previousUsername: null } : null,
    emailAddresses: async (asked) => new Map(asked.includes(person) ? [[person, reach.emailAddress]] : []),
    billRoutes: async (asked) =>
      asked.includes(person) ? [{ personId: person, accountId: account, route: null, asked: null }] : [],
    accountsOfPerson: async (asked) => (asked === person ? [of] : []),
    changeContact: async () => ({ outcome: 'rejected', reason: 'This billing system has no such form' }),
    balances: async (asked) => {
      const paid = sumCents(stands().map(({ amount }) => amount))
      return asked.includes(account)
        ? [{ ...of, debt: payOldestFirst(debt, paid), dueDate: bill.dueDate, latestBill: bill }]
        : []
    },
    listBills: async (asked, page) =>
      asked === account ? { bills: page === 1 ? [bill] : [], total: 1 } : { bills: [], total: 0 },
    newestData: async () => null,
    findBill: async () => null,
    usage: async () => [],
    paidOtherwise: async () => [],
    payments: async () =>
      stands().map(({ payDate, amount, receipt }) => ({ date: payDate, type: 'PS', amount: cents(-amount), receipt })),
    ...paymentsIn(recorded, cancelled),
  }
  return { billing, account, person }
}

type Payments = Pick<
  BillingSystem,
  'recordPayment' | 'cancelPayment' | 'wasPaidOtherwise' | 'findPayment' | 'paymentsOn'
>

function paymentsIn(recorded: Map<ReceiptNumber, BillingPayment>, cancelled: Set<ReceiptNumber>): Payments {
  return {
    recordPayment: async (payment) => {
      recorded.set(payment.receipt, payment)
      return { outcome: 'recorded', billingReference: `SMALL-${payment.receipt}` }
    },
    cancelPayment: async ({ receipt }) => {
      cancelled.add(receipt)
      return { outcome: 'cancelled' }
    },
    wasPaidOtherwise: async () => false,
    findPayment: async (receipt) => {
      const payment = recorded.get(receipt)
      if (!payment) return null
      return {
        billingReference: `SMALL-${receipt}`,
        amount: payment.amount,
        isCancelled: cancelled.has(receipt),
      }
    },
    async *paymentsOn(day) {
      yield* [...recorded.values()].filter(({ receipt, payDate }) => payDate === day && !cancelled.has(receipt))
    },
  }
}
