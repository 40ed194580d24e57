import { z } from 'zod'
import { gatewayUrl } from '../../settings.ts'
import { gatewayChoice } from '../port-choice.ts'

const settings = z.object({
  CARD_GATEWAY_URL: gatewayUrl,
  CARD_GATEWAY_ID: z.string().min(1),
  CARD_GATEWAY_PASSWORD: z.string().min(1),
  CARD_GATEWAY_KEY_ID: z.string().min(1),
  CARD_GATEWAY_HMAC_KEY: z.string().min(1),
  /** The gateway's user that may search transactions. */
  CARD_GATEWAY_SEARCH_USER: z.string().min(1),
  CARD_GATEWAY_SEARCH_PASSWORD: z.string().min(1),
})

/** GGe4, which First Data sold as Payeezy. */
export const gge4Choice = gatewayChoice(settings, {
  whyNot: (_, { cardBrands }) =>
    cardBrands.includes('American Express')
      ? 'PROFILE_FILE: cardBrands: CARD_GATEWAY=payeezy takes no American Express'
      : null,
  async open(chosen, { timeZone, chargeTimeout }, clock) {
    const { gge4PaymentGateway } = await import('./gateway.ts')
    const terminal = {
      url: chosen.CARD_GATEWAY_URL,
      id: chosen.CARD_GATEWAY_ID,
      password: chosen.CARD_GATEWAY_PASSWORD,
      keyId: chosen.CARD_GATEWAY_KEY_ID,
      hmacKey: chosen.CARD_GATEWAY_HMAC_KEY,
      searchUser: chosen.CARD_GATEWAY_SEARCH_USER,
      searchPassword: chosen.CARD_GATEWAY_SEARCH_PASSWORD,
    }
    return gge4PaymentGateway({ ...terminal, timeZone, timeouts: { charge: chargeTimeout } }, clock)
  },
})
