import { BillView, billParts } from '@portal/contract/bill-view'

type Differences = Partial<BillView['billInfo1']> & {
  readonly bseg?: BillView['billInfo2']['bseg']
  readonly usage?: BillView['billInfo3']
  readonly standing?: BillView['standing']
  readonly hasImage?: boolean
}

/** A bill for water and sewer; 80.53 previous − 80.53 paid + 5.00 adjusted − 1.50 corrected + 91.20 charged = 94.70. */
export function testBill({ bseg, usage, standing, hasImage = false, ...differences }: Differences = {}): BillView {
  const period = {
    serviceAddress: '123 Marine Corps Dr, Tamuning, GU, 96913',
    startDate: '2026-10-03',
    endDate: '2026-11-03',
  }
  return BillView.parse({
    standing: standing ?? { unpaid: '94.70', takesCards: true, isSubmitted: false },
    hasImage,
    billInfo1: {
      acctID: '0123456789',
      billID: '012345678901',
      billDate: '2026-11-05',
      dueDate: '2026-11-26',
      beginBalance: '80.53',
      totalPayments: '-80.53',
      totalAdjustments: '5.00',
      totalCorrections: '-1.50',
      totalCurrentCharges: '91.20',
      endingBalance: '94.70',
      billRouting: {
        name1: 'Cruz, María',
        entityInfo: 'c/o Island Rentals',
        address1: 'PO Box 55',
        address2: '',
        city: 'Hagåtña',
        state: 'GU',
        postal: '96932',
      },
      billSegments: [
        { segmentId: '1', ...period, isEstimated: true, isClosing: false },
        { segmentId: '2', ...period, isEstimated: false, isClosing: true },
      ],
      billMessages: [{ billMessageDesc: 'Thank you for saving water.' }],
      lacks: [],
      billNumber: '012345678901',
      ...differences,
    },
    billInfo2: { bseg: bseg ?? segments },
    billInfo3: usage ?? [
      { endReadDate: '2026-09-03', measuredQuantity: 5200, quantityYearBefore: null },
      { endReadDate: '2026-10-03', measuredQuantity: 6100, quantityYearBefore: 5400 },
      { endReadDate: '2026-11-03', measuredQuantity: 5890, quantityYearBefore: 6350 },
    ],
  })
}

const segments = [
  {
    segmentId: '1',
    billHeader: [
      {
        bsegDescrOnBill: 'Water, residential 3/4"',
        rate: 'W-RES',
        calcLine: [
          { lineDescrOnBill: 'Base charge', calcAmt: '30.00', print: 'Y' },
          { lineDescrOnBill: 'First 5,000 gallons: 5,000 gallons at $4.00 per 1,000', calcAmt: '20.00', print: 'Y' },
          { lineDescrOnBill: 'Over 5,000 gallons: 0 gallons at $9.00 per 1,000', calcAmt: '0.00', print: 'Y' },
          { lineDescrOnBill: 'Surcharge', calcAmt: '1.20', print: 'N' },
        ],
      },
    ],
    payoffAmt: '51.20',
    curAmt: '51.20',
    reads: [
      {
        badgeNbr: 'M-77001',
        gcMultiplier: 10,
        startDate: '2026-10-03',
        endDate: '2026-11-03',
        startRegRead: 99_950,
        endRegRead: 539,
        finalRegQty: 5890,
        finalUOM: 'GAL',
      },
    ],
  },
  {
    segmentId: '2',
    billHeader: [
      {
        bsegDescrOnBill: 'Sewer, residential',
        rate: '',
        calcLine: [{ lineDescrOnBill: 'Flat charge', calcAmt: '40.00', print: 'Y' }],
      },
    ],
    payoffAmt: '40.00',
    curAmt: '40.00',
    reads: [],
  },
]

/** Of billing files that have a total and two dates: nothing else of it is known. */
export const billOfTotal = testBill({
  billNumber: null,
  lacks: [...billParts],
  beginBalance: '0.00',
  totalPayments: '0.00',
  totalAdjustments: '0.00',
  totalCorrections: '0.00',
  totalCurrentCharges: '94.70',
  billSegments: [],
  billMessages: [],
  bseg: [],
  usage: [],
})
