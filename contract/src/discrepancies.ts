import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { ApprovalRequest } from './approval-requests.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId, WholeNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { Why } from './reason.ts'

const access = { admin: exceptionLevels } as const

/** Stored in the database and labels of a metric: kinds are added, never renamed. See docs/operations.md. */
export const discrepancyKinds = {
  chargedButNotRecorded: {
    name: 'Charge not in portal',
    meaning: 'The gateway approved a charge that the portal has no record of.',
  },
  chargedButUndecided: {
    name: 'Charge unconfirmed',
    meaning: 'The gateway has a charge that the portal still shows as unconfirmed.',
  },
  recordedButNotAtGateway: {
    name: 'Not at gateway',
    meaning: 'The portal recorded a charge, void or refund that the gateway doesn’t list as approved.',
  },
  amountDiffers: {
    name: 'Charge amount differs',
    meaning: 'The gateway’s amount differs from the portal’s.',
  },
  recordedWithOtherNumbers: {
    name: 'Charge numbers differ',
    meaning: 'The gateway’s transaction tag or authorization number differs from the portal’s.',
  },
  twoChargesForOneReference: {
    name: 'Duplicate charge',
    meaning: 'The gateway has more than one charge for this payment.',
  },
  reversedAtGatewayOnly: {
    name: 'Refund not in portal',
    meaning: 'The gateway voided or refunded a charge, but the portal has no record of it.',
  },
  disputeNotRecorded: {
    name: 'Dispute not in portal',
    meaning: 'A bank disputes a charge, or warns about one, that the portal has no record of.',
  },
  declinedButChargedAtGateway: {
    name: 'Charged at gateway only',
    meaning: 'The portal shows the payment as not charged or refunded, but the gateway has the charge.',
  },
  paidButNotPosted: {
    name: 'Posting missing',
    meaning: 'A charged payment has not been posted to the billing system.',
  },
  postedWithoutCharge: {
    name: 'Posted without charge',
    meaning: 'The billing system has a portal payment without a charge.',
  },
  postedAmountDiffers: {
    name: 'Posted amount differs',
    meaning: 'The posted amount differs from the portal’s.',
  },
  postedToAnotherAccount: {
    name: 'Posted to wrong account',
    meaning: 'The payment is posted to a different account than the portal recorded.',
  },
  postedTwice: {
    name: 'Posted twice',
    meaning: 'The billing system has more than one payment with this receipt number.',
  },
  payoutFailed: {
    name: 'Payout failed',
    meaning: 'The bank rejected or returned a payout.',
  },
  payoutDoesNotAddUp: {
    name: 'Payout total differs',
    meaning: 'The items in a payout don’t add up to its amount.',
  },
  paidOutNotRecorded: {
    name: 'Payout item not in portal',
    meaning: 'A payout has a charge or refund that the portal has no record of.',
  },
  paidOutAmountDiffers: {
    name: 'Payout item differs',
    meaning: 'The amount of a charge or refund in a payout differs from the portal’s.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly meaning: string }>>

export type DiscrepancyKind = keyof typeof discrepancyKinds

/** The name of a kind, or what the database says for one that this version does not know. */
export function discrepancyInWords(kind: string): string {
  return isKind(kind) ? discrepancyKinds[kind].name : kind
}

function isKind(name: string): name is DiscrepancyKind {
  return Object.hasOwn(discrepancyKinds, name)
}

export const OpenDiscrepancy = z.object({
  id: z.number().int(),
  day: CalendarDate,
  kind: z.enum(Object.keys(discrepancyKinds).filter(isKind)),
  subject: z.string(),
  /** Null when the book has no amount. */
  gateway: DecimalAmount.nullable(),
  portal: DecimalAmount.nullable(),
  billing: DecimalAmount.nullable(),
  detail: z.string(),
  firstSeenAt: Instant,
  paymentId: z.number().int().nullable(),
  /** To record its charge as a payment; null when nobody has requested that. */
  request: ApprovalRequest.nullable(),
})
export type OpenDiscrepancy = z.infer<typeof OpenDiscrepancy>

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

export const resolveDiscrepancy = call({
  method: 'POST',
  path: '/api/v1/exceptions/discrepancies/:id/resolve',
  group: 'admin',
  summary: 'Resolve a discrepancy, with evidence (docs/payments.md)',
  access,
  params: z.object({ id: RowId }),
  body: z.object({ evidence: Why }),
  reply: z.object({ resolved: z.literal(true) }),
  problems: { 'already-resolved': { status: 409, title: 'Another admin has already resolved this.' } },
})
