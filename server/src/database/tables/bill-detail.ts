import type { BillPart } from '@portal/contract/bill-view'
import type { BillingAddress } from '@portal/contract/contact'
import type { CalendarDate } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'

/** What is printed on a bill in addition to its sums (C§3 bill detail). */
export interface BillDetail {
  /** CI_BILL_ROUTING: name and address as they were when the bill was made. */
  routing: BillingAddress & { name1: string; entityInfo: string | null }
  segments: BillSegment[]
  messages: string[]
  /** What billing files do not say of it: amounts that are zero here, and the charges. An extract lacks nothing. */
  lacks?: BillPart[]
  /** As printed. In an extract it is the ID; null where a billing file does not say. */
  number?: string | null
}

/** CI_BSEG: the charges of one service agreement for one period. */
export interface BillSegment {
  segmentId: string
  agreementId: string
  serviceAddress: string
  startDate: CalendarDate | null
  endDate: CalendarDate | null
  /** EST_SW: no meter was read, the usage is an estimate. */
  isEstimated: boolean
  /** CLOSING_BSEG_SW: the last segment of the agreement. */
  isClosing: boolean
  charges: BillCharge[]
  reads: BillRead[]
}

/** CI_BSEG_CALC with its lines, which add up to `cents`. */
interface BillCharge {
  description: string
  rate: string
  cents: Cents
  lines: { description: string; cents: Cents; print: boolean }[]
}

/** CI_BSEG_READ. A compound meter has two of them under one badge. */
interface BillRead {
  badge: string
  multiplier: number
  startDate: CalendarDate
  endDate: CalendarDate
  startReading: number
  endReading: number
  /** The usage billed, in `unit`. */
  quantity: number
  unit: string
}
