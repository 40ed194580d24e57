import type { Clock } from '../../../clock.ts'
import type { PaymentGateway } from '../port.ts'
import { stripeBankAccounts } from './bank-accounts.ts'
import { inquire, reportDay } from './books.ts'
import { charge } from './charge.ts'
import { check } from './check.ts'
import { stripeEvents } from './events.ts'
import { stripePayouts } from './payouts.ts'
import { readToken } from './read-token.ts'
import { reverse } from './refund.ts'
import { methodKeeper } from './saved-methods.ts'
import { type StripeSettings, inquiryTimeout, stripeClient } from './settings.ts'
import { stripeTraits } from './traits.ts'

/** Stripe's PaymentIntents, confirmed on the server with a card typed into Stripe's own frame (docs/payments.md). */
export function stripePaymentGateway(settings: StripeSettings, clock: Clock): PaymentGateway {
  const gateway = { stripe: stripeClient(settings), settings }
  return {
    ...stripeTraits,
    limits: { charge: settings.chargeTimeout, inquiry: inquiryTimeout },
    savedMethods: methodKeeper(gateway),
    bankAccounts: stripeBankAccounts(gateway),
    readToken: (token) => readToken(gateway, clock, token),
    charge: (request) => charge(gateway, request),
    inquire: (inquiry) => inquire(gateway, clock, inquiry),
    reverse: (request) => reverse(gateway, request),
    report: (day) => reportDay(gateway, day),
    check: (place) => check(gateway, place),
    payouts: stripePayouts(gateway),
    events: stripeEvents(gateway, clock),
  }
}
