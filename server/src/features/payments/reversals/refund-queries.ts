import { sql } from 'kysely'
import { cents } from '@portal/contract/money'
import type { Db, Tx } from '../../../database/connect.ts'
import type { AttemptState } from '../../../database/tables/payments.ts'
import { appendEvents } from '../events.ts'
import { moveBetweenPaidAndGivenBack } from './refund-consequences.ts'
import type { RefundRequest, RefundRequested } from './refund-store.ts'
import { requestReversal } from './reversal-queries.ts'
import { scrub } from '../scrub.ts'

/** Asks for the charge of a paid checkout to be given back, with the moves of states that follow, in one transaction. */
export async function requestRefund(db: Db, refund: RefundRequest): Promise<RefundRequested> {
  return db.transaction().execute(async (tx) => await requestRefundWithin(tx, refund))
}

/** The same as part of a transaction that records more than the request. */
export async function requestRefundWithin(tx: Tx, refund: RefundRequest): Promise<RefundRequested> {
  const found = await lockPaid(tx, refund)
  if (!found) return 'notPaid'
  if (found.state === 'REVERSING' || found.state === 'REVERSED') return 'alreadyGivenBack'
  if (found.state !== 'CHARGED' || found.transaction_tag === null) return 'notPaid'
  if (found.is_posting) return 'stillPosting'
  const { checkout_id: checkoutId, attempt_id: attemptId } = found
  const { at, reference, requestedBy } = refund
  const reason = scrub(refund.reason)
  await moveBetweenPaidAndGivenBack(tx, { checkoutId, attemptId, attempt: 'REVERSING', checkout: 'REVERSING' })
  const asked = await requestReversal(
    tx,
    { checkoutId, attemptId, at },
    {
      tag: found.transaction_tag,
      authorization: found.authorization_number ?? '',
      amount: cents(found.amount_cents),
      reference,
      cause: 'refund',
      reason,
      requestedBy,
    },
  )
  await appendEvents(tx, checkoutId, at, [
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: 'CHARGED',
      to: 'REVERSING',
      detail: { reason, by: requestedBy },
    },
    { subject: 'checkout', subjectId: checkoutId, from: 'PAID', to: 'REVERSING', detail: {} },
    asked,
  ])
  return 'requested'
}

interface Paid {
  checkout_id: number
  attempt_id: number
  state: AttemptState
  transaction_tag: string | null
  authorization_number: string | null
  amount_cents: number
  is_posting: boolean
}

async function lockPaid(tx: Tx, { publicId }: RefundRequest): Promise<Paid | undefined> {
  const found = await sql<Paid>`
    select checkout.id as checkout_id, attempt.id as attempt_id, attempt.state, attempt.transaction_tag,
      attempt.authorization_number, attempt.amount_cents,
      exists (select from posting where posting.checkout_id = checkout.id and posting.state in ('PENDING', 'POSTING'))
        as is_posting
    from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
    where checkout.public_id = ${publicId}
    for no key update of checkout, attempt
  `.execute(tx)
  return found.rows[0]
}
