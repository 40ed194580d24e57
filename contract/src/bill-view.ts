import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { billViewTexts } from './bill-view-texts.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber, BillId, PersonId } from './ids.ts'
import { DecimalAmount } from './money.ts'

const BillRouting = z.object({
  name1: z.string(),
  entityInfo: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
})

/** What a bill of a billing file may lack. */
export const billParts = [
  'beginBalance',
  'totalPayments',
  'totalAdjustments',
  'totalCorrections',
  'totalCurrentCharges',
  'charges',
] as const
export type BillPart = (typeof billParts)[number]

/** endingBalance is the sum of the five other amounts. Payments are negative. */
const BillInfo1 = z.object({
  acctID: AccountNumber,
  billID: BillId,
  billDate: CalendarDate,
  dueDate: CalendarDate,
  beginBalance: DecimalAmount,
  totalPayments: DecimalAmount,
  totalAdjustments: DecimalAmount,
  totalCorrections: DecimalAmount,
  totalCurrentCharges: DecimalAmount,
  endingBalance: DecimalAmount,
  /** Name and address as they were when the bill was made. */
  billRouting: BillRouting,
  /** In the order of `billInfo2.bseg`. */
  billSegments: z.array(
    z.object({
      segmentId: z.string(),
      serviceAddress: z.string(),
      startDate: CalendarDate.nullable(),
      endDate: CalendarDate.nullable(),
      /** No meter was read: the usage is an estimate. */
      isEstimated: z.boolean(),
      isClosing: z.boolean(),
    }),
  ),
  billMessages: z.array(z.object({ billMessageDesc: z.string() })),
  /** Not known: amounts that are zero here, and the charges. None where bills come in an extract. */
  lacks: z.array(z.enum(billParts)),
  /** As printed on paper. Null where billing files do not say; the ID, where bills come in an extract. */
  billNumber: z.string().nullable(),
})

const BillRead = z.object({
  badgeNbr: z.string(),
  gcMultiplier: z.number(),
  startDate: CalendarDate,
  endDate: CalendarDate,
  startRegRead: z.number(),
  /** Lower than the start when the register rolled over. */
  endRegRead: z.number(),
  finalRegQty: z.number(),
  finalUOM: z.string(),
})

/** Charges and reads of one service; the lines of all its headers add up to `curAmt`. */
const BillSegment = z.object({
  segmentId: z.string(),
  billHeader: z.array(
    z.object({
      bsegDescrOnBill: z.string(),
      rate: z.string(),
      calcLine: z.array(
        z.object({
          lineDescrOnBill: z.string(),
          calcAmt: DecimalAmount,
          /** N keeps the line off the printed bill, but its amount still counts. */
          print: z.enum(['Y', 'N']),
        }),
      ),
    }),
  ),
  payoffAmt: DecimalAmount,
  curAmt: DecimalAmount,
  /** None for a service without a meter; a compound meter has two under one badge. */
  reads: z.array(BillRead),
})

/** C§3. */
export const BillView = z.object({
  standing: z.object({
    unpaid: DecimalAmount,
    /** Cash only otherwise. */
    takesCards: z.boolean(),
    /** A bank has still to confirm a payment, so nothing says that the bill is paid. */
    isSubmitted: z.boolean(),
  }),
  /** The billing system made a PDF of it (`readBillImage`). */
  hasImage: z.boolean(),
  billInfo1: BillInfo1,
  billInfo2: z.object({ bseg: z.array(BillSegment) }),
  /** Usage of the periods up to this bill, the oldest first, at most twelve. */
  billInfo3: z.array(
    z.object({
      endReadDate: CalendarDate,
      measuredQuantity: z.number().int(),
      /** Of the periods that ended in the same month one year earlier; null where nothing was read. */
      quantityYearBefore: z.number().int().nullable(),
    }),
  ),
})
export type BillView = z.infer<typeof BillView>

const OneBill = z.object({ billId: BillId })
const ofOwnBills = {
  group: 'dashboard',
  access: { customerOrAdmin: levelsOfTab['phoned-in'] },
  body: OneBill,
} as const
const notYours = { 'bill-not-yours': { status: 403, title: billViewTexts.notYours } } as const
const noImage = { 'no-bill-image': { status: 404, title: billViewTexts.noImage } } as const

/** A bill that does not exist is refused in the same way as a bill of somebody else. */
export const viewBill = call({
  ...ofOwnBills,
  method: 'POST',
  path: '/api/v1/view-bill',
  summary: 'A bill with all its detail (C§2.7, A§7, C§7)',
  reply: BillView,
  problems: notYours,
})

/** By POST, so that no address has it. */
export const readBillImage = call({
  ...ofOwnBills,
  method: 'POST',
  path: '/api/v1/bill-image',
  summary: 'The PDF that the billing system made of a bill (docs/billing-files.md)',
  download: 'application/pdf',
  reply: z.string(),
  problems: { ...notYours, ...noImage },
})

const ofLinkedBills = {
  group: 'dashboard',
  access: 'anyone',
  body: OneBill.extend({
    user: PersonId,
    /** When it was made, in milliseconds since 1970. */
    id: z.string().regex(/^\d{13}$/, billViewTexts.linkExpired),
    signature: z.string().max(100),
  }),
} as const
const badLink = {
  'link-expired': { status: 410, title: billViewTexts.linkExpired },
  /** Somebody changed the address, or made it up. */
  'link-not-ours': { status: 403, title: billViewTexts.notAllowed },
} as const

export const viewLinkedBill = call({
  ...ofLinkedBills,
  method: 'POST',
  path: '/api/v1/view-linked-bill',
  summary: 'A bill by signed link, without login (C§2.1, C§6, R7)',
  reply: BillView,
  problems: badLink,
})

export const readLinkedBillImage = call({
  ...ofLinkedBills,
  method: 'POST',
  path: '/api/v1/linked-bill-image',
  summary: 'The PDF of a bill by signed link, without login (docs/billing-files.md)',
  download: 'application/pdf',
  reply: z.string(),
  problems: { ...badLink, ...noImage },
})
