import type { PaidWith } from '@portal/contract/bank-accounts'
import { type Instant, dateIn, formatDate } from '@portal/contract/dates'
import { pagePaths } from '@portal/contract/paths'
import type { SmallDeposits } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { Deps } from '../../deps.ts'
import { customerEmail, methodInWords, type NewEmail, keyOfEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'

interface About {
  recipient: string
  method: PaidWith
  now: Instant
}

/** `card-lost` is without the customer: the bank or the gateway has ended it. */
export function cardEmail(
  profile: Deps['profile'],
  template: 'card-added' | 'card-removed' | 'card-lost' | 'card-updated' | 'bank-not-saved',
  { recipient, method, now }: About,
  id?: number,
): NewEmail {
  return customerEmail(
    profile,
    { template, recipient, ...(id !== undefined && { dedupeKey: keyOfEmail(template, `${id}-${now}`) }) },
    { card: methodInWords(profile, method), when: momentIn(profile, now) },
  )
}

/** What the holder of a bank account has to do until it is saved. */
export function verifyEmail(
  { profile, publicUrl }: { profile: Deps['profile']; publicUrl: string },
  { recipient, method, deposits }: About & { deposits: SmallDeposits },
): NewEmail {
  return customerEmail(
    profile,
    { template: 'bank-to-verify', recipient },
    {
      card: methodInWords(profile, method),
      by: formatDate(dateIn(profile.timeZone, deposits.arriveOn), profile.locale),
      deposits: deposits.kind,
      cardsPage: `${publicUrl}${pagePaths.dashboard}?view=payment-methods`,
    },
  )
}
