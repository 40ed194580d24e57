import type { Instant } from '@portal/contract/dates'
import type { Deps } from '../../deps.ts'
import { cardInWords, customerEmail, type NewEmail, keyOfEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'

interface About {
  recipient: string
  card: { brand: string; last_four: string }
  now: Instant
}

/** `card-lost` is without the customer: the bank or the gateway has ended it. */
export function cardEmail(
  profile: Deps['profile'],
  template: 'card-added' | 'card-removed' | 'card-lost' | 'card-updated',
  { recipient, card, now }: About,
  id?: number,
): NewEmail {
  return customerEmail(
    profile,
    { template, recipient, ...(id !== undefined && { dedupeKey: keyOfEmail(template, `${id}-${now}`) }) },
    { card: cardInWords(profile, { brand: card.brand, lastFour: card.last_four }), when: momentIn(profile, now) },
  )
}
