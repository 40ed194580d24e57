import type { DeclineReason } from '../port-declines.ts'
import type { PaymentGateway } from '../port.ts'
import { secondTry } from './second-try.ts'

export const stripeTraits: Pick<
  PaymentGateway,
  'name' | 'reversalKinds' | 'newReference' | 'isTag' | 'hasReadableTags' | 'declineReason' | 'secondTry'
> = {
  name: 'stripe',
  // What is captured at once cannot be voided.
  reversalKinds: ['refund'],
  newReference,
  isTag: (text) => /^pi_[A-Za-z0-9]{10,37}$/.test(text),
  hasReadableTags: false,
  declineReason: (code) => reasons[code ?? ''] ?? 'unsaid',
  secondTry,
}

/** Whether the key moves real money. */
export function isLive(key: string): boolean {
  return /^[a-z]+_live_/.test(key)
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 bits of Crockford base 32, without a long run of digits. */
function newReference(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const text = [...random(16)].map((byte) => crockford[byte % 32]).join('')
    if (!/\d{9}/.test(text)) return `S${text}`
  }
}

/** By `decline_code` (https://docs.stripe.com/declines/codes). */
const reasons: Readonly<Record<string, DeclineReason>> = {
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  insufficient_funds: 'funds',
  expired_card: 'details',
  incorrect_cvc: 'details',
  incorrect_number: 'details',
  incorrect_zip: 'details',
  invalid_cvc: 'details',
  invalid_expiry_month: 'details',
  invalid_expiry_year: 'details',
  invalid_number: 'details',
  issuer_not_available: 'bankAway',
  processing_error: 'bankAway',
  try_again_later: 'bankAway',
  reenter_transaction: 'bankAway',
  authentication_required: 'payerAsked',
  bank_account_unusable: 'details',
  charge_exceeds_source_limit: 'limit',
  charge_exceeds_weekly_limit: 'limit',
}

/** Told to nobody: whoever tries stolen cards would learn from them. */
const hidden = ['fraudulent', 'lost_card', 'stolen_card', 'merchant_blacklist', 'pickup_card', 'restricted_card']

/** The bank's reason as it is kept. */
export function keptDeclineCode(code: string | null | undefined): string | null {
  if (!code) return null
  return hidden.includes(code) ? 'generic_decline' : code
}
