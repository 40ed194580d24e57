import { cardMessages } from '@portal/contract/card'
import type { Checkout, CheckoutRequest } from '@portal/contract/checkout'
import { hashOf } from '../../payments/submit/check-payment.ts'
import type { PaymentDoor, Payer } from '../../payments/submit/payer.ts'
import { type AskedMethod, shownOfMethod } from '../../payments/submit/read-method.ts'
import { submitPayment } from '../../payments/submit/submit-payment.ts'
import { refuseField } from '../../refusal.ts'
import { checkoutView } from './checkout-view.ts'

/** Once for each key (`POST /api/v1/checkout`, R2). */
export async function startCheckout(
  engine: PaymentDoor,
  payer: Payer & { hasLeft: () => boolean },
  idempotencyKey: string,
  body: CheckoutRequest,
): Promise<Checkout> {
  const { accounts, fee, confirmationEmail: email, payAnyway } = body
  const card = askedMethod(body)
  if (!card) throw refuseField('card', cardMessages.number)
  const checkout = await submitPayment(engine, {
    payer,
    idempotencyKey,
    // Without the balances that the payer was shown.
    contentHash: hashOf([
      accounts.map(({ accountId, amount }) => [accountId, amount]),
      shownOfMethod(card),
      email ?? null,
      ...(fee > 0 ? [fee] : []),
    ]),
    accounts,
    card,
    authorization: body.authorization,
    fee,
    email,
    payAnyway,
    humanCheck: { answer: body.humanCheck },
    hasLeft: payer.hasLeft,
  })
  return checkoutView(engine, checkout, payer.session)
}

/** Null without one, or with several. */
function askedMethod({ card, cardToken, bankToken, saveMethod, savedMethod }: CheckoutRequest): AskedMethod | null {
  const given = [card, cardToken, bankToken, savedMethod].filter((each) => each !== undefined)
  if (given.length !== 1) return null
  if (savedMethod !== undefined) return { savedMethod }
  const token = bankToken ?? cardToken
  return token ? { ...token, isToSave: saveMethod ?? false } : (card ?? null)
}
