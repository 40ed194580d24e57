import { cardMessages } from '@portal/contract/card'
import type { Checkout, CheckoutRequest } from '@portal/contract/checkout'
import { type PaymentParts, hashOf, shownOfCard } from '../../payments/submit/check-payment.ts'
import type { Payer } from '../../payments/submit/payer.ts'
import { submitPayment } from '../../payments/submit/submit-payment.ts'
import { refuseField } from '../../refusal.ts'
import { checkoutView } from './checkout-view.ts'

/** Once for each key (`POST /api/v1/checkout`, R2). */
export async function startCheckout(
  parts: PaymentParts,
  payer: Payer & { hasLeft: () => boolean },
  idempotencyKey: string,
  body: CheckoutRequest,
): Promise<Checkout> {
  const { accounts, confirmationEmail: email } = body
  const card = body.cardToken ?? body.card
  if (!card) throw refuseField('card', cardMessages.number)
  const checkout = await submitPayment(parts, {
    payer,
    idempotencyKey,
    // Without the balances that the payer was shown.
    contentHash: hashOf([
      accounts.map(({ accountId, amount }) => [accountId, amount]),
      shownOfCard(card),
      email ?? null,
    ]),
    accounts,
    card,
    email,
    humanCheck: { answer: body.humanCheck },
    hasLeft: payer.hasLeft,
  })
  return checkoutView(parts.engine.gateway, checkout, payer.session)
}
