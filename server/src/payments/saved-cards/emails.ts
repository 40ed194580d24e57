import { randomUUID } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { momentIn } from '../../foundation/messages/email-layout.ts'
import { type NewEmail, writeEmail } from '../../foundation/messages/outbox.ts'

interface About {
  recipient: string
  card: { brand: string; last_four: string }
  now: Instant
}

export function cardAddedEmail(profile: UtilityProfile, about: About): NewEmail {
  return cardEmail(profile, about, {
    template: 'card-added',
    heading: 'A card was saved',
    text: 'The card {card} was saved for your online account on {when}. Nothing was charged for saving it.',
  })
}

export function cardRemovedEmail(profile: UtilityProfile, about: About): NewEmail {
  return cardEmail(profile, about, {
    template: 'card-removed',
    heading: 'A saved card was removed',
    text: 'The card {card} was removed from your online account on {when}. It will not be charged any more.',
  })
}

function cardEmail(
  profile: UtilityProfile,
  { recipient, card, now }: About,
  { template, heading, text }: { template: 'card-added' | 'card-removed'; heading: string; text: string },
): NewEmail {
  const values = { card: `${card.brand} ${card.last_four}`, when: momentIn(profile, now) }
  const ifNotYou = 'If this wasn’t you, change your password right away and call customer service.'
  return writeEmail(profile, {
    template,
    dedupeKey: `${template}-${randomUUID()}`,
    recipient,
    subject: { text: heading },
    heading: { text: heading },
    parts: [
      { kind: 'paragraph', text, values },
      { kind: 'paragraph', text: ifNotYou },
    ],
  })
}
