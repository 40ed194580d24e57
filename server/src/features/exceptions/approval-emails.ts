import { exceptionLevels } from '@portal/contract/admin-levels'
import type { Instant } from '@portal/contract/dates'
import { type Cents, dollars } from '@portal/contract/money'
import { wholeReceipt } from '@portal/contract/payments'
import { visibleAdminName } from '@portal/contract/text'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { FoundCharge } from '../../database/tables/manual-actions.ts'
import type { Deps } from '../../deps.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { receiptTagOf } from '../../payments/records/stored-checkout.ts'
import { writeEmail } from '../../wording/customer-email.ts'
import type { SaidText } from '../../wording/email-layout.ts'
import { deskAddress } from './daily-summary/send-summary.ts'
import type { OpenRequest, Requester } from './open-request.ts'

type EmailDeps = Pick<Deps, 'profile' | 'config'>
type RequestKind = 'refund' | 'externalRefund' | 'resolution' | 'undo' | 'recording'

/** Subject and first sentence of each email about a request, by what is requested. */
const words = {
  asked: {
    refund: ['Refund of {amount} needs approval', '{name} requested this refund. Nothing has been refunded yet.'],
    externalRefund: [
      'Recorded refund of {amount} needs approval',
      '{name} reported this refund in the gateway’s console. It is not recorded yet.',
    ],
    resolution: [
      'Resolution of {amount} needs approval',
      '{name} requested to resolve this payment manually. It is not resolved yet.',
    ],
    undo: [
      'Undo of {amount} resolution needs approval',
      '{name} requested to undo this manual resolution. It still stands.',
    ],
    recording: [
      'Recording of {amount} needs approval',
      '{name} requested to record this charge as a payment. It is not recorded yet.',
    ],
  },
  approved: {
    refund: ['Refund of {amount} approved', '{name} approved your request. The refund is on its way.'],
    externalRefund: ['Recorded refund of {amount} approved', '{name} approved your request. The refund is recorded.'],
    resolution: ['Resolution of {amount} approved', '{name} approved your request. The payment is resolved.'],
    undo: [
      'Undo of {amount} resolution approved',
      '{name} approved your request. The payment is now as the gateway lists it.',
    ],
    recording: [
      'Recording of {amount} approved',
      '{name} approved your request. The charge is recorded as a payment and checked with the gateway.',
    ],
  },
  rejected: {
    refund: ['Refund of {amount} rejected', '{name} rejected your request. Nothing is refunded.'],
    externalRefund: ['Recorded refund of {amount} rejected', '{name} rejected your request. Nothing is recorded.'],
    resolution: ['Resolution of {amount} rejected', '{name} rejected your request. Nothing is resolved.'],
    undo: ['Undo of {amount} resolution rejected', '{name} rejected your request. The resolution stands.'],
    recording: ['Recording of {amount} rejected', '{name} rejected your request. The charge is not recorded.'],
  },
} as const satisfies Record<string, Record<RequestKind, readonly [subject: string, sentence: string]>>

interface ApprovalEmail {
  recipient: string
  dedupeKey: string
  says: keyof typeof words
  kind: RequestKind
  /** Who asked or decided. */
  by: Requester
  amount: Cents
  payment: string
  reason: string
  link: string
}

async function queueApprovalEmail(tx: Tx, { profile }: EmailDeps, email: ApprovalEmail, at: Instant): Promise<void> {
  const { recipient, dedupeKey, says, kind, by, payment, reason, link } = email
  const amount = dollars(email.amount, profile.locale)
  const [subject, sentence] = words[says][kind]
  const title: SaidText = { text: subject, values: { amount } }
  const written = writeEmail(profile, {
    template: says === 'asked' ? 'approval-requested' : 'approval-decided',
    dedupeKey,
    recipient,
    subject: title,
    heading: title,
    parts: [
      { kind: 'paragraph', text: sentence, values: { name: visibleAdminName(by.username) } },
      {
        kind: 'details',
        rows: [
          [kind === 'recording' ? 'Transaction tag' : 'Payment', payment],
          ['Amount', amount],
          ['Reason', reason],
        ],
      },
      { kind: 'link', text: kind === 'recording' ? 'Open Exceptions' : 'Open the payment', address: link },
    ],
  })
  await queueEmail(tx, written, at)
}

/** More have no use: any one of them may decide. */
const mostApprovers = 50

