import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import { Money, TenDigits, status } from './words.ts'

/** The latest bill of an account, with the dates as A§3 shows them and as C§3 does. */
export const LatestBill = z.object({
  result: status('Success').extend({
    date: z.object({ billDate: z.string().nullable(), dueDate: z.string().nullable() }),
    billDate: z.string().nullable(),
    dueDate: z.string().nullable(),
    amount: Money,
    totalAmount: Money,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    arrears: z.object({
      details: z.object({ AccountID: TenDigits, PremiseInfo: z.string(), CurrentBalance: Money, Name: z.string() }),
      arrears: z.array(z.object({ Label: z.string(), ArrearsAmount: Money })),
    }),
  }),
})

const PaymentHistory = z.object({
  result: z.array(
    z.object({
      ArrearsDate: z.string(),
      Parent: TenDigits,
      TotalAmount: Money,
      /** PS means Payment; anything else Payment Adjustment. */
      FinancialTransactionType: z.string(),
    }),
  ),
})

const BillList = z.object({
  result: z
    .array(z.object({ billID: z.string(), billDate: z.string(), totalAmount: Money }))
    .min(1, 'name a customer who has bills'),
})

const Consumption = z.object({
  isHaveConsumptionChart: z.boolean(),
  months: z.array(z.string()).max(12),
  totalWater: z.array(z.number().nullable()),
  amounts: z.array(Money),
})

const Segment = z.object({
  billHeader: z.array(
    z.object({
      bsegDescrOnBill: z.string(),
      rate: z.string(),
      calcLine: z.array(z.object({ lineDescrOnBill: z.string(), calcAmt: Money, print: z.string() })),
    }),
  ),
  payoffAmt: Money,
  curAmt: Money,
  reads: z.array(
    z.object({
      badgeNbr: z.string(),
      gcMultiplier: z.number(),
      finalRegQty: z.number(),
      startRegRead: z.number(),
      endRegRead: z.number(),
      finalUOM: z.string(),
    }),
  ),
})

/** Bill detail (C§3). */
const BillDetail = z.object({
  billInfo1: z.object({
    acctID: TenDigits,
    billID: z.string(),
    billDate: z.string(),
    dueDate: z.string(),
    beginBalance: Money,
    totalPayments: Money,
    totalAdjustments: Money,
    totalCorrections: Money,
    totalCurrentCharges: Money,
    endingBalance: Money,
    billRouting: z.object({
      name1: z.string(),
      entityInfo: z.string(),
      address1: z.string(),
      city: z.string(),
      state: z.string(),
      postal: z.string(),
    }),
    billSegments: z.array(z.object({ serviceAddress: z.string(), startDate: z.string(), endDate: z.string() })).min(1),
    billMessages: z.array(z.object({ billMessageDesc: z.string() })),
  }),
  billInfo2: z.object({ bseg: z.array(Segment).min(1) }),
  billInfo3: z.array(z.object({ endReadDate: z.string(), measuredQuantity: z.number() })),
})

/** Everything the dashboard reads of one account (C§2.5, C§7). */
export async function readAccount(
  browser: Browser,
  account: { personId: string; accountId: string; division: string },
): Promise<void> {
  const { personId, accountId, division } = account
  await browser.post('C§7', '/api/v1/user-details', { personId }, UserDetails)
  await browser.post('C§7', '/api/v1/user-latest-bill', { accountId, division }, LatestBill)
  // Looked up only for purely numeric account ids; the description says so.
  const Failed = z.object({ result: status('Failed').extend({ description: z.string().min(1) }) })
  await browser.post('C§7', '/api/v1/user-latest-bill', { accountId: 'ACCOUNT' }, Failed)
  // A§7 and C§7 show no reply; R11 has it tell the cash-only flag (C§3).
  const Tender = z.object({ result: status('Success').extend({ cashOnlyFlag: z.literal(['Y', 'N']) }) })
  await browser.post('C§7', '/api/v1/validate', { accountId, tenderType: 'CCV' }, Tender)
  await readPaymentHistory(browser, accountId)

  const { result: bills } = await browser.post('C§7', '/api/v1/my-bills-list', { accountId }, BillList)
  const [newest] = bills
  if (newest) await readBill(browser, newest.billID, accountId)
  const chart = await browser.post('C§7', '/api/v1/user-consumption-chart', { accountId }, Consumption)
  if (chart.months.length !== chart.totalWater.length || chart.months.length !== chart.amounts.length) {
    throw new DiffersFromSpecification('user-consumption-chart (C§3): months, totalWater and amounts differ in length')
  }
}

/** The payments of an account as the billing system tells them (C§3, C§7). */
export async function readPaymentHistory(
  browser: Browser,
  accountId: string,
): Promise<z.infer<typeof PaymentHistory>['result']> {
  return (await browser.post('C§7', '/api/v1/payment-history', { accountId }, PaymentHistory)).result
}

async function readBill(browser: Browser, billId: string, accountId: string): Promise<void> {
  const { billInfo1 } = await browser.post('C§7', '/api/v1/view-bill', { billId }, BillDetail)
  if (billInfo1.acctID !== accountId || billInfo1.billID !== billId) {
    throw new DiffersFromSpecification(`view-bill (C§7) told of bill ${billInfo1.billID} of ${billInfo1.acctID}`)
  }
}

/** User account details (C§3), with the sequence numbers of the phones (A§3) under the names of C§7. */
const UserDetails = z.object({
  result: z.object({
    personId: z.string(),
    accountId: z.string().nullable(),
    fullName: z.string(),
    addressLine1: z.string(),
    city: z.string(),
    state: z.string(),
    postal: z.string(),
    country: z.string(),
    homePhone: z.string(),
    mobilePhone: z.string(),
    workPhone: z.string(),
    sequenceHome: z.number().nullable(),
    sequenceMobile: z.number().nullable(),
    sequenceWork: z.number().nullable(),
    emailAddress: z.string(),
  }),
})
