import type { ReplyOf } from '@portal/contract/call'
import { cardMessages } from '@portal/contract/card'
import { ConfirmationEmail, tagOfReceipt } from '@portal/contract/payments'
import { type confirmEmail as confirmEmailCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import { letterWork } from '../../../foundation/mail/outbox.ts'
import { readById } from '../checkout/read-checkouts.ts'
import { findByTag } from '../checkout/read-checkouts.ts'
import { confirmationKey, confirmationTo } from '../letters.ts'
import { addressConfirmation } from './address-confirmation.ts'
import { type Client, type StepwiseDeps, refused } from './stepwise-deps.ts'

type Body = z.output<NonNullable<typeof confirmEmailCall.body>>
type Result = ReplyOf<typeof confirmEmailCall>['result']

/**
 * 'Success' when the confirmation of a paid payment is on its way or delivered, and to this address if one is named.
 * Until it has left, the payer may say once where it goes; its content is what is recorded, so that nobody can send anything else with it
 * (docs/payments.md).
 */
export async function confirmEmail(parts: StepwiseDeps, client: Client, body: Body): Promise<Result> {
  const email = ConfirmationEmail.safeParse(body.email)
  if (!email.success) return refused(cardMessages.email)
  const tag = tagOfReceipt(body.receiptNum)
  const checkout = tag === null ? null : await findByTag(parts.deps.db, client.session.id, tag)
  if (!checkout) return refused(stepwiseTexts.noSuchPayment)
  const { deps, engine } = parts
  const isQueued = await addressConfirmation(deps.db, {
    checkoutId: checkout.id,
    dedupeKey: confirmationKey(checkout),
    letter: email.data === '' ? null : confirmationTo(deps.profile, checkout, email.data),
    at: engine.clock.now(),
  })
  if (!isQueued) return refused(stepwiseTexts.noLetter)
  deps.wake(letterWork)
  const addressed = email.data === '' ? null : await readById(deps.db, checkout.id)
  if (addressed && addressed.confirmationEmail !== email.data) return refused(stepwiseTexts.otherAddress)
  return { status: 'Success' }
}
