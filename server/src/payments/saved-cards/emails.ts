import type { Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { momentIn } from '../../foundation/messages/email-layout.ts'
import type { NewEmail } from '../../foundation/messages/outbox.ts'
import { securityNotice } from '../../foundation/security-notices.ts'

interface About {
  recipient: string
  card: { brand: string; last_four: string }
  now: Instant
}

export function cardAddedEmail(profile: UtilityProfile, about: About): NewEmail {
  return securityNotice(profile, about.recipient, {
    template: 'card-added',
    heading: 'A card was saved',
    text: 'The card {card} was saved for your online account on {when}. Nothing was charged for saving it.',
    ...valuesOf(profile, about),
  })
}

export function cardRemovedEmail(profile: UtilityProfile, about: About): NewEmail {
  return securityNotice(profile, about.recipient, {
    template: 'card-removed',
    heading: 'A saved card was removed',
    text: 'The card {card} was removed from your online account on {when}. It will not be charged any more.',
    ...valuesOf(profile, about),
  })
}

/** Without the customer: the bank or the gateway has ended it. */
export function cardLostEmail(profile: UtilityProfile, about: About): NewEmail {
  return securityNotice(profile, about.recipient, {
    template: 'card-lost',
    heading: 'A saved card can’t be used any more',
    text: 'Our card processor no longer has the card {card} since {when}. It will not be charged any more. You can save it again.',
    ...valuesOf(profile, about),
  })
}

const valuesOf = (profile: UtilityProfile, { card, now }: About) => ({
  card: `${card.brand} ${card.last_four}`,
  when: momentIn(profile, now),
})