/** All who may approve the open request of a payment, but never who made it. Wake the delivery of emails afterwards. */
export async function emailApprovers(
  tx: Tx,
  deps: EmailDeps,
  { checkoutId, by, at }: { checkoutId: number; by: AdminCaller; at: Instant },
): Promise<void> {
  const request = await tx
    .selectFrom('approval_request as request')
    .innerJoin('charge_attempt as payment', 'payment.checkout_id', 'request.checkout_id')
    .select(['request.id', 'request.amount_cents', 'request.reason', 'request.finding', 'request.refused_reversal_id'])
    .select('request.undoes')
    .select(['payment.transaction_tag', 'payment.short_number', 'payment.reference'])
    .where('request.checkout_id', '=', checkoutId)
    .where('request.state', '=', 'ASKED')
    .executeTakeFirstOrThrow()
  const { id, amount_cents: amount, reason, finding, refused_reversal_id: refusedReversalId, undoes } = request
  const kind = kindOf({ finding, refusedReversalId, undoes, charge: null })
  const payment = nameOfPayment(request)
  const link = addressOfException(deps, checkoutId)
  await queueForApprovers(tx, deps, { id, kind, by, amount, reason, payment, link }, at)
}

/** All who may approve that a charge is recorded as a payment. */
export async function emailApproversOfCharge(
  tx: Tx,
  deps: EmailDeps,
  { id, charge, by, reason, at }: { id: number; charge: FoundCharge; by: Requester; reason: string; at: Instant },
): Promise<void> {
  const { amount, tag } = charge
  const request = { id, kind: 'recording', by, amount, reason, payment: tag, link: deskAddress(deps) } as const
  await queueForApprovers(tx, deps, request, at)
}

async function queueForApprovers(
  tx: Tx,
  deps: EmailDeps,
  request: Omit<ApprovalEmail, 'recipient' | 'dedupeKey' | 'says'> & { id: number },
  at: Instant,
): Promise<void> {
  const { id, ...about } = request
  const approvers = await tx
    .selectFrom('admin_user')
    .select(['id', 'email'])
    .where('level', 'in', [...exceptionLevels])
    .where('id', '<>', about.by.adminUserId)
    .orderBy('id')
    .limit(mostApprovers)
    .execute()
  for (const approver of approvers) {
    const dedupeKey = `approval-requested-${id}-${approver.id}`
    await queueApprovalEmail(tx, deps, { ...about, says: 'asked', recipient: approver.email, dedupeKey }, at)
  }
}

/** Who made the request, unless they withdrew it themselves. Wake the delivery of emails afterwards. */
export async function emailRequester(
  tx: Tx,
  deps: EmailDeps,
  { id, request, by, why, at }: { id: number; request: OpenRequest; by: AdminCaller; why: string | null; at: Instant },
): Promise<void> {
  const { requestedBy, checkoutId, amount, reason, charge } = request
  if (requestedBy === by.adminUserId) return
  const requester = await tx
    .selectFrom('admin_user')
    .select(['email', 'level'])
    .where('id', '=', requestedBy)
    .executeTakeFirst()
  if (!requester) return
  const payment = charge ? charge.tag : await nameOfCheckout(tx, checkoutId)
  const handlesExceptions = exceptionLevels.some((level) => level === requester.level)
  const desk = checkoutId === null ? deskAddress(deps) : addressOfException(deps, checkoutId)
  const link = handlesExceptions ? desk : addressOfReport(deps, payment)
  const says = why === null ? 'approved' : 'rejected'
  const about = {
    recipient: requester.email,
    dedupeKey: `approval-decided-${id}`,
    says,
    kind: kindOf(request),
  } as const
  await queueApprovalEmail(tx, deps, { ...about, by, amount, payment, reason: why ?? reason, link }, at)
}

interface Requested {
  finding: unknown
  refusedReversalId: number | null
  undoes: boolean
  charge: unknown
}

function kindOf({ finding, refusedReversalId, undoes, charge }: Requested): RequestKind {
  if (charge !== null) return 'recording'
  if (undoes) return 'undo'
  if (finding !== null) return 'resolution'
  return refusedReversalId === null ? 'refund' : 'externalRefund'
}

interface PaymentNames {
  transaction_tag: string | null
  short_number: string | null
  reference: string
}

async function nameOfCheckout(tx: Tx, checkoutId: number | null): Promise<string> {
  const names = tx.selectFrom('charge_attempt').select(['transaction_tag', 'short_number', 'reference'])
  return nameOfPayment(await names.where('checkout_id', '=', checkoutId).executeTakeFirstOrThrow())
}

function nameOfPayment({ transaction_tag, short_number: shortNumber, reference }: PaymentNames): string {
  const tag = receiptTagOf({ shortNumber }, transaction_tag)
  return tag === null ? reference : wholeReceipt(tag)
}

function addressOfException(deps: EmailDeps, checkoutId: number): string {
  return `${deskAddress(deps)}&payment=${checkoutId}`
}

/** For who asks finance, and has no exceptions. */
function addressOfReport({ config }: EmailDeps, receipt: string): string {
  return new URL(`/admin-dashboard?view=reports&receipt=${encodeURIComponent(receipt)}`, config.PUBLIC_URL).href
}
