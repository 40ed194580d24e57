import { gge4Choice } from './gge4/choice.ts'
import type { GatewayChoice } from './port-choice.ts'
import { stripeChoice } from './stripe/choice.ts'

/** By `CARD_GATEWAY`, the first where nothing is said. */
export const gateways = {
  payeezy: gge4Choice,
  stripe: stripeChoice,
} as const satisfies Record<string, GatewayChoice>
