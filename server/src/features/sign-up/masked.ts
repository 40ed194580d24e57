import type { CustomerAddress } from '@portal/contract/sign-up'
import { displayName, maskAddress, maskName } from '@portal/contract/text'
import type { BillingAddress } from '../../adapters/billing-system/port-people.ts'

/** An address as the portal tells it: the zip code without what follows a hyphen, nothing is an empty text (C§3). */
export function shownAddress(address: BillingAddress | null): CustomerAddress {
  return {
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal: zipOf(address),
    country: address?.country ?? '',
  }
}

/**
 * An address before the zip code is proven (C§2.3): the street as masks show it; of the village and the zip code nothing,
 * because either would tell what is to be proven.
 */
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

/** A name before the zip code is proven: two characters of each word, in the order it is read. */
export function maskedName(fullName: string): string {
  return maskName(displayName(fullName))
}

/** The five digits before a `-nnnn` extension (C§3). */
export function zipOf(address: Pick<BillingAddress, 'postal'> | null): string {
  return address?.postal.split('-')[0]?.trim() ?? ''
}

/** One line, as on an envelope. */
export function addressLine({ address1, address2, city, state, postal }: BillingAddress): string {
  return [address1, address2, city, `${state} ${postal}`.trim()].filter(Boolean).join(', ')
}

/** `street, city, state, postal` (C§3 premise info). */
export function premiseLine({ address1, address2, city, state, postal }: CustomerAddress): string {
  const street = [address1, address2].filter(Boolean).join(' ').replaceAll(',', '')
  return [street, city, state, postal].filter(Boolean).join(', ')
}

/** Always as long: the length alone would tell one village from another. */
function hidden(text: string): string {
  return text === '' ? '' : 'XXXXX'
}
