/** What happens to an account, in order. Dates follow from it: each bill is a month after the one before. */
export type Happening =
  | { bill: Partial<Usage> }
  /** Without an amount, all that is owed. `receipt`: taken by the portal, whose payment file named it. */
  | { payment: number | 'all'; receipt?: string }
  | { adjustment: number }
  | { undone: 'payment' | 'adjustment' | 'bill' }

/** What one bill charges for. */
export interface Usage {
  gallons: number
  isEstimated: boolean
  isClosing: boolean
  /** Of each meter: badge, start and end. One meter that goes on where it stood, unless given. */
  reads?: readonly [badge: string, start: number, end: number][]
}

/** One account of the example. What a kind does not say is as with most accounts. */
export interface Kind {
  /** Stands on each of its bills, too. */
  kind: string
  happenings: readonly Happening[]
  /** Months since the last bill. */
  monthsAgo?: number
  customerClass?: 'RESID' | 'COMM' | 'GOVT' | 'HOTEL' | 'AGRI'
  hasSewer?: boolean
  isCashOnly?: boolean
  /** The person of an earlier account, by its place in the list, counted from 1. */
  samePersonAs?: number
  name?: string
  email?: string | null
  phones?: readonly [type: 'MOBILE' | 'HOME-PHONE' | 'BUSN-PHONE', number: string, extension?: string][]
  characteristics?: readonly [type: string, value: string][]
  mayUseWeb?: boolean
  /** A second person of the account. */
  owner?: string
  billAddress?: 'PER' | 'PREM' | 'ACOV' | 'N/A'
  route?: 'POSTAL' | 'EMAIL' | null
}

/** A bar in a name is escaped. */
const bottling = 'Clearwater Bottling | Ice'
const bill: Happening = { bill: {} }
const paid: Happening = { payment: 'all' }
const settled = [bill, paid, bill, paid, bill] as const

/** Thirty accounts of an invented utility: a real extract has all of these kinds among its thousands. */
export const kinds: readonly Kind[] = [
  { kind: 'pays each bill in full', happenings: [...settled, paid] },
  { kind: 'owes the newest bill, not due yet', happenings: settled },
  { kind: 'owes a bill up to 30 days past due', happenings: [bill, paid, bill, bill] },
  { kind: 'owes a bill 31 to 60 days past due', happenings: [bill, paid, bill, bill, bill] },
  { kind: 'owes a bill 61 to 90 days past due', happenings: [bill, paid, bill, bill, bill, bill] },
  { kind: 'owes bills over 90 days past due', happenings: [bill, bill, bill, bill, bill, bill] },
  { kind: 'paid a part of the bill', happenings: [...settled, { payment: 2500 }] },
  { kind: 'paid ahead, and has a credit', happenings: [...settled, { payment: 20_000 }] },
  { kind: 'paid in the portal', happenings: [...settled, { payment: 'all', receipt: 'W-81234567' }] },
  {
    kind: 'paid in the portal, and was refunded',
    happenings: [...settled, { payment: 'all', receipt: 'W-81234568-2' }, { undone: 'payment' }],
  },
  { kind: 'paid by a check that bounced', happenings: [bill, paid, { undone: 'payment' }, bill] },
  { kind: 'was charged a late fee', happenings: [bill, { adjustment: 500 }, bill] },
  { kind: 'was forgiven a late fee', happenings: [bill, { adjustment: 500 }, { undone: 'adjustment' }, bill] },
  {
    kind: 'was billed anew after a wrong read',
    happenings: [{ bill: { gallons: 52_000 } }, { undone: 'bill' }, { bill: { gallons: 10_000 } }],
  },
  { kind: 'had an estimated read', happenings: [bill, paid, { bill: { isEstimated: true } }] },
  { kind: 'has a register that rolled over', happenings: [{ bill: { reads: [['W0000016', 997_000, 2000]] } }] },
  {
    kind: 'got a new meter',
    happenings: [
      {
        bill: {
          reads: [
            ['W0000017', 83_000, 85_000],
            ['W0000117', 0, 3000],
          ],
        },
      },
    ],
  },
  {
    kind: 'has a compound meter: two reads under one badge',
    customerClass: 'HOTEL',
    happenings: [
      {
        bill: {
          gallons: 95_000,
          reads: [
            ['W0000018', 400_000, 490_000],
            ['W0000018', 12_000, 17_000],
          ],
        },
      },
    ],
  },
  { kind: 'used no water', happenings: [bill, paid, { bill: { gallons: 0 } }] },
  { kind: 'has water without sewer', customerClass: 'AGRI', hasSewer: false, happenings: settled },
  { kind: 'moved in, and has no bill yet', happenings: [] },
  {
    kind: 'moved out, and paid the closing bill',
    monthsAgo: 2,
    happenings: [bill, paid, { bill: { isClosing: true } }, paid],
  },
  {
    kind: 'moved out, and owes the closing bill',
    monthsAgo: 2,
    happenings: [bill, paid, { bill: { isClosing: true } }],
  },
  { kind: 'must pay in cash', isCashOnly: true, happenings: settled },
  {
    kind: 'is of a business that asked for paperless bills',
    name: bottling,
    customerClass: 'COMM',
    route: 'EMAIL',
    billAddress: 'N/A',
    phones: [['BUSN-PHONE', '307-555-0125', '100']],
    happenings: settled,
  },
  {
    kind: 'is the second account of the same person',
    samePersonAs: 25,
    name: bottling,
    customerClass: 'COMM',
    happenings: settled,
  },
  {
    kind: 'is rented: the owner belongs to it, without access on the web',
    owner: 'Reyes, Maria',
    happenings: settled,
  },
  { kind: 'has a person who may not use the web', mayUseWeb: false, happenings: settled },
  {
    kind: 'has bills sent to another address, and no email or phone on file',
    billAddress: 'ACOV',
    email: null,
    phones: [],
    route: null,
    happenings: settled,
  },
  {
    kind: 'changed contact data in the portal',
    characteristics: [
      ['CMOLDEML', 'before@example.com'],
      ['CMOLDUSR', 'water30'],
      ['CMWEBCHG', '1782700000'],
    ],
    happenings: settled,
  },
]
