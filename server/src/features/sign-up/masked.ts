import type { BillingAddress } from '@portal/contract/contact'
import type { CustomerAddress } from '@portal/contract/sign-up'
import { displayName, maskAddress, maskName } from '@portal/contract/text'
import { shownAddress } from '../../foundation/billing-address.ts'

/** C§2.3; village and zip code are hidden, because either gives away the zip code. */
export function maskedAddress(address: BillingAddress | null): CustomerAddress {
  const shown = shownAddress(address)
  return {
    ...shown,
    address1: maskAddress(shown.address1),
    address2: maskAddress(shown.address2),
    city: hidden(shown.city),
    postal: hidden(shown.postal),
  }
}

/** Two characters of each word, first name first. */
export function maskedName(fullName: string): string {
  return maskName(displayName(fullName))
}

/** `street, city, state, postal` (C§3 premise info). */
export function premiseLine({ address1, address2, city, state, postal }: CustomerAddress): string {
  const street = [address1, address2].filter(Boolean).join(' ').replaceAll(',', '')
  return [street, city, state, postal].filter(Boolean).join(', ')
}

/** Always the same length, because the length alone would tell villages apart. */
function hidden(text: string): string {
  return text === '' ? '' : 'XXXXX'
}
