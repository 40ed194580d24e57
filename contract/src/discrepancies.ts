import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId, WholeNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { Why } from './reason.ts'

const access = { admin: exceptionLevels } as const

/**
 * Everything that the gateway, the portal and the billing system can disagree about, with the sentence for the log, the
 * email and the command line. docs/operations.md says what to do about each. The names are stored in the database and
 * are labels of a metric: kinds may be added but never renamed.
 */
export const discrepancyKinds = {
  chargedButNotRecorded: 'The gateway approved a charge that the portal has no record of.',
  chargedButUndecided: 'The gateway holds a charge that the portal has not decided about in time.',
  recordedButNotAtGateway:
    'The portal recorded a charge, a void or a refund that the gateway does not list as approved.',
  amountDiffers: 'The gateway lists another amount than the portal recorded.',
  recordedWithOtherNumbers:
    'The portal recorded a charge with another transaction tag or authorization number than the gateway lists.',
  twoChargesForOneReference: 'The gateway holds more than one charge for one payment.',
  reversedAtGatewayOnly: 'The gateway gave money back, and the portal has no record of that.',
  declinedButChargedAtGateway:
    'The portal says nothing was charged or it was given back, and the gateway holds the charge.',
  paidButNotPosted: 'A charged payment has not arrived in the billing system in time.',
  postedWithoutCharge: 'The billing system holds a payment of the portal that no charge stands behind.',
  postedAmountDiffers: 'The billing system holds another amount than the portal recorded.',
  postedToAnotherAccount: 'The billing system holds the payment on another account than the portal recorded.',
  postedTwice: 'The billing system holds more than one payment with one receipt number.',
} as const

export type DiscrepancyKind = keyof typeof discrepancyKinds

function isKind(name: string): name is DiscrepancyKind {
  return Object.hasOwn(discrepancyKinds, name)
}

/** Something on which the daily reconciliation found that the books disagree (docs/operations.md). */
export const OpenDiscrepancy = z.object({
  id: z.number().int(),
  day: CalendarDate,
  kind: z.enum(Object.keys(discrepancyKinds).filter(isKind)),
  /** The receipt, our reference, or the gateway's tag. */
  subject: z.string(),
  /** The amount in each book; null when the book has none. */
  gateway: DecimalAmount.nullable(),
  portal: DecimalAmount.nullable(),
  billing: DecimalAmount.nullable(),
  detail: z.string(),
  firstSeenAt: Instant,
  /** The payment it is about, when the portal knows one. */
  paymentId: z.number().int().nullable(),
})
export type OpenDiscrepancy = z.infer<typeof OpenDiscrepancy>

/**
 * `GET /api/v1/exceptions/discrepancies`: the open discrepancies, the oldest first, a page at a time.
 * `after` is the id of the last row of the page before.
 */
export const listDiscrepancies = call({
  method: 'GET',
  path: '/api/v1/exceptions/discrepancies',
  group: 'admin',
  summary: 'Open reconciliation discrepancies, oldest first (docs/payments.md)',
  access,
  query: z.object({ after: WholeNumber.default(0) }),
  reply: z.object({ discrepancies: z.array(OpenDiscrepancy), hasMore: z.boolean() }),
  problems: {},
})

/** `POST /api/v1/exceptions/discrepancies/{id}/resolve`: closes a discrepancy. The evidence is kept. */
export const resolveDiscrepancy = call({
  method: 'POST',
  path: '/api/v1/exceptions/discrepancies/:id/resolve',
  group: 'admin',
  summary: 'Resolve a discrepancy, with evidence (docs/payments.md)',
  access,
  params: z.object({ id: RowId }),
  body: z.object({ evidence: Why }),
  reply: z.object({ resolved: z.literal(true) }),
  problems: { 'already-resolved': { status: 409, title: 'Somebody has settled this already.' } },
})
