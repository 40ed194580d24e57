import type { ReplyOf } from '@portal/contract/call'
import { cardMessages } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import { ConfirmationEmail } from '@portal/contract/payments'
import { tagOfReceipt } from '@portal/contract/short-number'
import { type confirmEmail as confirmEmailCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../../database/connect.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { isQueued, queueEmail, redirectEmail } from '../../messages/outbox/queue-email.ts'
import { receiptKey, receiptTo } from '../../payments/emails.ts'
import { findByTag, readById } from '../../payments/records/checkouts.ts'
import { appendEvents } from '../../payments/records/events.ts'
import type { PaymentDoor, Payer } from '../../payments/submit/payer.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { refused } from './find-payment.ts'

type Body = z.output<NonNullable<typeof confirmEmailCall.body>>
type Result = ReplyOf<typeof confirmEmailCall>['result']

/** 'Success': on its way or delivered, to the address if named; the payer may change that once (docs/payments.md). */
export async function confirmEmail(engine: PaymentDoor, payer: Payer, body: Body): Promise<Result> {
  const email = ConfirmationEmail.safeParse(body.email)
  if (!email.success) return refused(cardMessages.email)
  const tag = tagOfReceipt(body.receiptNum)
  const checkout = tag === null ? null : await findByTag(engine.db, payer.session.id, tag)
  if (!checkout) return refused(stepwiseTexts.noSuchPayment)
  const isOnItsWay = await addressConfirmation(engine.db, {
    checkoutId: checkout.id,
    dedupeKey: receiptKey(checkout),
    email: email.data === '' ? null : receiptTo(engine.profile, checkout, email.data),
    at: engine.clock.now(),
  })
  if (!isOnItsWay) return refused(stepwiseTexts.noEmail)
  engine.wake(emailWork)
  const addressed = email.data === '' ? null : await readById(engine.db, checkout.id)
  if (addressed && addressed.confirmationEmail !== email.data) return refused(stepwiseTexts.otherAddress)
  return { status: 'Success' }
}

interface ConfirmationAddress {
  checkoutId: number
  /** Of this checkout's confirmation, in the outbox. */
  dedupeKey: string
  /** To the address the payer gives now; null when none is given. */
  email: NewEmail | null
  at: Instant
}

/** Once and only while it has not left. @returns whether it is on its way or delivered */
async function addressConfirmation(db: Db, address: ConfirmationAddress): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { email } = address
    if (email && (await mayBeAddressed(tx, address.checkoutId))) await sendTo(tx, address, email)
    return isQueued(tx, address.dedupeKey)
  })
}

async function mayBeAddressed(tx: Tx, checkoutId: number): Promise<boolean> {
  const found = await sql`
    select from checkout where id = ${checkoutId} and state = 'PAID' and awaits_address for no key update`.execute(tx)
  return found.rows.length === 1
}

async function sendTo(tx: Tx, { checkoutId, at }: ConfirmationAddress, email: NewEmail): Promise<void> {
  const isQueuedAlready = await isQueued(tx, email.dedupeKey)
  const isAddressed = !isQueuedAlready || (await redirectEmail(tx, email, at))
  if (!isQueuedAlready) await queueEmail(tx, email, at)
  await tx
    .updateTable('checkout')
    .set({ awaits_address: false, ...(isAddressed && { confirmation_email: email.recipient }) })
    .where('id', '=', checkoutId)
    .execute()
  if (isAddressed) {
    const detail = { kind: email.template, reason: 'the payer said where it goes' }
    await appendEvents(tx, checkoutId, at, [
      { subject: 'email', subjectId: checkoutId, from: isQueuedAlready ? 'QUEUED' : null, to: 'QUEUED', detail },
    ])
  }
}
