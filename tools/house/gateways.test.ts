import { expect, test } from 'vitest'
import { readFolder } from './read-revision.ts'

const ofGateways = /^server\/src\/adapters\/payment-gateway\/(gge4|stripe)\/|^web\/src\/payment\/card\/frame\/stripe\//
/** Payeezy is in the specification's names of calls and fields, too. */
const names = /stripe|gge4|'payeezy'|CARD_GATEWAY=/i

/** A further gateway adds its own beside each of Stripe's four, and nothing else (docs/payments.md). */
const lines = [
  "server/src/adapters/payment-gateway/port.ts: export type GatewayName = 'gge4' | 'stripe'",
  "server/src/adapters/payment-gateway/gateways.ts: import { gge4Choice } from './gge4/choice.ts'",
  "server/src/adapters/payment-gateway/gateways.ts: import { stripeChoice } from './stripe/choice.ts'",
  'server/src/adapters/payment-gateway/gateways.ts: payeezy: gge4Choice,',
  'server/src/adapters/payment-gateway/gateways.ts: stripe: stripeChoice,',
  "web/src/payment/card/frame/load-frame.ts: stripe: async () => (await import('./stripe/stripe-frame.ts')).loadStripe,",
  "contract/src/utility.ts: 'the cards that are taken, of `Visa`, `Mastercard`, `Discover` and `American Express`; the last only with Stripe',",
]

test('outside its two folders, the product names a gateway in four lines', () => {
  const product = [...readFolder()].filter(
    ([path]) => /^(contract|server|web)\/src\/.*[.]tsx?$/.test(path) && !/[.]test[.]tsx?$|\/testing\//.test(path),
  )
  const found = product.flatMap(([path, text]) =>
    ofGateways.test(path)
      ? []
      : text.split('\n').flatMap((line) => (names.test(line) ? `${path}: ${line.trim()}` : [])),
  )
  expect(found.toSorted()).toEqual(lines.toSorted())
})
